/**
 * The saved copy of the service's lists. Disposable: never the only place of anything a person entered.
 *
 *     cache/lists.json       the head: dates, knowledge of the service, and which of the other files count
 *     cache/lists-before.json   the head before it
 *     cache/pets-….json      shards: a few thousand pets each (`list-shards.ts`)
 *     cache/pages-….json     the addresses and validators of pages
 *     cache/part-….json      a list whose reading was cut short
 *
 * All but the head are written once and never changed, so a command reads only the pets it shows, and a refresh without
 * news writes the head alone. A failure in between leaves the old head with all its files.
 *
 * The head is written each minute if the app is open, so it is not made durable: each fsync is one of the whole disk on
 * macOS. A power cut may then leave it torn, which its checksum tells, and the one before counts again. That is never
 * younger than a minute, by when every system has written it, or was made durable.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { type Pet, petStatuses } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { makeFolder } from '../platform/files/make-folder.js';
import { type DocumentKind, setAside, StoredDocument, type VersionGate } from './documents/document.js';
import { cutToPet, planShards, type Shard, type Sharded, shardOf } from './list-shards.js';

/**
 * One page of the whole list as it was last read: a run of ascending ids from `first` to `last`, of which there were
 * `rows`. `url`: undefined for the first page. `date`: when the service answered, by its own clock, in milliseconds
 * since 1970.
 */
export type SavedPage = {
  readonly url?: string | undefined;
  readonly etag?: string | undefined;
  readonly first: Int64;
  readonly last: Int64;
  readonly rows: number;
  readonly date?: number | undefined;
};

const idSchema = z.custom<Int64>((value) => typeof value === 'string');
// The checksum vouches for the rows; checking each of 100 000 again would cost more than reading them.
const petsSchema = z.custom<readonly Pet[]>((value) => Array.isArray(value));
const pagesSchema = z.custom<readonly SavedPage[]>((value) => Array.isArray(value));

const partSchema = z.lazy(() =>
  z.object({
    /** When its first page was asked for, ISO. */
    begunAt: z.string(),
    /** The address of the first page that was not read. */
    next: z.string(),
    pets: petsSchema,
    pages: z.optional(pagesSchema),
  }),
);
/** A whole list whose reading was cut short: it goes on from `next`. */
export type SavedPart = Readonly<z.infer<typeof partSchema>>;

/**
 * One list as last fetched. `lastPage`: the address of its last page, if it has more than one: newcomers may follow
 * there. `rows`: how many it had, if it was complete; `grew`: it had fewer before, and kept all since.
 */
const listSchema = z.object({
  fetchedAt: z.string(),
  complete: z.boolean(),
  etag: z.optional(z.string()),
  lastPage: z.optional(z.string()),
  rows: z.optional(z.number()),
  grew: z.optional(z.boolean()),
});

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
  /** The addresses of the service's change link and of its events; undefined: it has no such link. */
  changes: z.optional(z.string()),
  events: z.optional(z.string()),
  /** Since when all added animals are here, ISO; undefined: no later than the whole list. */
  heardAt: z.optional(z.string()),
  /** When every page was last read without a validator, ISO. */
  wholeAt: z.optional(z.string()),
  /** Pages that are read again, some at each refresh: since when (ISO), and the number of the next one. */
  sweep: z.optional(z.lazy(() => z.object({ begunAt: z.string(), next: z.number() }))),
  /** The seen lies of the service. */
  distrusts: z.optional(
    z.lazy(() => z.object({ changes: z.optional(z.boolean()), validators: z.optional(z.boolean()) })),
  ),
  /** How long it took to read the whole list, in milliseconds. */
  readMs: z.optional(z.number()),
});

/** The readings of the service. Disposable: it holds no entered animals. */
export type SavedCopy = Readonly<Omit<z.infer<typeof headSchema>, 'lookedUp'>> & {
  /** Every pet known, ascending by id. */
  readonly pets: readonly Pet[];
  /** As in the head; the last one of an id counts. */
  readonly lookedUp: readonly { readonly id: Int64; readonly at: string }[];
  readonly part?: SavedPart | undefined;
  /** The whole list in the pages it came in; undefined if they are no runs of ascending ids in a row. */
  readonly pages?: readonly SavedPage[] | undefined;
};

