/**
 * `queues.json`, beside the stores: what this machine knows of its queues, where copies and backups of them do not
 * reach: for each queue, how many attempts to send were made from here.
 *
 * It names the file that it is (`FileSystem.fileIdentity`), so one that a backup put there is told. It is never
 * required: if it cannot be read or written, a queue that was put back is not noticed, and sending goes on.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { exclusively } from '../platform/concurrency/kernel-lock.ts';
import { replaceFile } from '../platform/files/durable-file.ts';
import { unlessErrno } from '../platform/files/errno.ts';
import type { FileSystem } from '../platform/files/file-system.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { Clock } from '../platform/time/clock.ts';

const stateSchema = z.lazy(() =>
  z.object({
    /** The file that this text was written to; absent where files have no identity. */
    file: z.optional(z.string()),
    /** By their ids. */
    queues: z.record(
      z.string(),
      z.object({ attempts: z.number(), next: z.number(), isCopied: z.optional(z.boolean()) }),
    ),
  }),
);
type State = Readonly<z.infer<typeof stateSchema>>;

/** What is noted of a queue. `copied`: a backup put the notes there. */
export type NotedQueue =
  | { readonly type: 'noted'; readonly attempts: number; readonly next: number }
  | { readonly type: 'copied' | 'unknown' };

/** The notes of one machine. `note` may throw an errno. */
export type MachineState = ReturnType<typeof createMachineState>;

/** The folder need not be there yet. */
export function createMachineState(fileSystem: FileSystem, folder: string, clock: Clock) {
  const path = join(folder, 'queues.json');
  /** Whether it was there when it was last looked for. */
  let isThere = false;

  /** Undefined: missing, or damaged. */
  async function read(): Promise<State | undefined> {
    let before: string | undefined;
    for (;;) {
      const bytes = await unlessErrno(fileSystem.readFile(path), 'ENOENT', 'ENOTDIR');
      const identity = fileSystem.fileIdentity(path);
      const found = bytes && parse(bytes.toString());
      if (found?.file === identity || found?.file === undefined || identity === undefined) {
        return found;
      }

      // It is another file than it names, also the second time: no other process replaced it just then.
      if (before === identity) {
        return asCopied(found);
      }

      before = identity;
    }
  }

  /** Replaces it with what `make` makes of the present one. */
  async function change(make: (state: State) => State): Promise<void> {
    // Making a folder waits for the disk once for each folder above it, also if it is there.
    if (!isThere && !fileSystem.exists(folder)) {
      await makeFolder(fileSystem, folder);
    }

    await exclusively(fileSystem, clock, path, async () => {
      const found = await read();
      const state = make(found ?? { queues: {} });
      if (state === found) {
        return;
      }

      const toText = (file: string): string => JSON.stringify({ ...state, file: fileSystem.fileIdentity(file) });
      // What it said before is true as well: a queue that was put back is noticed a little later.
      await replaceFile(fileSystem, path, toText, { isNameDurable: found === undefined });
    });
  }

  return {
    /** What is noted of a queue; unknown where that cannot be read. */
    async look(id: string): Promise<NotedQueue> {
      const found = await unlessErrno(read());
      isThere = found !== undefined;
      return notedOf(found, id);
    },
    /** Notes how many attempts were made from a queue, if that is not noted. */
    async note(id: string, queue: Pick<Extract<NotedQueue, { type: 'noted' }>, 'attempts' | 'next'>) {
      await change((state) => {
        const noted = notedOf(state, id);
        const isNoted = noted.type === 'noted' && noted.attempts === queue.attempts;
        return isNoted ? state : { ...state, queues: { ...state.queues, [id]: queue } };
      });
    },
    /** The highest number that a note tells of, whichever queue it is of: for one whose own id is lost. */
    async highest() {
      const found = await unlessErrno(read());
      return Math.max(0, ...Object.values(found?.queues ?? {}).map(({ next }) => next - 1));
    },
  };
}

function notedOf(state: State | undefined, id: string): NotedQueue {
  const noted = state?.queues[id];
  if (!noted) {
    return { type: 'unknown' };
  }

  const { isCopied, ...rest } = noted;
  return isCopied ? { type: 'copied' } : { type: 'noted', ...rest };
}

/** A backup put it there: it stays known of each queue until a person says that it is the one. */
function asCopied({ queues, ...rest }: State): State {
  return {
    ...rest,
    queues: Object.fromEntries(Object.entries(queues).map(([id, queue]) => [id, { ...queue, isCopied: true }])),
  };
}

function parse(text: string): State | undefined {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
