/**
 * Entries settled a while ago: local ids resolve for ever, the queue folder stays small.
 *
 * Each is in the file of the month in which it was settled, `archive/2026-11.json`, which is read if one of them is
 * asked for. `archive.json`, which every command reads, tells which numbers are in them. All of these files are written
 * twice (`documents/document.ts`). Where both of two are damaged their bytes are kept, the numbers they speak of stay
 * taken, and everything else goes on.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Entry } from '../domain/entry.js';
import { compareInt64, highestInt64, type Int64 } from '../domain/int64.js';
import { storedInt64 } from '../domain/record.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { makeFolder } from '../platform/files/make-folder.js';
import { type ArchivedEntry, fromArchived, numberOf, toArchived } from './archived-entry.js';
import { type DocumentKind, MirroredDocument, type Unreadable, type VersionGate } from './documents/document.js';

// The checksum vouches for the rows.
const entriesSchema = z.record(
  z.string(),
  z.custom<ArchivedEntry>((value) => typeof value === 'object'),
);
type Entries = Readonly<z.infer<typeof entriesSchema>>;
const monthKind: DocumentKind<Entries> = { version: 1, parse: (data) => entriesSchema.parse(data) };
const runsSchema = z._default(z.array(z.tuple([z.number(), z.number()])), []);
const contentSchema = z.lazy(() =>
  z.object({
    highest: z.number(),
    resets: z._default(z.number(), 0),
    // The numbers in all months, and of those the ones from before the service was reset.
    runs: runsSchema,
    formerRuns: runsSchema,
    // The highest pet id in all months; absent where the head was damaged.
    highestId: z.optional(storedInt64),
  }),
);
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 2, parse: (data) => contentSchema.parse(data) };

const nothing: Content = { highest: 0, resets: 0, runs: [], formerRuns: [] };

/** The rest of entries that were settled long ago. */
export type Archive = ReturnType<typeof createArchive>;

