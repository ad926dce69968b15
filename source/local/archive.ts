/**
 * Entries settled a while ago: local ids resolve for ever, the queue folder stays small.
 *
 * `archive.json`, which every command reads, holds the latest thousand, and of the others which numbers they have.
 * Those are in `archive/2026-11.json`, one file for each month in which they were settled, and are read if one of them
 * is asked for.
 *
 * It is the only place of its content, so each file is written twice, `archive.copy.json` first: whichever of the two a
 * disk damages, the other one answers. Where both are damaged their bytes are kept, the numbers they speak of stay
 * taken, and everything else goes on.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Entry, isWaiting } from '../domain/entry.js';
import { compareInt64, type Int64 } from '../domain/int64.js';
import { nameKinds } from '../domain/name-kinds.js';
import { type NewPet, petStatuses, pickPet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { makeFolder } from '../platform/files/make-folder.js';
import { serialiseNewPet } from '../platform/json/wire-json.js';
import { type DamagedDocument, type DocumentKind, StoredDocument, type VersionGate } from './documents/document.js';
import type { Unreadable } from './journal/record-files.js';

/** The kept part of an entry. `former`: see `Entry.elsewhere`. */
export type ArchivedEntry = NewPet & {
  readonly createdAt: string;
  readonly settledAt: string;
  readonly petId?: Int64;
  readonly former?: true;
};

// The checksum vouches for the rows.
const entriesSchema = z.record(
  z.string(),
  z.custom<ArchivedEntry>((value) => typeof value === 'object'),
);
const runsSchema = z.array(z.tuple([z.number(), z.number()]));
const monthKind: DocumentKind<Entries> = { version: 1, parse: (data) => entriesSchema.parse(data) };
// Of one kind of name: how many in a row, the last one included, were stored exactly as they were sent; and whether one
// was stored otherwise, and too few exact ones since.
const nameQuirkSchema = z.object({ exact: z.number(), isAltered: z.boolean() });
const unknownName = { exact: 0, isAltered: false };
const unknownNames = { plain: unknownName, signs: unknownName, accents: unknownName, emoji: unknownName };
const noQuirks = { names: unknownNames, longest: 0 };
const contentSchema = z.lazy(() =>
  z.object({
    highest: z.number(),
    resets: z._default(z.number(), 0),
    habits: z._default(
      z.object({
        // Older versions did not tell names apart by their kind: their knowledge is learnt anew.
        names: z._default(z.record(z.enum(nameKinds), nameQuirkSchema), unknownNames),
        // The length in code points of the longest name that was stored exactly.
        longest: z._default(z.number(), 0),
        // The status it gives to an animal sent without one; absent: without one, or unknown.
        defaultStatus: z.optional(z.enum(petStatuses)),
      }),
      noQuirks,
    ),
    entries: entriesSchema,
    // The months before, the lowest and highest pet id in each, and the numbers in all of them, as runs.
    months: z._default(
      z.array(
        z.object({
          name: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
          lowest: z.optional(z.string()),
          highest: z.optional(z.string()),
        }),
      ),
      [],
    ),
    runs: z._default(runsSchema, []),
    // Of those, the ones from before the service was reset.
    formerRuns: z._default(runsSchema, []),
  }),
);
type Content = z.infer<typeof contentSchema>;
type Entries = Readonly<Record<string, ArchivedEntry>>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

const nothing: Content = { highest: 0, resets: 0, habits: noQuirks, entries: {}, months: [], runs: [], formerRuns: [] };

/** The known changes of names by the service, as our animals showed them: see `sync/evidence/quirks.ts`. */
export type ServiceQuirks = Content['habits'];

/** How long settled entries stay in the queue folder, in milliseconds: all, and those beyond `mostSettled`. */
const archiveAfterMs = 24 * 60 * 60 * 1000;
const shownForMs = 60 * 60 * 1000;
/** The same of those that a person can still change their mind about: an archived entry never returns. */
const revocableForMs = 30 * 24 * 60 * 60 * 1000;
const mostSettled = 200;
/** More entries than these move from `archive.json` into their months. */
const mostLatest = 1000;

/** The rest of entries that were settled long ago. */
export type Archive = ReturnType<typeof createArchive>;

