/**
 * Imports, and what makes one count.
 *
 * - *batch*: the entries of one import. They name it, and count only once it is *finished*: all of them or not one,
 *   also when the program is killed half-way.
 * - *content record*, `content-HASH.json`: published under a digest of the imported file, once all its entries are
 *   durable. Publishing it is what finishes the batch it names, and the compare-and-swap between imports: of two of the
 *   same content one finds the name taken, and its entries are removed. Names are not claimed before, so a killed
 *   import does no harm.
 * - *batch record*, `BATCH.json`: says by its name alone that the batch is finished, whatever becomes of the content
 *   record. Imports that were asked for `again` have no other.
 * - *mark*, `BATCH.lock`: holds the kernel's lock of whoever works on the batch, and goes once it is finished. A free
 *   mark proves that its import ended without finishing.
 * - *taken number*, `taken-N.json`: the last entry of a batch that was removed. Its number, and those below, stay
 *   taken.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { NotDurable } from '../../platform/files/durable-file.js';
import { isErrno, unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { type DocumentKind, StoredDocument, type VersionGate } from '../documents/document.js';

const batchSchema = z.lazy(() =>
  z.object({
    at: z.string(),
    contentHash: z.string(),
    rows: z.number(),
    batch: z.optional(z.string()),
    digests: z.optional(z.readonly(z.array(z.string()))),
  }),
);
/**
 * `contentHash`: a digest of the imported file. `batch`: whose record it is, if its name does not tell. `digests`: of
 * its rows, in one of the two records (`sync/outbox/imported-rows.ts`).
 */
export type Batch = z.infer<typeof batchSchema>;
const kind: DocumentKind<Batch> = { version: 1, parse: (data) => batchSchema.parse(data) };

/** The known facts of an earlier import. */
export type Earlier = Pick<Batch, 'at' | 'rows' | 'digests'>;

/** Which imports are whole: entries of one that is not are as if never entered. */
export type Imports = ReturnType<typeof createImports>;

const idOf = (name: string): string | undefined => /^([0-9a-f-]{36})\.json$/.exec(name)?.[1];
const markOf = (name: string): string | undefined => /^([0-9a-f-]{36})\.lock$/.exec(name)?.[1];
const takenOf = (name: string): number => Number(/^taken-([1-9]\d{0,14})\.json$/.exec(name)?.[1] ?? 0);
const isOfContent = (name: string): boolean => /^content-[0-9a-f]{64}\.json$/.test(name);

