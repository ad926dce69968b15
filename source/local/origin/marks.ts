/**
 * A folder of this machine that no copy of a store takes along: the machine's own id, and one mark for each store
 * (`mark.ts`).
 *
 *     machine       a random id           ID.mark       how far sending came from the store with this id
 *
 * Nothing depends on it: where it cannot be read or written, a queue that was put back is not noticed, and sending goes
 * on.
 */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { publishFile, replaceFile } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import { shareRuns } from '../../platform/concurrency/share-runs.js';

/** The marks of one machine. Every operation but `machine` may throw an errno. */
export type Marks = {
  readonly folder: string;
  /**
   * The id of this machine, made when it is first asked for; undefined where none can be kept. `isMade: false` makes
   * none: where there is
   * none, and one could be kept, it resolves to one that no other place has, as that which is made by and by.
   */
  machine(options?: { readonly isMade?: boolean }): Promise<string | undefined>;
  /** The lines of a store's mark; none where there is no mark. */
  read(id: string): Promise<readonly string[]>;
  /** Adds lines durably. Lanes that send at once share one fsync. */
  add(id: string, lines: readonly string[]): Promise<void>;
  /** Puts these lines in the place of all there were. */
  replace(id: string, lines: readonly string[]): Promise<void>;
};

/** Only whole lines: a power cut may cut the last one, and no animal was sent before its line was durable. */
const wholeLine = /^\d+\.\d+ [0-9a-f]{8}$/;
const machineId = /^[0-9a-f-]{36}$/;

/** The folder need not be there yet. */
export function createMarks(fileSystem: FileSystem, folder: string): Marks {
  const machinePath = join(folder, 'machine');
  const pathOf = (id: string): string => join(folder, `${id}.mark`);
  // Each line begins with its line break, so that one which was cut short spoils no other.
  const toText = (lines: readonly string[]): string => lines.map((line) => `\n${line}`).join('');
  const waiting = new Map<string, string[]>();

  const append = shareRuns(async (id) => {
    const lines = waiting.get(id) ?? [];
    waiting.delete(id);
    const isNew = !fileSystem.exists(pathOf(id));
    if (isNew) {
      await makeFolder(fileSystem, folder);
    }

    await fileSystem.append(pathOf(id), toText(lines));
    if (isNew) {
      await fileSystem.syncFolder(folder);
    }
  });

  /** The folder itself, or the one above it in which it would be made. */
  const nearestThere = (path: string): string =>
    fileSystem.exists(path) || dirname(path) === path ? path : nearestThere(dirname(path));

  const readMachine = async (): Promise<string> => (await fileSystem.readFile(machinePath)).toString().trim();

  return {
    folder,
    async machine({ isMade = true } = {}) {
      try {
        if (!isMade && !fileSystem.exists(machinePath)) {
          return fileSystem.isWritable(nearestThere(folder)) ? randomUUID() : undefined;
        }

        if (!fileSystem.exists(machinePath)) {
          await makeFolder(fileSystem, folder);
          // False: another process was first, and that one's counts.
          await publishFile(fileSystem, machinePath, `${randomUUID()}\n`);
        }

        const id = await readMachine();
        return machineId.test(id) ? id : undefined;
      } catch {
        return undefined;
      }
    },
    async read(id) {
      const bytes = await unlessErrno(fileSystem.readFile(pathOf(id)), 'ENOENT');
      return (
        bytes
          ?.toString('latin1')
          .split('\n')
          .filter((line) => wholeLine.test(line)) ?? []
      );
    },
    async add(id, lines) {
      waiting.set(id, [...(waiting.get(id) ?? []), ...lines]);
      await append(id);
    },
    replace: (id, lines) => replaceFile(fileSystem, pathOf(id), toText(lines)),
  };
}