/** Reads and writes only on request. Of two copies one that is damaged is made good from the other. */
export function createArchive(fileSystem: FileSystem, folder: string, queueFolder: string, gate?: VersionGate) {
  const paths = [join(folder, 'archive.json'), join(folder, 'archive.copy.json')] as const;
  const copies = paths.map((path) => new StoredDocument(fileSystem, path, kind, gate));
  let content: Content = nothing;
  let revision = '';
  let owners:
    | { readonly of: Content; readonly read: ReadonlyMap<string, Entries>; readonly ids: ReadonlyMap<Int64, string> }
    | undefined;
  let damaged: readonly DamagedDocument[] = [];
  /** The months that were read; a new map whenever that changed. */
  let read: ReadonlyMap<string, Entries> = new Map();
  const lostMonths = new Map<string, string>();
  const monthPaths = (name: string): readonly [string, string] => [
    join(folder, 'archive', `${name}.json`),
    join(folder, 'archive', `${name}.copy.json`),
  ];
  const monthAt = (path: string) => new StoredDocument(fileSystem, path, monthKind, gate);

  /** One month, from whichever of its two files is whole; empty where neither is, which is told. */
  async function readMonth(name: string): Promise<Entries> {
    for (const path of monthPaths(name)) {
      const entries = await monthAt(path).readIntact();
      if (entries) {
        lostMonths.delete(name);
        return entries;
      }
    }

    lostMonths.set(name, monthPaths(name)[0]);
    return {};
  }

  async function readMonths(names: readonly string[]): Promise<void> {
    for (const name of names.filter((each) => !read.has(each))) {
      read = new Map([...read, [name, await readMonth(name)]]);
    }
  }

  /** Moves what `archive.json` holds into its months, each durable before anything else says so. */
  async function moveToMonths({ entries, months, runs, ...rest }: Content): Promise<Content> {
    await makeFolder(fileSystem, join(folder, 'archive'));
    const byMonth = Map.groupBy(Object.entries(entries), ([, { settledAt }]) => monthOf(settledAt));
    const known = new Map(months.map((month) => [month.name, month]));
    let taken = Object.keys(entries);
    for (const [name, moved] of byMonth) {
      // Existing files are not overwritten: they, or both files which name the months, may be damaged.
      const isFound = !known.has(name) && monthPaths(name).some((path) => fileSystem.exists(path));
      const before = known.has(name) || isFound ? await readMonth(name) : {};
      taken = isFound ? [...taken, ...Object.keys(before)] : taken;
      for (const path of lostMonths.has(name) ? monthPaths(name).filter((each) => fileSystem.exists(each)) : []) {
        await fileSystem.rename(path, `${path}.damaged-${randomUUID()}`);
      }

      const after = { ...before, ...Object.fromEntries(moved) };
      for (const path of monthPaths(name).toReversed()) {
        await monthAt(path).replace(after);
      }

      const ids = Object.values(after)
        .flatMap(({ petId }) => petId ?? [])
        .sort(compareInt64);
      known.set(name, { name, ...(ids[0] === undefined ? {} : { lowest: ids[0], highest: ids.at(-1) }) });
      read = new Map([...read, [name, after]]);
    }

    return {
      ...rest,
      entries: {},
      months: [...known.values()],
      runs: toRuns([...runs, ...taken.map(numberOf).map((number): [number, number] => [number, number])]),
    };
  }

  /** The kept part of an entry, and whether it is from before a reset. */
  function kept(localId: string): ArchivedEntry | undefined {
    const own = content.entries[localId];
    const moved = own ?? [...read.values()].find((entries) => localId in entries)?.[localId];
    return moved && !own && isIn(content.formerRuns, numberOf(localId)) ? { ...moved, former: true } : moved;
  }

  function findRead(localId: string): Entry | undefined {
    const found = kept(localId);
    return found && fromArchived(localId, found);
  }

  /** The local ids in `archive.json`, and in those of its months that were read. */
  const idsRead = (): readonly string[] =>
    [...read.values(), content.entries].flatMap((entries) => Object.keys(entries));

  async function load(): Promise<void> {
    // Asked first: a write in between is then read once more.
    const present = paths.map((path) => fileSystem.revision(path)).join();
    if (present === revision) {
      return;
    }

    const found: DamagedDocument[] = [];
    let whole: Content | null = null;
    for (const copy of copies) {
      whole ??= await copy.readOr((damage) => {
        found.push(damage);
        return null;
      });
    }

    content = whole ?? (found.length > 0 ? await salvage(found) : content);
    damaged = found;
    revision = present;
    // Another process may have moved more into them.
    read = new Map();
  }

  /** The highest number that damaged files speak of: those up to it stay taken. */
  async function salvage(files: readonly DamagedDocument[]): Promise<Content> {
    const texts = await Promise.all(
      files.map(async ({ path }) => (await fileSystem.readFile(path).catch(() => Buffer.alloc(0))).toString('latin1')),
    );
    const numbers = texts.flatMap((text) =>
      [...text.matchAll(/"(?:Q-|highest":)(\d{1,15})\b/g)].map((match) => Number(match[1])),
    );
    return { ...nothing, highest: numbers.reduce((a, b) => Math.max(a, b), content.highest) };
  }

  function problems(): readonly Unreadable[] {
    const isLost = damaged.length === paths.length;
    const meaning = isLost
      ? 'animals that were settled more than a day ago cannot be looked up by their Q number'
      : 'the other one of the two is used';
    return [
      ...damaged.map(({ path, reason }): Unreadable => ({
        path,
        reason: `${reason}; ${meaning}`,
        code: isLost ? 'archive_lost' : 'spare_copy',
      })),
      ...[...lostMonths].map(([name, path]): Unreadable => ({
        path,
        code: 'archive_lost',
        reason:
          'it and its copy are damaged or missing; animals that were settled ' +
          `in ${name} cannot be looked up by their Q number`,
      })),
    ];
  }

  async function archive(
    entries: readonly Entry[],
    quirks: ServiceQuirks,
    change: (next: Content) => Content = (next) => next,
  ): Promise<void> {
    // Another process may have archived since this one looked; its rows are the only copy.
    await load();
    const taken = entries.map((entry) => [entry.localId, toArchived(entry)] as const);
    const changed = change({
      ...content,
      habits: quirks,
      highest: Math.max(content.highest, ...entries.map(({ number }) => number)),
      entries: { ...content.entries, ...Object.fromEntries(taken) },
    });
    const next = Object.keys(changed.entries).length > mostLatest ? await moveToMonths(changed) : changed;
    for (const { path } of damaged) {
      await fileSystem.rename(path, `${path}.damaged-${randomUUID()}`);
    }

    for (const copy of copies.toReversed()) {
      await copy.replace(next);
    }

    content = next;
    damaged = [];
    // From the first record up: `Journal.append` relies on it.
    for (const { number, history } of entries) {
      for (const step of history.keys()) {
        await fileSystem.remove(join(queueFolder, `${number}.${step}.json`)).catch(() => undefined);
      }
    }
  }

  return {
    /** Reads it if it changed: almost free otherwise. */
    load,
    /** Its damaged files, and the consequences. */
    problems,
    /** The highest number ever archived; 0: never. */
    highest: () => content.highest,
    has: (number: number) => `Q-${number}` in content.entries || isIn(content.runs, number),
    /** How often a person confirmed that the service was reset. */
    resets: () => content.resets,
    quirks: (): ServiceQuirks => content.habits,
    /** The local id that a pet id belongs to for good, unless that was before the service was reset. */
    owner(petId: Int64) {
      if (owners?.of !== content || owners.read !== read) {
        const rows = idsRead().flatMap((localId) => {
          const { petId: id, former } = kept(localId) ?? {};
          return former || id === undefined ? [] : [[id, localId] as const];
        });
        owners = { of: content, read, ids: new Map(rows) };
      }

      return owners.ids.get(petId);
    },
    /** Reads the months in which these pet ids may be; without ids, all. Before it their owners are unknown. */
    async prepareOwners(petIds?: readonly Int64[]) {
      const mayHave = ({ lowest, highest }: Content['months'][number]): boolean =>
        petIds === undefined ||
        petIds.some(
          (id) =>
            lowest !== undefined &&
            highest !== undefined &&
            BigInt(lowest) <= BigInt(id) &&
            BigInt(id) <= BigInt(highest),
        );
      await readMonths(content.months.filter(mayHave).map(({ name }) => name));
    },
    /** The entry as far as it is kept, if that was read already: the owner of a pet id, if that was prepared. */
    findRead,
    /** The entry as far as it is kept: without its history. */
    async find(localId: string) {
      const number = /^Q-\d{1,15}$/.test(localId) ? numberOf(localId) : 0;
      // The latest month first: that is what people ask for.
      for (const { name } of isIn(content.runs, number) ? content.months.toReversed() : []) {
        if (kept(localId) === undefined) {
          await readMonths([name]);
        }
      }

      return findRead(localId);
    },
    /** All of them, in the order of their numbers: reads every month. */
    async all(): Promise<readonly Entry[]> {
      await load();
      await readMonths(content.months.map(({ name }) => name));
      const localIds = [...new Set(idsRead())].sort((a, b) => numberOf(a) - numberOf(b));
      return localIds.flatMap((localId) => findRead(localId) ?? []);
    },
    /** Takes entries in durably whose records say so, then deletes the records. `quirks`: those of all entries. */
    archive: (entries: readonly Entry[], quirks: ServiceQuirks) => archive(entries, quirks),
    /** The same, and marks these and all others: their pet ids belong to the service as it was before a reset. */
    archiveAsReset: (entries: readonly Entry[], quirks: ServiceQuirks) =>
      archive(entries, quirks, (next) => ({
        ...next,
        resets: next.resets + 1,
        formerRuns: next.runs,
        entries: Object.fromEntries(
          Object.entries(next.entries).map(([localId, entry]) => [localId, { ...entry, former: true }]),
        ),
      })),
  };
}