/** Reads and writes only on request. */
export function createArchive(fileSystem: FileSystem, folder: string, queueFolder: string, gate?: VersionGate) {
  const monthsFolder = join(folder, 'archive');
  const head = new MirroredDocument(fileSystem, join(folder, 'archive.json'), kind, gate);
  const monthAt = (name: string) =>
    new MirroredDocument(fileSystem, join(monthsFolder, `${name}.json`), monthKind, gate);
  let content = nothing;
  let revision = '';
  /** The months that were read, by name, and their rows by local id. */
  const months = new Map<string, MirroredDocument<Entries>>();
  const rows = new Map<string, ArchivedEntry>();
  /** Who has which pet id, by those rows; undefined after a change. */
  let owners: ReadonlyMap<Int64, string> | undefined;

  function take(entries: Entries): void {
    Object.entries(entries).forEach(([localId, row]) => rows.set(localId, row));
    owners = undefined;
  }

  /** Reads the months, the latest one first, until that is enough. */
  async function readMonths(isEnough: () => boolean): Promise<void> {
    const files = isEnough() ? [] : await fileSystem.list(monthsFolder);
    const names = new Set(files.flatMap((file) => /^(\d{4}-\d{2})(?:\.copy)?\.json$/.exec(file)?.[1] ?? []));
    for (const name of [...names].sort().toReversed()) {
      if (!months.has(name) && !isEnough()) {
        const month = monthAt(name);
        take((await month.read()) ?? {});
        months.set(name, month);
      }
    }
  }

  const readAll = (): Promise<void> => readMonths(() => false);

  async function load(): Promise<void> {
    // Asked first: a write in between is then read once more.
    const present = head.paths.map((path) => fileSystem.revision(path)).join();
    if (present === revision) {
      return;
    }

    const found = await head.read();
    // Another process may have archived more.
    months.clear();
    rows.clear();
    content = found ?? (head.isLost ? await salvage() : content);
    revision = present;
  }

  /** Both heads are damaged: the months tell their own numbers, and each number that any file speaks of stays taken. */
  async function salvage(): Promise<Content> {
    await readAll();
    const files = (await fileSystem.list(monthsFolder)).map((name) => join(monthsFolder, name));
    const texts = await Promise.all(
      [...head.paths, ...files].map(async (path) =>
        (await fileSystem.readFile(path).catch(() => Buffer.alloc(0))).toString('latin1'),
      ),
    );
    const numbers = texts.flatMap((text) =>
      [...text.matchAll(/"(?:Q-|highest":)(\d{1,15})\b/g)].map((match) => Number(match[1])),
    );
    const highest = numbers.reduce((a, b) => Math.max(a, b), content.highest);
    return { ...nothing, highest, runs: withNumbers([], rows.keys()) };
  }

  const has = (number: number): boolean => isIn(content.runs, number);

  function findRead(localId: string): Entry | undefined {
    const row = rows.get(localId);
    const number = numberOf(localId);
    return row && has(number) ? fromArchived(localId, row, isIn(content.formerRuns, number)) : undefined;
  }

  function owner(petId: Int64): string | undefined {
    owners ??= new Map(
      [...rows.keys()].flatMap((localId) => {
        const { petId: id, elsewhere } = findRead(localId) ?? {};
        return elsewhere || id === undefined ? [] : [[id, localId] as const];
      }),
    );
    return owners.get(petId);
  }

  return {
    /** Reads it if it changed: almost free otherwise. */
    load,
    /** Its damaged files, and the consequences. */
    problems: (): readonly Unreadable[] => [
      ...head.problems('animals that were settled more than a day ago may not be found by their Q number'),
      ...[...months].flatMap(([name, month]) =>
        month.isLost
          ? month.problems(`animals that were settled in ${name} cannot be looked up by their Q number`)
          : [],
      ),
    ],
    /** The highest number ever archived; 0: never. */
    highest: () => content.highest,
    has,
    /** How often a person confirmed that the service was reset. */
    resets: () => content.resets,
    /** The local id that a pet id belongs to for good, unless that was before the service was reset. */
    owner,
    /** Reads the months in which these pet ids may be; without ids, all. Before it their owners are unknown. */
    async prepareOwners(petIds?: readonly Int64[]) {
      const { highestId } = content;
      const isNone = (id: Int64): boolean => highestId !== undefined && compareInt64(id, highestId) > 0;
      await readMonths(() => petIds?.every((id) => isNone(id) || owner(id) !== undefined) ?? false);
    },
    /** The entry as far as it is kept, if that was read already: the owner of a pet id, if that was prepared. */
    findRead,
    /** The entry as far as it is kept: without its history. */
    async find(localId: string) {
      const isThere = /^Q-\d{1,15}$/.test(localId) && has(numberOf(localId));
      await readMonths(() => !isThere || rows.has(localId));
      return findRead(localId);
    },
    /** All of them, in the order of their numbers: reads every month. */
    async all(): Promise<readonly Entry[]> {
      await load();
      await readAll();
      const localIds = [...rows.keys()].sort((a, b) => numberOf(a) - numberOf(b));
      return localIds.flatMap((localId) => findRead(localId) ?? []);
    },
    /**
     * Takes entries in durably whose records say so, then deletes the records.
     * `isReset`: the pet ids of these and all others belong to the service as it was before a reset.
     */
    async archive(entries: readonly Entry[], { isReset = false } = {}) {
      // Another process may have archived since this one looked; its rows are the only copy.
      await load();
      const { resets, highest, highestId } = content;
      await (highestId === undefined ? readAll() : undefined);
      const taken = Object.fromEntries(entries.map((entry) => [entry.localId, toArchived(entry)]));
      await makeFolder(fileSystem, monthsFolder);
      for (const [name, moved] of Map.groupBy(Object.entries(taken), ([, { settledAt: at }]) => monthOf(at))) {
        const month = monthAt(name);
        const all = { ...(await month.read()), ...Object.fromEntries(moved) };
        await month.replace(all);
        months.set(name, month);
        take(all);
      }

      const told = highestId === undefined ? rows.values() : [{ petId: highestId }, ...Object.values(taken)];
      const runs = withNumbers(content.runs, Object.keys(taken));
      const next: Content = {
        ...content,
        highest: entries.reduce((most, { number }) => Math.max(most, number), highest),
        highestId: highestInt64([...told].flatMap(({ petId }) => petId ?? [])),
        runs,
        ...(isReset ? { resets: resets + 1, formerRuns: runs } : {}),
      };
      await head.replace(next);
      content = next;
      owners = undefined;
      // From the first record up: `Journal.append` relies on it.
      for (const { number, history } of entries) {
        for (const step of history.keys()) {
          await fileSystem.remove(join(queueFolder, `${number}.${step}.json`)).catch(() => undefined);
        }
      }
    },
  };
}

/** The month of a moment, `2026-11`; entries without a sensible date are in one of their own. */
function monthOf(iso: string): string {
  return /^\d{4}-\d{2}-/.test(iso) ? iso.slice(0, 7) : '0000-00';
}

type Runs = readonly (readonly [number, number])[];

/** Runs with more numbers in them, each from its first to its last, as few and as long as can be. */
function withNumbers(runs: Runs, localIds: Iterable<string>): [number, number][] {
  const more = [...localIds].map(numberOf).map((number) => [number, number] as const);
  const joined: [number, number][] = [];
  for (const [from, to] of [...runs, ...more].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) {
      last[1] = Math.max(last[1], to);
    } else {
      joined.push([from, to]);
    }
  }

  return joined;
}

function isIn(runs: Runs, number: number): boolean {
  return runs.some(([from, to]) => from <= number && number <= to);
}
