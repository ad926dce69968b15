/**
 * The saved copy of the service's lists. Disposable: never the only place of anything a person entered.
 *
 *     cache/lists.json       the head, which says which of the other files count (`list-shards.ts`)
 *     cache/pets-….json      shards: a few thousand pets each (`list-heads.ts`)
 *     cache/part-….json      a list whose reading was cut short
 *
 * All but the head are written once and never changed, so a command reads only the pets it shows, and a refresh without
 * news writes the head alone. A failure in between leaves the old head with all its files.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import type { Pet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { makeFolder } from '../platform/files/make-folder.js';
import { type DocumentKind, setAside, StoredDocument, type VersionGate } from './documents/document.js';
import { createListHeads, headNames, type Index, type Names } from './list-heads.js';
import { cutToPet, planShards, type Shard, shardOf } from './list-shards.js';

// The checksum vouches for the rows; checking each of 100 000 again would cost more than reading them.
const petsSchema = z.custom<readonly Pet[]>((value) => Array.isArray(value));

const partSchema = z.lazy(() =>
  z.object({
    /** When its first page was asked for, ISO. */
    begunAt: z.string(),
    /** The address of the first page that was not read. */
    next: z.string(),
    pets: petsSchema,
  }),
);
/** A whole list whose reading was cut short: it goes on from `next`. */
export type SavedPart = Readonly<z.infer<typeof partSchema>>;

/** The readings of the service. Disposable: it holds no entered animals. */
export type SavedCopy = Readonly<Omit<Index['head'], 'lookedUp'>> & {
  /** Every pet known, ascending by id. */
  readonly pets: readonly Pet[];
  /** As in the head; the last one of an id counts. */
  readonly lookedUp: readonly { readonly id: Int64; readonly at: string }[];
  readonly part?: SavedPart | undefined;
};

const petsKind: DocumentKind<readonly Pet[]> = { version: 1, parse: (data) => petsSchema.parse(data) };
const partKind: DocumentKind<SavedPart> = { version: 1, parse: (data) => partSchema.parse(data) };

/** What of a copy is on disk, and where. */
type Written = { readonly copy: SavedCopy; readonly names: Names };

/**
 * Which pets of the saved copy are wanted: the one with this id, or those at one end until they are enough; without
 * either all, with the part.
 */
type Part = {
  readonly id?: Int64;
  readonly isNewestFirst?: boolean;
  readonly isEnough?: (pets: readonly Pet[]) => boolean;
};

/** The facts of the lists, without a pet. */
export const headAlone: Part = { isEnough: () => true };

/** `count`: how many pets there are in all. `isWhole`: every file that was asked for is there. */
type Opened = { readonly copy: SavedCopy; readonly count: number; readonly isWhole: boolean };

/** Leftovers of a killed writer may stay for so long, in milliseconds. */
const oldMs = 24 * 60 * 60 * 1000;