/** Entries settled for a day, or an hour if there are many; thirty days for those that a person can take back. */
export function archivable(entries: readonly Entry[], now: number): readonly Entry[] {
  const ageOf = (entry: Entry): number => now - Date.parse(settledAt(entry));
  const isRevocable = ({ state, adopted, isMarkedArchived }: Entry): boolean =>
    !isMarkedArchived && (state === 'discarded' || adopted !== undefined);
  const settled = entries.filter(({ state }) => !isWaiting(state));
  const { revocable = [], final = [] } = Object.groupBy(settled, (entry) =>
    isRevocable(entry) ? 'revocable' : 'final',
  );
  const surplus = final.length - mostSettled;
  const oldestFirst = final.toSorted((a, b) => ageOf(b) - ageOf(a));
  return [
    ...oldestFirst.filter((entry, index) => ageOf(entry) > (index < surplus ? shownForMs : archiveAfterMs)),
    ...revocable.filter((entry) => ageOf(entry) > revocableForMs),
  ];
}

/** The month of a moment, `2026-11`; entries without a sensible date are in one of their own. */
function monthOf(iso: string): string {
  return /^\d{4}-\d{2}-/.test(iso) ? iso.slice(0, 7) : '0000-00';
}

function numberOf(localId: string): number {
  return Number(localId.slice(2));
}

