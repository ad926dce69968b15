/**
 * The change log, `changes.1.jsonl` and so on in a store's folder: the activities of the store, so that the app can tell
 * those from before it was opened. Disposable: what cannot be read of it is left out silently.
 *
 * Each line is an activity, the youngest one last. A writer appends its rows in one write without making it durable, the
 * line's end in front, so that a crash harms one line alone. No line is ever rewritten, so that appends of another
 * process are not lost: after a file that is long enough comes the next one, and only two are kept.
 */
import { join } from 'node:path';
import { type Activity, activitySchema } from '../domain/activity.ts';
import { unlessErrno } from '../platform/files/errno.ts';
import type { FileSystem } from '../platform/files/file-system.ts';

/** Rows that are told, and that a file takes before the next one is begun. */
const mostRows = 10_000;
/** Older rows are no news, in milliseconds. */
const oldMs = 30 * 24 * 60 * 60 * 1000;

/** What happened with one store. */
export type ChangeLog = ReturnType<typeof createChangeLog>;

/** Reads and writes only on request. The folder must be there. */
export function createChangeLog(fileSystem: FileSystem, folder: string) {
  const pathOf = (part: number): string => join(folder, `changes.${part}.jsonl`);

  /** The files that are there, the youngest one last. */
  async function listParts(): Promise<readonly number[]> {
    const names = (await unlessErrno(fileSystem.list(folder))) ?? [];
    const parts = names.flatMap((name) => /^changes\.(\d{1,9})\.jsonl$/.exec(name)?.[1] ?? []);
    return parts.map(Number).sort((a, b) => a - b);
  }

  async function readLines(part: number): Promise<readonly string[]> {
    const bytes = await unlessErrno(fileSystem.readFile(pathOf(part)));
    return String(bytes ?? '')
      .split('\n')
      .filter((line) => line !== '');
  }

  const readParts = (parts: readonly number[]): Promise<readonly (readonly string[])[]> =>
    Promise.all(parts.map(readLines));
  const readAllLines = async (): Promise<readonly string[]> => (await readParts(await listParts())).flat();

  return {
    /** The youngest rows that were seen after a moment (ISO), in the order in which they were written. */
    async readSince(at: string, now: number): Promise<readonly Activity[]> {
      const oldest = new Date(now - oldMs).toISOString();
      return (await readAllLines())
        .filter((line) => timeOf(line) > oldest && timeOf(line) > at)
        .slice(-mostRows)
        .flatMap((line) => parseLine(line) ?? []);
    },
    /** All that is kept, however old, in the order in which it was written. */
    async readAll(): Promise<readonly Activity[]> {
      return (await readAllLines()).flatMap((line) => parseLine(line) ?? []);
    },
    /** Adds activities; of the connection only changes since the last row. May throw an errno. */
    async append(activities: readonly Activity[]) {
      const parts = await listParts();
      const last = parts.at(-1) ?? 1;
      const written = await readParts(parts);
      const isLong = (written.at(-1)?.length ?? 0) > mostRows;
      const rows = withoutKnownConnection(activities, written.flat());
      if (rows.length === 0) {
        return;
      }

      const text = rows.map((activity) => `\n${JSON.stringify(activity)}`).join('');
      await fileSystem.append(pathOf(isLong ? last + 1 : last), text);
      for (const old of isLong ? parts.filter((part) => part < last) : []) {
        await unlessErrno(fileSystem.remove(pathOf(old)));
      }
    },
  };
}

/** The time at which a line begins, without parsing the rest of it; empty if it begins otherwise. */
function timeOf(line: string): string {
  return /^\{"at":"([^"]*)"/.exec(line)?.[1] ?? '';
}

function parseLine(line: string): Activity | undefined {
  try {
    return activitySchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Torn off by a crash, or damaged: that line is lost, and no other.
    return undefined;
  }
}

/** Who finds the store out of reach every ten minutes has news once; who finds it in reach at first never has. */
function withoutKnownConnection(activities: readonly Activity[], lines: readonly string[]): readonly Activity[] {
  const last = lines.findLast((line) => line.includes('"kind":"connection"'));
  const parsed = last === undefined ? undefined : parseLine(last);
  let known: string = parsed?.kind === 'connection' ? parsed.state : 'online';
  return activities.filter((activity) => {
    if (activity.kind !== 'connection') {
      return true;
    }

    const isNews = activity.state !== known;
    known = activity.state;
    return isNews;
  });
}