/** A few small files an import, in a folder of their own. */
export function createImports(fileSystem: FileSystem, folder: string, gate?: VersionGate) {
  const finished = new Set<string>();
  const readNames = new Set<string>();
  const byContent = new Map<string, Batch>();
  let highestTaken = 0;
  const documentOf = (name: string) => new StoredDocument(fileSystem, join(folder, name), kind, gate);
  const contentName = (contentHash: string): string => `content-${hash('sha256', contentHash)}.json`;

  const refresh = async (): Promise<void> => {
    for (const name of await fileSystem.list(folder)) {
      const id = idOf(name);
      if (id !== undefined) {
        finished.add(id);
      }

      highestTaken = Math.max(highestTaken, takenOf(name));
    }
  };

  const refreshFromContent = async (): Promise<void> => {
    for (const name of (await fileSystem.list(folder)).filter((each) => isOfContent(each) && !readNames.has(each))) {
      const batch = await documentOf(name).readIntact();
      readNames.add(name);
      if (batch?.batch !== undefined) {
        finished.add(batch.batch);
        byContent.set(batch.batch, batch);
      }
    }
  };

  async function findByRecord(contentHash: string, rows: number): Promise<Earlier | undefined> {
    const name = contentName(contentHash);
    // A damaged one still says, by its name, that the content was imported.
    const toEarlier = (): Earlier => ({
      at: new Date(Math.min(fileSystem.modifiedAt(join(folder, name)), Date.UTC(9999, 0))).toISOString(),
      rows,
    });
    return (await documentOf(name).readOr<Earlier>(toEarlier)) ?? undefined;
  }

  const publishBatch = (id: string, batch: Batch): Promise<boolean> => documentOf(`${id}.json`).publish(batch);

  return {
    /** Reads which batches are finished. */
    refresh,
    /** The same from the content records, for entries that name a batch which does not seem finished. */
    refreshFromContent,
    isFinished: (batch: string) => finished.has(batch),
    /** How many are known to be finished: more than before, and more entries count. */
    finishedCount: () => finished.size,
    /** The highest number of entries that were removed, as of the last refresh; 0: never. */
    highestTaken: () => highestTaken,

    /** Keeps a number taken by keeping the record at `path`, which leaves the queue. */
    async keepNumber(number: number, path: string) {
      // A name needs no space: this works on a full disk. If it is gone, another petstore did so just now.
      await unlessErrno(
        fileSystem.rename(path, join(folder, `taken-${number}.json`)).then(() => fileSystem.syncFolder(folder)),
        'ENOENT',
      );
      const lower = (await fileSystem.list(folder)).filter((name) => takenOf(name) > 0 && takenOf(name) < number);
      await Promise.all(lower.map((name) => fileSystem.remove(join(folder, name)).catch(() => undefined)));
      highestTaken = Math.max(highestTaken, number);
    },

    /** The earlier import of the same content, if there is one; `rows` is the sentence if its record is damaged. */
    async findByContent(contentHash: string, rows: number): Promise<Earlier | undefined> {
      const found = await findByRecord(contentHash, rows);
      if (found) {
        return found;
      }

      await refresh();
      for (const id of finished) {
        const batch = await documentOf(`${id}.json`).readIntact();
        if (batch?.contentHash === contentHash) {
          return batch;
        }
      }

      return undefined;
    },

    /** The digests of the rows of every import that was finished since then (ISO). */
    async rowsSince(since: string): Promise<readonly { readonly at: string; readonly rows: readonly string[] }[]> {
      const names = (await fileSystem.list(folder)).filter((name) => isOfContent(name) || idOf(name) !== undefined);
      const found: { at: string; rows: readonly string[] }[] = [];
      for (const name of names) {
        // The name of a damaged one tells all the same that its content was imported.
        const { at = '', digests } = (await documentOf(name).readIntact()) ?? {};
        if (digests && at >= since) {
          found.push({ at, rows: digests });
        }
      }

      return found.toSorted((a, b) => a.at.localeCompare(b.at));
    },

    /** Whether the batch record is there; without it, it takes the content record to know that a batch is finished. */
    isRecorded: (id: string) => fileSystem.exists(join(folder, `${id}.json`)),
    /** Publishes a batch record that is missing. */
    async record(id: string) {
      await refreshFromContent();
      const batch = byContent.get(id);
      if (batch) {
        await publishBatch(id, batch);
      }
    },

    /** Begins work on a batch; undefined: it is worked on. Throws if the kernel cannot lock. */
    // oxlint-disable-next-line typescript/require-await -- an exception is to be a rejection
    async begin(id: string) {
      const path = join(folder, `${id}.lock`);
      const lock = fileSystem.lock(path);
      return (
        lock && {
          /** Lets go of it. `forGood`: the batch needs no more work. */
          async release({ forGood }: { readonly forGood: boolean }) {
            // Released first: Windows removes no open file. The batch is left as whoever takes it finds it.
            lock.release();
            if (forGood) {
              await fileSystem.remove(path).catch(() => undefined);
            }
          },
        }
      );
    },

    /** Batches that were begun here and are neither finished nor known to have ended. */
    async begun() {
      return (await fileSystem.list(folder)).flatMap((name) => markOf(name) ?? []);
    },

    /**
     * Makes a batch count, unless its content was imported meanwhile: then returns that. `again`: also then. Throws a
     * `NotDurable` if it counts for now and a power cut may undo that.
     */
    async finish(id: string, batch: Omit<Batch, 'batch'>, { again }: { readonly again: boolean }) {
      if (again) {
        await publishBatch(id, batch);
        finished.add(id);
        return undefined;
      }

      const content = { ...batch, batch: id };
      const document = documentOf(contentName(batch.contentHash));
      const isFirst = await document.publish(content).catch(async (error: unknown) => {
        const found = await document.readIntact().catch(() => null);
        if (found?.batch === id) {
          finished.add(id);
          throw new NotDurable(`the record of the import is in its place, but its name may not be durable`, {
            cause: error,
          });
        }

        throw error;
      });
      if (!isFirst) {
        return (await findByRecord(batch.contentHash, batch.rows)) ?? (batch satisfies Earlier);
      }

      finished.add(id);
      // It counts already; the mark stays, so that the sender sees to this one.
      const { digests: _, ...second } = content;
      await publishBatch(id, second).catch((error: unknown) => {
        if (!isErrno(error) && !(error instanceof NotDurable)) {
          throw error;
        }
      });
      return undefined;
    },
  };
}