/** Runs of numbers, each from its first to its last, as few and as long as can be. */
function toRuns(runs: readonly (readonly [number, number])[]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [from, to] of runs.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) {
      last[1] = Math.max(last[1], to);
    } else {
      joined.push([from, to]);
    }
  }

  return joined;
}

function isIn(runs: readonly (readonly [number, number])[], number: number): boolean {
  return runs.some(([from, to]) => from <= number && number <= to);
}

function settledAt(entry: Entry): string {
  return entry.history.findLast((record) => record?.kind !== 'archived')?.at ?? entry.createdAt;
}

function toArchived(entry: Entry): ArchivedEntry {
  return {
    ...pickPet(entry),
    createdAt: entry.createdAt,
    settledAt: settledAt(entry),
    ...(entry.petId === undefined ? {} : { petId: entry.petId }),
  };
}

function fromArchived(localId: string, archived: ArchivedEntry): Entry {
  const { createdAt, petId, former } = archived;
  const pet = pickPet(archived);
  const state = petId === undefined ? 'discarded' : 'created';
  return {
    ...pet,
    ...(petId === undefined ? {} : { petId }),
    ...(former ? { elsewhere: 'before-reset' } : {}),
    createdAt,
    localId,
    number: numberOf(localId),
    state,
    attempts: 0,
    body: serialiseNewPet(pet),
    key: '',
    notMine: [],
    history: [],
  };
}
