/**
 * The saved copy of the service's lists. Disposable: never the only place of anything a person entered.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { type Pet, petStatuses } from '../domain/pet.js';
import { hasCode } from '../platform/files/errno.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { DamagedDocument, type DocumentKind, readDocument, ReplaceAdapter, setAside, type VersionGate, writeDocument } from './documents/document.js';

/**
 * One list as last fetched. `lastPage`: the address of its last page, where it has more than one: newcomers may follow there.
 * `rows`: how many it had, where it was complete; `grew`: it had fewer before, and lost none since.
 */
export type SavedList = { readonly fetchedAt: string; readonly complete: boolean; readonly etag?: string | undefined; readonly lastPage?: string | undefined; readonly rows?: number | undefined; readonly grew?: boolean | undefined };

/**
 * One page of the whole list as it was last read: a run of ascending ids from `first` to `last`, of which there were `rows`. `url`:
 * undefined for the first page. `date`: when the service answered, by its own clock, in milliseconds since 1970.
 */
export type SavedPage = { readonly url?: string | undefined; readonly etag?: string | undefined; readonly first: Int64; readonly last: Int64; readonly rows: number; readonly date?: number | undefined };

/** A whole list whose reading was cut short: it goes on from `next`. */
export type SavedPart = {
  /** When its first page was asked for: ISO, and milliseconds since the machine started. */
  readonly begunAt: string;
  readonly uptime: number;
  /** The address of the first page that was not read. */
  readonly next: string;
  readonly pets: readonly Pet[];
  readonly pages?: readonly SavedPage[] | undefined;
};

/**
 * Animals that the service no longer seems to know: a rollback, a reset, or just a list that stands still for a while. Nothing
 * is sent until they are back or (`isSure`: a second reading, a settle time later, came to the same) a person confirms.
 */
export type Doubt = {
  /** When it arose: ISO, and milliseconds since the machine started. */
  readonly at: string;
  readonly uptime: number;
  readonly isSure: boolean;
  /** How often the second reading came to nothing. */
  readonly postponed?: number | undefined;
  /** What is missing, or was another animal; the evidence. */
  readonly pets: readonly Pet[];
};

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
  /** A digest of the API key all this was read with: another one may be another tenant's. */
  readonly credential?: string | undefined;
  /** How long the service's lists were seen to lag behind what it confirmed, in milliseconds. */
  readonly lagMs?: number | undefined;
  readonly doubt?: Doubt | undefined;
  /** Doubts that went away by themselves within a day, and when (ISO) the last one did: the next one is given more time. */
  readonly healed?: { readonly times: number; readonly at: string } | undefined;
  readonly part?: SavedPart | undefined;
  /**
   * The way ids run down the list, its highest id, and how many newcomers came above that which was the highest before;
   * undefined: not known yet. `isBroken`: it is not so.
   */
  readonly order?: { readonly direction: 'up' | 'down'; readonly newcomers: number; readonly highest?: Int64 | undefined; readonly isBroken?: boolean | undefined } | undefined;
  /** The whole list in the pages it came in; undefined where they are not runs of ascending ids, one after the other. */
  readonly pages?: readonly SavedPage[] | undefined;
  /** Where the service answers what was added since, and where it tells that something was; undefined: it does not. */
  readonly changes?: string | undefined;
  readonly events?: string | undefined;
  /** Since when nothing can have been added that is not here, ISO; undefined: no later than the whole list. */
  readonly heardAt?: string | undefined;
  /** When every page was last read without a validator, ISO. */
  readonly wholeAt?: string | undefined;
  /** Pages that are read again, some at each refresh: since when (ISO), and the number of the next one. */
  readonly sweep?: { readonly begunAt: string; readonly next: number } | undefined;
  /** What the service was seen to lie in. */
  readonly distrusts?: { readonly changes?: boolean | undefined; readonly validators?: boolean | undefined } | undefined;
  /** How long it took to read the whole list, in milliseconds. */
  readonly readMs?: number | undefined;
  /** The last baseline document that held the whole list. */
  readonly fenceBase?: string | undefined;
};

const listSchema = z.object({ fetchedAt: z.string(), complete: z.boolean(), etag: z.optional(z.string()), lastPage: z.optional(z.string()), rows: z.optional(z.number()), grew: z.optional(z.boolean()) });
// The checksum vouches for the rows; checking each of 100 000 again would cost more than reading them.
const petsSchema = z.custom<readonly Pet[]>((value) => Array.isArray(value));
const contentSchema = z.object({
  resets: z._default(z.number(), 0),
  pets: petsSchema,
  lists: z.partialRecord(z.enum(['all', ...petStatuses]), listSchema),
  lookedUp: z.record(z.string(), z.string()),
  credential: z.optional(z.string()),
  lagMs: z.optional(z.number()),
  doubt: z.optional(z.object({ at: z.string(), uptime: z.number(), isSure: z.boolean(), postponed: z.optional(z.number()), pets: petsSchema })),
  healed: z.optional(z.object({ times: z.number(), at: z.string() })),
  part: z.optional(z.object({ begunAt: z.string(), uptime: z.number(), next: z.string(), pets: petsSchema, pages: z.optional(z.custom<readonly SavedPage[]>((value) => Array.isArray(value))) })),
  order: z.optional(z.object({ direction: z.enum(['up', 'down']), newcomers: z.number(), highest: z.optional(z.custom<Int64>((value) => typeof value === 'string')), isBroken: z.optional(z.boolean()) })),
  pages: z.optional(z.custom<readonly SavedPage[]>((value) => Array.isArray(value))),
  changes: z.optional(z.string()),
  events: z.optional(z.string()),
  heardAt: z.optional(z.string()),
  wholeAt: z.optional(z.string()),
  sweep: z.optional(z.object({ begunAt: z.string(), next: z.number() })),
  distrusts: z.optional(z.object({ changes: z.optional(z.boolean()), validators: z.optional(z.boolean()) })),
  readMs: z.optional(z.number()),
  fenceBase: z.optional(z.string()),
});
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** `cache.json`. */
export type ListCache = {
  readonly path: string;
  /** The saved copy; undefined where there is none, or it is damaged: it is fetched again. */
  read(): Promise<SavedCopy | undefined>;
  /** The saved copy with no more than this pet in it, where it has one: with 10 000 saved, that takes 8 ms less. */
  readOne(id: Int64): Promise<SavedCopy | undefined>;
  write(copy: SavedCopy): Promise<void>;
  clear(): Promise<void>;
};

/** Nothing is read before it is asked for. */
export function createListCache(fileSystem: FileSystem, folder: string, gate?: VersionGate): ListCache {
  const path = join(folder, 'cache.json');
  const adapter = new ReplaceAdapter(fileSystem, path, kind, gate);
  return {
    path,
    read: () => readIntact(adapter),
    readOne: (id) => readIntact(new ReplaceAdapter(fileSystem, path, { ...kind, cut: (text) => cutToPet(text, id) }, gate)),
    async write(copy) {
      const { resets, pets, lists, lookedUp, ...rest } = copy;
      // In this order: `cutToPet` relies on it.
      const content: Content = { resets, pets, lists, lookedUp: Object.fromEntries(lookedUp.map(({ id, at }) => [id, at])), ...rest };
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
  const pet = start < 0 || start > after ? '' : text.slice(start, next < 0 ? after : Math.min(next, after));
  return text.slice(0, first) + pet + text.slice(after);
}