const fileName = z.string().check(z.regex(/^[\w-]+\.json$/));
const namesSchema = z.object({
  shards: z.array(z.object({ name: fileName, first: idSchema, rows: z.number() })),
  pages: z.optional(fileName),
  part: z.optional(fileName),
});
type Names = z.infer<typeof namesSchema>;
/** `isDurable`: it was written so. */
const indexSchema = z.object({ head: headSchema, names: namesSchema, isDurable: z.optional(z.boolean()) });
type Index = z.infer<typeof indexSchema>;
const indexKind: DocumentKind<Index> = { version: 1, parse: (data) => indexSchema.parse(data) };
const petsKind: DocumentKind<readonly Pet[]> = { version: 1, parse: (data) => petsSchema.parse(data) };
const pagesKind: DocumentKind<readonly SavedPage[]> = { version: 1, parse: (data) => pagesSchema.parse(data) };
const partKind: DocumentKind<SavedPart> = { version: 1, parse: (data) => partSchema.parse(data) };

/** What of a copy is on disk, and where. */
type Written = Sharded & { readonly copy: SavedCopy; readonly names: Names };

/** More rows than any window has. */
const mostOnScreen = 300;

/** Leftovers of a killed writer may stay for so long, in milliseconds. */
const oldMs = 24 * 60 * 60 * 1000;

/** The names of the head, the newest first. */
const headNames: readonly string[] = ['lists.json', 'lists-before.json'];
/** The time after which every system has written its buffers, in milliseconds. */
const writtenMs = 60_000;

