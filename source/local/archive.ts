/**
 * Entries settled a while ago: their numbers resolve for ever, and the queue stays small.
 *
 * Each is in the document of the month in which it was settled, `archive/2026-11.json`. The months are read when one of
 * them is asked for. An entry is in its month before it leaves the queue, so one that is in both is the queue's. A month
 * that is damaged is told and kept; everything else goes on.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Entry } from '../domain/entry.ts';
import { compareInt64, highestInt64, type Int64 } from '../domain/int64.ts';
import type { FileSystem } from '../platform/files/file-system.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import {
  type ArchivedEntry,
  archivedRow,
  fromArchived,
  type ImportedRow,
  numberOf,
  toArchived,
} from './archived-entry.ts';
import type { DamagedDocument, DocumentKind, Unreadable, VersionGate } from './documents/document.ts';
import { setAside, StoredDocument } from './documents/document.ts';
import type { StoreKnowledge } from './queue/queue-document.ts';
import type { Queue } from './queue/queue.ts';

// The checksum vouches for the rows.
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const monthSchema = z.object({ entries: z.record(z.string(), z.custom<ArchivedEntry>(isObject)) });
type Month = Readonly<z.infer<typeof monthSchema>>;
const monthKind: DocumentKind<Month> = { version: 4, parse: (data) => monthSchema.parse(data) };

/** The rest of entries that were settled long ago. */
export type Archive = ReturnType<typeof createArchive>;

/** Reads and writes only on request. */
export function createArchive(fileSystem: FileSystem, folder: string, queue: () => Queue, gate?: VersionGate) {
  const monthsFolder = join(folder, 'archive');
  const pathOf = (name: string): string => join(monthsFolder, `${name}.json`);
  const monthAt = (name: string) => new StoredDocument(fileSystem, pathOf(name), monthKind, gate);
  /** The months that were read, by name: the revision of the file then. */
  const read = new Map<string, string>();
  const damaged = new Map<string, DamagedDocument>();
  const rows = new Map<string, ArchivedEntry>();
  /** Who has which pet id, by those rows; undefined after a change. */
  let owners: ReadonlyMap<Int64, string> | undefined;

  async function listMonths(): Promise<readonly string[]> {
    const files = await fileSystem.list(monthsFolder);
    return files
      .flatMap((file) => /^(\d{4}-\d{2})\.json$/.exec(file)?.[1] ?? [])
      .toSorted()
      .toReversed();
  }

  function take(month: Month): void {
    Object.entries(month.entries).forEach(([localId, row]) => rows.set(localId, row));
    owners = undefined;
  }

  async function readMonth(name: string): Promise<Month> {
    const month = await monthAt(name).readOr((damage) => {
      damaged.set(name, damage);
      return null;
    });
    if (month) {
      damaged.delete(name);
    }

    return month?.data ?? { entries: {} };
  }

  /** Reads the months that are new, the latest one first, until that is enough. */
  async function readMonths(isEnough: () => boolean): Promise<void> {
    for (const name of isEnough() ? [] : await listMonths()) {
      const revision = fileSystem.revision(pathOf(name));
      if (read.get(name) !== revision && !isEnough()) {
        take(await readMonth(name));
        read.set(name, revision);
      }
    }
  }

  const readAll = (): Promise<void> => readMonths(() => false);

  /** What is in the queue too is the queue's. */
  const isThere = (localId: string): boolean => rows.has(localId) && !queue().has(localId);

  function findRead(localId: string): Entry | undefined {
    const row = isThere(localId) ? rows.get(localId) : undefined;
    return row && fromArchived(localId, row, row.resets < queue().data().resets);
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
    /** Months that are damaged, as far as they were asked for. */
    problems: (): readonly Unreadable[] =>
      [...damaged].map(([name, { path, reason }]) => ({
        path,
        reason: `${reason}; animals of ${name} cannot be looked up by their Q number`,
        code: 'archive_lost',
      })),
    /** The local id that a pet id belongs to for good, unless that was before the service was reset. */
    owner,
    /** Reads the months in which these pet ids may be; without ids, all. Before it their owners are unknown. */
    async prepareOwners(petIds?: readonly Int64[]) {
      const { highestArchived } = queue().data();
      const isNone = (id: Int64): boolean => highestArchived === undefined || compareInt64(id, highestArchived) > 0;
      await readMonths(() => petIds?.every((id) => isNone(id) || owner(id) !== undefined) ?? false);
    },
    /** The entry as far as it is kept, if that was read already: the owner of a pet id, if that was prepared. */
    findRead,
    /** The entry as far as it is kept: without its history. */
    async find(localId: string) {
      const isGiven = /^Q-\d{1,15}$/.test(localId) && numberOf(localId) < queue().data().next;
      await readMonths(() => !isGiven || rows.has(localId));
      return findRead(localId);
    },
    /** All of them, in the order of their numbers: reads every month. */
    async all(): Promise<readonly Entry[]> {
      await readAll();
      const localIds = [...rows.keys()].sort((a, b) => numberOf(a) - numberOf(b));
      return localIds.flatMap((localId) => findRead(localId) ?? []);
    },
    /** The rows of imports since a moment (ISO) whose animals were archived. */
    async importedSince(since: string): Promise<readonly ImportedRow[]> {
      const first = monthOf(since);
      const names = (await listMonths()).filter((name) => name >= first);
      await readMonths(() => names.every((name) => read.has(name)));
      return [...rows]
        .flatMap(([localId, row]) => (isThere(localId) && archivedRow(localId, row)) || [])
        .filter(({ at }) => at >= since);
    },
    /** The highest number of which anything is kept: reads every month. */
    async highest() {
      await readAll();
      return Math.max(0, ...[...rows.keys()].map(numberOf));
    },
    /**
     * Takes entries over from the queue, durably. `former`: their ids are of the store before it was reset, or of another
     * one, and this is known of the present one.
     */
    async archive(entries: readonly Entry[], { former }: { readonly former?: StoreKnowledge } = {}) {
      const { resets } = queue().data();
      const taken = entries.map((entry) => [entry.localId, { ...toArchived(entry), resets }] as const);
      await makeFolder(fileSystem, monthsFolder);
      const byMonth = Map.groupBy(taken, ([, { settledAt }]) => monthOf(settledAt));
      for (const [name, settled] of byMonth) {
        const month = monthAt(name);
        const before = await readMonth(name);
        if (damaged.delete(name)) {
          await setAside(fileSystem, pathOf(name));
        }

        const next: Month = { entries: { ...before.entries, ...Object.fromEntries(settled) } };
        await month.replace(next);
        take(next);
        read.set(name, fileSystem.revision(pathOf(name)));
      }

      const told = entries.flatMap(({ petId }) => petId ?? []);
      await queue().remove(entries, (before) => {
        const highestArchived = highestInt64([
          ...told,
          ...(before.highestArchived === undefined ? [] : [before.highestArchived]),
        ]);
        return {
          ...before,
          ...(former ? { resets: resets + 1, knowledge: former } : {}),
          ...(highestArchived === undefined ? {} : { highestArchived }),
        };
      });
      owners = undefined;
    },
  };
}

/** The month of a moment, `2026-11`; entries without a sensible date are in one of their own. */
function monthOf(iso: string): string {
  return /^\d{4}-\d{2}-/.test(iso) ? iso.slice(0, 7) : '0000-00';
}