/** Read only on request. */
export function createListCache(fileSystem: FileSystem, storeFolder: string, gate?: VersionGate) {
  const folder = join(storeFolder, 'cache');
  const pathOf = (name: string): string => join(folder, name);
  const documentOf = <T>(name: string, kind: DocumentKind<T>) =>
    new StoredDocument(fileSystem, pathOf(name), kind, gate);
  const heads = createListHeads(fileSystem, folder, gate);
  let written: Written | undefined;

  /** Undefined: the file is missing or torn. Throws for one of a newer version, and what cannot be read just now. */
  const readFile = async <T>(name: string, kind: DocumentKind<T>): Promise<T | undefined> =>
    (await documentOf(name, kind).readIntact()) ?? undefined;

  async function writeFile<T>(what: string, kind: DocumentKind<T>, data: T): Promise<string> {
    const name = `${what}-${randomUUID()}.json`;
    await documentOf(name, kind).writeLoosely(data);
    return name;
  }

  async function openPart(part: Part, isSecond = false): Promise<Opened | undefined> {
    const { id, isNewestFirst = false, isEnough } = part;
    const index = await heads.read();
    if (!index) {
      return undefined;
    }

    const { head, names } = index;
    const kind = id === undefined ? petsKind : { ...petsKind, cut: (text: string) => cutToPet(text, id) };
    const wanted = id === undefined ? names.shards : [shardOf(names.shards, id)].filter((shard) => shard !== undefined);
    const shards: Shard[] = [];
    const runs: (readonly Pet[])[] = [];
    let isWhole = true;
    for (const shard of isNewestFirst ? wanted.toReversed() : wanted) {
      if (isEnough?.(runs.flat())) {
        break;
      }

      if (runs.length > 0) {
        // A long list takes seconds, and a person who looks at a part of it already presses keys meanwhile.
        await new Promise(setImmediate);
      }

      const rows = await readFile(shard.name, kind);
      if (rows && (id !== undefined || rows.length === shard.rows)) {
        shards.push(shard);
        runs.push(rows);
      } else if (!isSecond && !fileSystem.exists(pathOf(shard.name))) {
        // Another petstore wrote a new head meanwhile, and removed the other files.
        return await openPart(part, true);
      } else {
        isWhole = false;
      }
    }

    const pets = (isNewestFirst ? runs.toReversed() : runs).flat();
    const count = names.shards.reduce((sum, { rows }) => sum + rows, 0);
    const copy = { ...(isWhole ? toCopy(head) : withoutPromises(toCopy(head))), pets };
    if (id !== undefined || isEnough) {
      return { copy, count, isWhole };
    }

    const cutShort = names.part === undefined ? undefined : await readFile(names.part, partKind);
    const all = { ...copy, part: cutShort };
    written = { copy: all, names: { ...names, shards } };
    return { copy: all, count, isWhole };
  }

  /** Writes the parts without a file; the same object counts as written. */
  async function writeFiles(copy: SavedCopy): Promise<Names> {
    const isThere = (name: string): boolean => fileSystem.exists(pathOf(name));
    const before = written?.names.shards.every(({ name }) => isThere(name)) ? written : undefined;
    const shards: Shard[] = [];
    for (const planned of planShards(copy.pets, before?.copy.pets, before?.names.shards)) {
      if ('kept' in planned) {
        shards.push(planned.kept);
      } else {
        const name = await writeFile('pets', petsKind, planned.pets);
        shards.push({ name, first: (planned.pets[0] as Pet).id, rows: planned.pets.length });
      }
    }

    const { part } = copy;
    if (part === undefined) {
      return { shards };
    }

    const name = before?.names.part;
    const isKept = part === before?.copy.part && name !== undefined && isThere(name);
    return { shards, part: isKept ? name : await writeFile('part', partKind, part) };
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

  return {
    path: folder,
    /** The saved copy, with all or a part of its pets; undefined if it is missing or damaged: it is fetched again. */
    open: (part: Part = {}) => openPart(part),
    /** The copy of another process, if one was written since this one read or wrote its own, and can be read. */
    async openOthers(): Promise<SavedCopy | undefined> {
      const here = JSON.stringify(written?.names.shards ?? []);
      const index = await heads.read().catch(() => undefined);
      const isSame = JSON.stringify(index?.names.shards ?? []) === here;
      return isSame ? undefined : (await openPart({}).catch(() => undefined))?.copy;
    },
    async write(copy: SavedCopy) {
      await makeCacheFolder(fileSystem, folder);
      const before = await heads.readAll().catch(() => []);
      const names = await writeFiles(copy);
      const { pets: _pets, part: _part, lookedUp, ...rest } = copy;
      await heads.write({
        head: { ...rest, lookedUp: Object.fromEntries(lookedUp.map(({ id, at }) => [id, at])) },
        names,
      });
      const kept = (await heads.readAll().catch(() => before)).flatMap((each) => toNames(each.names));
      await removeUnnamed(
        [...toNames(names), ...kept],
        [...before.flatMap((each) => toNames(each.names)), ...(written ? toNames(written.names) : [])],
      );
      written = { copy, names };
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

function toNames({ shards, part }: Names): readonly string[] {
  return [...shards.map(({ name }) => name), ...(part === undefined ? [] : [part])];
}

function toCopy({ lookedUp, ...head }: Index['head']): SavedCopy {
  return { ...head, pets: [], lookedUp: Object.entries(lookedUp).map(([id, at]) => ({ id: id as Int64, at })) };
}

/** A copy that lacks pets which it had: it no longer claims to be complete, nor names the place to go on. */
function withoutPromises(copy: SavedCopy): SavedCopy {
  const lists = Object.entries(copy.lists).map(
    ([key, { fetchedAt }]) => [key, { fetchedAt, complete: false }] as const,
  );
  const { pets, lookedUp, resets, credential, readMs, part } = copy;
  return { pets, lookedUp, resets, credential, readMs, part, lists: Object.fromEntries(lists) };
}