/** Read only on request. */
export function createListCache(fileSystem: FileSystem, storeFolder: string, gate?: VersionGate) {
  const folder = join(storeFolder, 'cache');
  const pathOf = (name: string): string => join(folder, name);
  const documentOf = <T>(name: string, kind: DocumentKind<T>) =>
    new StoredDocument(fileSystem, pathOf(name), kind, gate);
  const newest = documentOf('lists.json', indexKind);
  const before = documentOf('lists-before.json', indexKind);
  let written: Written | undefined;

  /** The newest head that can be read; undefined if it is missing. */
  const readIndex = async (): Promise<Index | undefined> =>
    (await newest.readIntact()) ?? (await before.readIntact()) ?? undefined;

  /** Every head that can be read: the files that these name are kept. */
  const readHeads = async (): Promise<readonly Index[]> =>
    [await newest.readIntact(), await before.readIntact()].filter((each) => each !== null);

  async function writeHead(data: Index): Promise<void> {
    if (data.isDurable) {
      await newest.replace(data);
      return;
    }

    const present = await newest.readIntact().catch(() => null);
    // Until the new one has its name, the one before is read. A torn one takes no other's place.
    await newest.replaceLoosely(data, {
      path: pathOf('lists-before.json'),
      when: (ageMs) => present !== null && (present.isDurable === true || ageMs > writtenMs),
    });
  }

  /** Undefined: the file is missing or torn. Throws for one of a newer version, and what cannot be read just now. */
  const readFile = async <T>(name: string, kind: DocumentKind<T>): Promise<T | undefined> =>
    (await documentOf(name, kind).readIntact()) ?? undefined;

  async function writeFile<T>(what: string, kind: DocumentKind<T>, data: T): Promise<string> {
    const name = `${what}-${randomUUID()}.json`;
    await documentOf(name, kind).writeLoosely(data);
    return name;
  }

  async function read(isSecond = false): Promise<SavedCopy | undefined> {
    const found = await readIndex();
    if (!found) {
      return undefined;
    }

    const { head, names } = found;
    const shards: Shard[] = [];
    const pets: Pet[] = [];
    for (const [place, shard] of names.shards.entries()) {
      if (place > 0) {
        // A long list takes seconds, and a person who looks at a part of it already presses keys meanwhile.
        await new Promise(setImmediate);
      }

      const rows = await readFile(shard.name, petsKind);
      if (rows?.length === shard.rows) {
        shards.push(shard);
        pets.push(...rows);
      } else if (!isSecond && !fileSystem.exists(pathOf(shard.name))) {
        // Another petstore wrote a new head meanwhile, and removed the other files.
        return await read(true);
      }
    }

    const isWhole = shards.length === names.shards.length;
    const pages = names.pages === undefined || !isWhole ? undefined : await readFile(names.pages, pagesKind);
    const part = names.part === undefined ? undefined : await readFile(names.part, partKind);
    const copy = { ...(isWhole ? toCopy(head) : withoutPromises(toCopy(head))), pets, pages, part };
    written = { copy, pets, shards, names: { ...names, shards } };
    return copy;
  }

  /** Writes the parts without a file; the same object counts as written. */
  async function writeFiles({ pets, pages, part }: SavedCopy): Promise<Names> {
    const isThere = (name: string): boolean => fileSystem.exists(pathOf(name));
    const before = written && written.shards.every(({ name }) => isThere(name)) ? written : undefined;
    const shards: Shard[] = [];
    for (const planned of planShards(pets, before)) {
      const [first] = 'pets' in planned ? planned.pets : [];
      if ('kept' in planned) {
        shards.push(planned.kept);
      } else if (first) {
        shards.push({
          name: await writeFile('pets', petsKind, planned.pets),
          first: first.id,
          rows: planned.pets.length,
        });
      }
    }

    const keep = async <T>(
      what: 'pages' | 'part',
      kind: DocumentKind<T>,
      now: T | undefined,
      was: T | undefined,
    ): Promise<string | undefined> => {
      const name = before?.names[what];
      if (now === undefined) {
        return undefined;
      }

      return now === was && name !== undefined && isThere(name) ? name : await writeFile(what, kind, now);
    };
    return {
      shards,
      pages: await keep('pages', pagesKind, pages, before?.copy.pages),
      part: await keep('part', partKind, part, before?.copy.part),
    };
  }

  /** Files that no head names any more. Another petstore may write some just now; those go when they are a day old. */
  async function removeUnnamed(named: readonly string[], unnamed: readonly string[]): Promise<void> {
    const kept = new Set([...headNames, ...named]);
    const now = fileSystem.modifiedAt(pathOf('lists.json'));
    const old = (await fileSystem.list(folder)).filter((name) => now - fileSystem.modifiedAt(pathOf(name)) > oldMs);
    for (const name of [...unnamed, ...old].filter((each) => !kept.has(each))) {
      await fileSystem.remove(pathOf(name)).catch(() => undefined);
    }
  }

  /** Shards from one end until their pets are enough, or one of them is missing or torn. */
  async function readEnd(
    shards: readonly { readonly name: string; readonly rows: number }[],
    end: 'newest' | 'oldest',
    isEnough: (pets: readonly Pet[]) => boolean,
  ): Promise<{ readonly pets: readonly Pet[]; readonly isTorn: boolean }> {
    let pets: readonly Pet[] = [];
    for (const { name, rows: count } of end === 'newest' ? shards.toReversed() : shards) {
      if (isEnough(pets)) {
        break;
      }

      const rows = await readFile(name, petsKind);
      if (rows?.length !== count) {
        return { pets, isTorn: true };
      }

      pets = end === 'newest' ? [...rows, ...pets] : [...pets, ...rows];
    }

    return { pets, isTorn: false };
  }

  return {
    path: folder,
    /** The saved copy without pets, pages and part, and how many pets it has. Undefined if it is missing or damaged. */
    async readHead() {
      const found = await readIndex();
      return found
        ? { copy: toCopy(found.head), count: found.names.shards.reduce((sum, { rows }) => sum + rows, 0) }
        : undefined;
    },
    /** The saved copy; undefined if it is missing or damaged: it is fetched again. Of one damaged in part the rest. */
    read: () => read(),
    /** The newest pets, as many as a screen shows: reads a shard or two. Empty if they are missing or torn. */
    async readNewest() {
      const { shards = [] } = (await readIndex())?.names ?? {};
      return (await readEnd(shards, 'newest', ({ length }) => length >= mostOnScreen)).pets;
    },
    /** Reads shards from one end until their pets are enough; undefined: one of them is missing or torn. */
    async readFrom(end: 'newest' | 'oldest', isEnough: (pets: readonly Pet[]) => boolean) {
      const shards = (await readIndex())?.names.shards;
      if (!shards?.every(({ name }) => fileSystem.exists(pathOf(name)))) {
        return undefined;
      }

      const { pets, isTorn } = await readEnd(shards, end, isEnough);
      return isTorn ? undefined : pets;
    },
    /** The saved copy with no more than this pet in it, if it has one: reads a single shard. */
    async readOne(id: Int64): Promise<SavedCopy | undefined> {
      const found = await readIndex();
      if (!found) {
        return undefined;
      }

      const shard = shardOf(found.names.shards, id);
      const kind = { ...petsKind, cut: (text: string) => cutToPet(text, id) };
      const pets = shard ? await readFile(shard.name, kind) : [];
      // Where its shard is missing or torn, it is not known whether there is such a pet.
      return pets ? { ...toCopy(found.head), pets } : { ...withoutPromises(toCopy(found.head)), pets: [] };
    },
    async write(copy: SavedCopy) {
      await makeCacheFolder(fileSystem, folder);
      const before = await readHeads().catch(() => []);
      const names = await writeFiles(copy);
      const { pets, pages: _pages, part: _part, lookedUp, ...rest } = copy;
      const head = { ...rest, lookedUp: Object.fromEntries(lookedUp.map(({ id, at }) => [id, at])) };
      const isDurable = !knowsTheSame(before[0]?.head, head);
      await writeHead({ head, names, isDurable });
      const kept = (await readHeads().catch(() => before)).flatMap((each) => toNames(each.names));
      await removeUnnamed(
        [...toNames(names), ...kept],
        [...before.flatMap((each) => toNames(each.names)), ...(written ? toNames(written.names) : [])],
      );
      written = { copy, pets, shards: names.shards, names };
    },
    async clear() {
      written = undefined;
      // The head first: without it the others have no meaning.
      for (const name of (await fileSystem.list(folder)).toSorted(
        (a, b) => headNames.indexOf(b) - headNames.indexOf(a),
      )) {
        await fileSystem.remove(pathOf(name));
      }
    },
    /** How many bytes all of it takes. */
    async size() {
      const paths = (await fileSystem.list(folder)).map(pathOf);
      return paths.reduce((sum, path) => sum + fileSystem.sizeOf(path), 0);
    },
  };
}

