/**
 * The head of the saved copy, `cache/lists.json`: dates, knowledge of the service, and which of the other files count;
 * `cache/lists-before.json` is the head before it.
 *
 * The head is written each minute if the app is open, so it is not made durable: each fsync is one of the whole disk on
 * macOS. A power cut may then leave it torn, which its checksum tells, and the one before counts again. That is never
 * younger than a minute, by when every system has written it, or was made durable.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { petStatuses } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { type DocumentKind, StoredDocument, type VersionGate } from './documents/document.js';

const idSchema = z.custom<Int64>((value) => typeof value === 'string');

/**
 * One list as last fetched. `lastPage`: the address of its last page, if it has more than one: newcomers may follow
 * there. `rows`: how many it had, if it was complete; `grew`: it had fewer before, and kept all since. `highest`: of
 * its ids, and of those that the service says were added since; an animal learnt of by itself does not count.
 */
const listSchema = z.object({
  fetchedAt: z.string(),
  complete: z.boolean(),
  etag: z.optional(z.string()),
  lastPage: z.optional(z.string()),
  rows: z.optional(z.number()),
  grew: z.optional(z.boolean()),
  highest: z.optional(idSchema),
});

/** The saved copy without its pets and part. */
const headSchema = z.object({
  /** How many resets were confirmed before this was read; a copy from before the last one is worthless. */
  resets: z._default(z.number(), 0),
  lists: z.partialRecord(z.enum(['all', ...petStatuses]), listSchema),
  /** When a pet was read by itself, ISO, later than its list. */
  lookedUp: z.record(z.string(), z.string()),
  /** A digest of the API key all this was read with: another one may be another tenant's. */
  credential: z.optional(z.string()),
  /** The way ids run down the list, and how many newcomers came above the highest; undefined: not known yet. */
  order: z.optional(
    z.object({
      direction: z.enum(['up', 'down']),
      newcomers: z.number(),
      highest: z.optional(idSchema),
      isBroken: z.optional(z.boolean()),
    }),
  ),
  /** The address of the service's change link; undefined: it has none. */
  changes: z.optional(z.string()),
  /** Since when all added animals are here, ISO; undefined: no later than the whole list. */
  heardAt: z.optional(z.string()),
  /** When every page was last read, ISO. */
  wholeAt: z.optional(z.string()),
  /** A later page of the list that was not answered when it was last read; absent: it was read to its end. */
  pageTrouble: z.optional(z.object({ code: z.string(), message: z.string() })),
  /** How long it took to read the whole list, in milliseconds. */
  readMs: z.optional(z.number()),
});

const fileName = z.string().check(z.regex(/^[\w-]+\.json$/));
const namesSchema = z.object({
  shards: z.array(z.object({ name: fileName, first: idSchema, rows: z.number() })),
  part: z.optional(fileName),
});
/** The files that count beside the head. */
export type Names = z.infer<typeof namesSchema>;
/** `isDurable`: it was written so. */
const indexSchema = z.object({ head: headSchema, names: namesSchema, isDurable: z.optional(z.boolean()) });
/** A head as it is written. */
export type Index = z.infer<typeof indexSchema>;
const indexKind: DocumentKind<Index> = { version: 1, parse: (data) => indexSchema.parse(data) };
/** The names of the heads, the newest first. */
export const headNames: readonly string[] = ['lists.json', 'lists-before.json'];
/** The time after which every system has written its buffers, in milliseconds. */
const writtenMs = 60_000;

/** The two heads of a folder. */
export function createListHeads(fileSystem: FileSystem, folder: string, gate?: VersionGate) {
  const documentOf = (name: string) => new StoredDocument(fileSystem, join(folder, name), indexKind, gate);
  const newest = documentOf('lists.json');
  const before = documentOf('lists-before.json');

  /** The newest head that can be read; undefined if it is missing. */
  const read = async (): Promise<Index | undefined> =>
    (await newest.readIntact()) ?? (await before.readIntact()) ?? undefined;

  return {
    read,
    /** Every head that can be read: the files that these name are kept. */
    readAll: async (): Promise<readonly Index[]> =>
      [await newest.readIntact(), await before.readIntact()].filter((each) => each !== null),
    async write({ head, names }: Omit<Index, 'isDurable'>) {
      const known = await read().catch(() => undefined);
      const isDurable = !knowsTheSame(known?.head, head);
      if (isDurable) {
        await newest.replace({ head, names, isDurable });
        return;
      }

      const present = await newest.readIntact().catch(() => null);
      // Until the new one has its name, the one before is read. A torn one takes no other's place.
      await newest.replaceLoosely(
        { head, names, isDurable },
        {
          path: join(folder, 'lists-before.json'),
          when: (ageMs) => present !== null && (present.isDurable === true || ageMs > writtenMs),
        },
      );
    },
  };
}

/** Whether two heads say the same of what sending depends on. The rest may be lost: it is only read again. */
function knowsTheSame(one: Index['head'] | undefined, other: Index['head']): boolean {
  const known = (head: Index['head'] | undefined): string =>
    JSON.stringify([head?.resets, head?.credential, head?.order?.isBroken]);
  return known(one) === known(other);
}
