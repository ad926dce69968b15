/**
 * A folder of this machine beside the stores: the machine's own id, and one mark for each store (`belonging.ts`).
 *
 *     machine       a random id           ID.mark       how far sending came from the store with this id
 *
 * A mark names the file that it is (`FileSystem.fileIdentity`), so one that a backup put there is told. It is made anew
 * each time sending begins: a backup from before that names another file, also if it is written into this one.
 *
 * It is never required: if it cannot be read or written, a queue that was put back is not noticed, and sending goes on.
 */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { publishFile, replaceFile } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import { shareRuns } from '../../platform/concurrency/turns.js';

/** A store's mark. `copied`: a backup put it there. `missing`: it is missing or cannot be read; no lines then. */
export type Mark = { readonly state: 'own' | 'copied' | 'missing'; readonly lines: readonly string[] };

/** The marks of one machine. Every operation but `machine` may throw an errno. */
export type Marks = ReturnType<typeof createMarks>;

/** Only whole lines: a power cut may cut the last one, and no animal was sent before its line was durable. */
const wholeLine = /^\d+\.\d+ [0-9a-f]{8}$/;
/** Which file it is; absent where files have no identity. */
const nameLine = /^file (.+)$/m;
const machineId = /^[0-9a-f-]{36}$/;

/** The folder need not be there yet. */
export function createMarks(fileSystem: FileSystem, folder: string) {
  const machinePath = join(folder, 'machine');
  const pathOf = (id: string): string => join(folder, `${id}.mark`);
  // Each line begins with its line break, so that one which was cut short spoils no other.
  const toText = (lines: readonly string[]): string => lines.map((line) => `\n${line}`).join('');
  const waiting = new Map<string, string[]>();
  const renewed = new Set<string>();

  /** Puts these lines in the place of all there were. */
  const replace = async (id: string, lines: readonly string[]): Promise<void> => {
    // Making a folder waits for the disk once for each folder above it, also if it is there.
    if (!fileSystem.exists(folder)) {
      await makeFolder(fileSystem, folder);
    }

    await replaceFile(fileSystem, pathOf(id), (file) => {
      const identity = fileSystem.fileIdentity(file);
      return toText([...(identity === undefined ? [] : [`file ${identity}`]), ...lines]);
    });
  };

  const append = shareRuns(async (id) => {
    const lines = waiting.get(id) ?? [];
    waiting.delete(id);
    if (renewed.has(id) || !fileSystem.exists(pathOf(id))) {
      await replace(id, [...(await read(id)).lines, ...lines]);
      renewed.delete(id);
    } else {
      await fileSystem.append(pathOf(id), toText(lines));
    }
  });

  /** Until it is the same file before and after: whoever sends may make it anew just then. */
  async function read(id: string): Promise<Mark> {
    for (;;) {
      const before = fileSystem.fileIdentity(pathOf(id));
      const bytes = await unlessErrno(fileSystem.readFile(pathOf(id)), 'ENOENT');
      const identity = fileSystem.fileIdentity(pathOf(id));
      if (before === identity) {
        if (bytes === undefined) {
          return { state: 'missing', lines: [] };
        }

        const text = bytes.toString('latin1');
        const named = nameLine.exec(text)?.[1];
        const isCopied = named !== undefined && identity !== undefined && named !== identity;
        return { state: isCopied ? 'copied' : 'own', lines: text.split('\n').filter((line) => wholeLine.test(line)) };
      }
    }
  }

  /** The folder itself, or the one above it in which it would be made. */
  const nearestThere = (path: string): string =>
    fileSystem.exists(path) || dirname(path) === path ? path : nearestThere(dirname(path));

  return {
    folder,
    /**
     * The id of this machine, made when it is first asked for; undefined if it cannot be kept. `isMade: false` only
     * looks: if it is missing, and could be kept, it resolves to one that no other place has, as that which is made by
     * and by.
     */
    async machine({ isMade = true }: { readonly isMade?: boolean } = {}): Promise<string | undefined> {
      try {
        if (!fileSystem.exists(machinePath)) {
          if (!isMade) {
            return fileSystem.isWritable(nearestThere(folder)) ? randomUUID() : undefined;
          }

          await makeFolder(fileSystem, folder);
          // False: another process was first, and that one's counts.
          await publishFile(fileSystem, machinePath, `${randomUUID()}\n`);
        }

        const id = (await fileSystem.readFile(machinePath)).toString().trim();
        return machineId.test(id) ? id : undefined;
      } catch {
        return undefined;
      }
    },
    read,
    /** Adds lines durably. Lanes that send at once share one fsync. */
    async add(id: string, lines: readonly string[]) {
      waiting.set(id, [...(waiting.get(id) ?? []), ...lines]);
      await append(id);
    },
    /** The next lines make the mark a new file. */
    renew: (id: string) => void renewed.add(id),
    replace,
  };
}