/** Something else may have the folder's name: we must not delete it. */
async function makeCacheFolder(fileSystem: FileSystem, folder: string): Promise<void> {
  if (fileSystem.exists(folder) && !fileSystem.isFolder(folder)) {
    await setAside(fileSystem, folder);
  }

  if (fileSystem.isFolder(join(folder, 'lists.json'))) {
    await setAside(fileSystem, join(folder, 'lists.json'));
  }

  await makeFolder(fileSystem, folder);
}

/** Whether two heads say the same of what sending depends on. The rest may be lost: it is only read again. */
function knowsTheSame(one: Index['head'] | undefined, other: Index['head']): boolean {
  const known = (head: Index['head'] | undefined): string =>
    JSON.stringify([head?.resets, head?.credential, head?.distrusts, head?.order?.isBroken]);
  return known(one) === known(other);
}

function toNames({ shards, pages, part }: Names): readonly string[] {
  return [...shards.map(({ name }) => name), ...[pages, part].flatMap((name) => name ?? [])];
}

function toCopy({ lookedUp, ...head }: Index['head']): SavedCopy {
  return { ...head, pets: [], lookedUp: Object.entries(lookedUp).map(([id, at]) => ({ id: id as Int64, at })) };
}

/** A copy that lacks pets which it had: it no longer claims to be complete, nor names the place to go on. */
function withoutPromises(copy: SavedCopy): SavedCopy {
  const lists = Object.entries(copy.lists).map(
    ([key, { fetchedAt }]) => [key, { fetchedAt, complete: false }] as const,
  );
  const { pets, lookedUp, resets, credential, events, distrusts, readMs, part } = copy;
  return { pets, lookedUp, resets, credential, events, distrusts, readMs, part, lists: Object.fromEntries(lists) };
}
