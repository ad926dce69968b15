/**
 * The saved copy of the service's lists. Disposable: never the only place of anything a person entered.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { type Pet, petStatuses } from '../domain/pet.js';
import { hasCode } from '../platform/errno.js';
import type { FileSystem } from '../platform/file-system.js';
import { DamagedDocument, type DocumentKind, readDocument, ReplaceAdapter, setAside, type VersionGate, writeDocument } from './document.js';

/** One list as last fetched. */
export type SavedList = { readonly fetchedAt: string; readonly complete: boolean; readonly etag?: string | undefined };

/** A pet that was read by itself, and when (ISO 8601). */
export type LookedUp = { readonly id: Int64; readonly at: string };

/** What was read of the service. Disposable: nothing in it was entered here. */
export type SavedCopy = {
  /** How many resets of the service were confirmed before this was read (`Archive.resets`); a copy from before the last one is worthless. */
  readonly resets: number;
  /** Every pet known, ascending by id. */
  readonly pets: readonly Pet[];
  readonly lists: Readonly<Partial<Record<'all' | 'available' | 'pending' | 'sold', SavedList>>>;
  /** When a pet was read by itself, ISO, later than its list; the last one of an id counts. */
  readonly lookedUp: readonly LookedUp[];
};

const listSchema = z.object({ fetchedAt: z.string(), complete: z.boolean(), etag: z.optional(z.string()) });
const contentSchema = z.object({
  resets: z._default(z.number(), 0),
  // The checksum vouches for the rows; checking each of 100 000 again would cost more than reading them.
  pets: z.custom<readonly Pet[]>((value) => Array.isArray(value)),
  lists: z.partialRecord(z.enum(['all', ...petStatuses]), listSchema),
  lookedUp: z.record(z.string(), z.string()),
});
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** `cache.json`. */
export type Cache = {
  readonly path: string;
  /** The saved copy; undefined where there is none, or it is damaged: it is fetched again. */
  read(): Promise<SavedCopy | undefined>;
  /** The saved copy with no more than this pet in it, where it has one: with 10 000 saved, that takes 8 ms less. */
  readOne(id: Int64): Promise<SavedCopy | undefined>;
  write(copy: SavedCopy): Promise<void>;
  clear(): Promise<void>;
};

/** Nothing is read before it is asked for. */
export function createCache(fileSystem: FileSystem, folder: string, gate?: VersionGate): Cache {
  const path = join(folder, 'cache.json');
  const adapter = new ReplaceAdapter(fileSystem, path, kind, gate);
  return {
    path,
    read: () => readIntact(adapter),
    readOne: (id) => readIntact(new ReplaceAdapter(fileSystem, path, { ...kind, cut: (text) => cutToPet(text, id) }, gate)),
    async write(copy) {
      const content: Content = { ...copy, lookedUp: Object.fromEntries(copy.lookedUp.map(({ id, at }) => [id, at])) };
      try {
        await writeDocument(adapter, content);
      } catch (error) {
        if (!hasCode(error, 'EISDIR', 'ENOTEMPTY')) {
          throw error;
        }

        // Somebody put a folder there. Nothing of it is ours to delete, and it is in the way of nothing elsewhere.
        await setAside(fileSystem, path);
        await writeDocument(adapter, content);
      }
    },
    async clear() {
      if (fileSystem.exists(path)) {
        await fileSystem.remove(path);
      }
    },
  };
}

async function readIntact(adapter: ReplaceAdapter<Content>): Promise<SavedCopy | undefined> {
  try {
    const content = await readDocument(adapter);
    return content ? { ...content, lookedUp: Object.entries(content.lookedUp).map(([id, at]) => ({ id: id as Int64, at })) } : undefined;
  } catch (error) {
    if (error instanceof DamagedDocument) {
      return undefined;
    }

    throw error;
  }
}

/**
 * The copy's text with one pet in it, or none. What is searched for holds bare quotes, and within a JSON string every quote
 * has a backslash before it, so no name can be taken for it.
 */
function cutToPet(text: string, id: Int64): string {
  const [first, after] = [text.indexOf('[') + 1, text.lastIndexOf('],"lists":{')];
  const start = text.indexOf(`{"id":"${id}",`);
  const next = text.indexOf(',{"id":"', start);
  const pet = start < 0 ? '' : text.slice(start, next < 0 ? after : next);
  return text.slice(0, first) + pet + text.slice(after);
}
