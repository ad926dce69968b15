/**
 * Finished imports. An import's entries name its batch and count only once the batch's own record is there: all or nothing,
 * also when the program is killed half-way.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { FileSystem } from '../platform/file-system.js';
import { DamagedDocument, type DocumentKind, PublishAdapter, readDocument, type VersionGate, watchVersions, writeDocument } from './document.js';

const batchSchema = z.object({ at: z.string(), contentHash: z.string(), rows: z.number() });
/** `contentHash`: a digest of what was imported, to point out the same file given twice. */
export type Batch = z.infer<typeof batchSchema>;
const kind: DocumentKind<Batch> = { version: 1, parse: (data) => batchSchema.parse(data) };

/** Which imports are whole: entries of one that is not are as if never entered. */
export type Imports = {
  /** Throws a `NewerDocument` where a newer petstore wrote one of them; each is looked at once. */
  checkVersions(): Promise<void>;
  /** Reads which batches are finished; resolves to whether there are more than before. */
  refresh(): Promise<boolean>;
  isFinished(batch: string): boolean;
  /** The earlier import of the same content, if there is one. */
  findByContent(contentHash: string): Promise<Batch | undefined>;
  /** Makes a batch count. */
  finish(id: string, batch: Batch): Promise<void>;
};

/** One file a batch, in a folder of their own. */
export function createImports(fileSystem: FileSystem, folder: string, gate?: VersionGate): Imports {
  const finished = new Set<string>();
  const adapterFor = (id: string): PublishAdapter<Batch> => new PublishAdapter(fileSystem, join(folder, `${id}.json`), kind, { gate });
  const refresh = async (): Promise<boolean> => {
    const before = finished.size;
    for (const name of await fileSystem.list(folder)) {
      const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1];
      if (id !== undefined) {
        finished.add(id);
      }
    }

    return finished.size > before;
  };

  return {
    checkVersions: watchVersions(fileSystem, folder, kind, gate),
    refresh,
    isFinished: (batch) => finished.has(batch),
    async findByContent(contentHash) {
      await refresh();
      for (const id of finished) {
        try {
          const batch = await readDocument(adapterFor(id));
          if (batch?.contentHash === contentHash) {
            return batch;
          }
        } catch (error) {
          // A damaged batch record still says, by its name, that the import was finished.
          if (!(error instanceof DamagedDocument)) {
            throw error;
          }
        }
      }

      return undefined;
    },
    async finish(id, batch) {
      await writeDocument(adapterFor(id), batch);
      finished.add(id);
    },
  };
}
