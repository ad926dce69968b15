/**
 * The saved copy of the service's lists. Disposable: never the only place of anything a person entered.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Pet, petStatuses } from '../domain/pet.js';
import type { FileSystem } from '../platform/file-system.js';
import { DamagedDocument, type DocumentKind, readDocument, ReplaceAdapter, writeDocument } from './document.js';

/** One list as last fetched. */
export type SavedList = { readonly fetchedAt: string; readonly complete: boolean; readonly etag?: string | undefined };

export type SavedCopy = {
  /** Every pet known, ascending by id. */
  readonly pets: readonly Pet[];
  readonly lists: Readonly<Partial<Record<'all' | 'available' | 'pending' | 'sold', SavedList>>>;
  /** When a pet was last read by itself, by id, ISO; later than its list. */
  readonly lookedUp: Readonly<Record<string, string>>;
};

const listSchema = z.object({ fetchedAt: z.string(), complete: z.boolean(), etag: z.optional(z.string()) });
const contentSchema = z.object({
  // The checksum vouches for the rows; checking each of 100 000 again would cost more than reading them.
  pets: z.custom<readonly Pet[]>((value) => Array.isArray(value)),
  lists: z.partialRecord(z.enum(['all', ...petStatuses]), listSchema),
  lookedUp: z.record(z.string(), z.string()),
});
const kind: DocumentKind<SavedCopy> = { version: 1, parse: (data) => contentSchema.parse(data) };

export type Cache = {
  readonly path: string;
  /** The saved copy; undefined where there is none, or it is damaged: it is fetched again. */
  read(): Promise<SavedCopy | undefined>;
  write(copy: SavedCopy): Promise<void>;
  clear(): Promise<void>;
};

export function createCache(fileSystem: FileSystem, folder: string): Cache {
  const path = join(folder, 'cache.json');
  const adapter = new ReplaceAdapter(fileSystem, path, kind);
  return {
    path,
    async read() {
      try {
        return (await readDocument(adapter)) ?? undefined;
      } catch (error) {
        if (error instanceof DamagedDocument) {
          return undefined;
        }

        throw error;
      }
    },
    write: (copy) => writeDocument(adapter, copy),
    async clear() {
      if (fileSystem.exists(path)) {
        await fileSystem.remove(path);
      }
    },
  };
}
