/**
 * Entries settled long ago, in one document: local ids resolve for ever, the queue folder stays small.
 *
 * It is the only place of what it holds, so it is written twice, `archive.copy.json` first: whichever of the two a disk
 * damages, the other one answers. Where both are damaged their bytes are kept aside, the numbers they speak of stay taken,
 * and everything else goes on.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Entry } from '../domain/entry.js';
import type { Int64 } from '../domain/int64.js';
import { type NewPet, petStatuses, pickPet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { serialiseNewPet } from '../platform/json/wire-json.js';
import { DamagedDocument, type DocumentKind, readDocument, ReplaceAdapter, type VersionGate, writeDocument } from './documents/document.js';
import type { Unreadable } from './journal/record-files.js';

/** What is kept of an entry. `former`: see `Entry.isFormer`. */
export type ArchivedEntry = NewPet & { readonly createdAt: string; readonly settledAt: string; readonly petId?: Int64; readonly former?: true };

const contentSchema = z.object({
  highest: z.number(),
  resets: z._default(z.number(), 0),
  habits: z._default(z.object({ altersData: z.boolean(), exact: z._default(z.number(), 0), defaultStatus: z.optional(z.enum(petStatuses)) }), { altersData: false, exact: 0 }),
  // The checksum vouches for the rows.
  entries: z.record(z.string(), z.custom<ArchivedEntry>((value) => typeof value === 'object')),
});
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

const nothing: Content = { highest: 0, resets: 0, habits: { altersData: false, exact: 0 }, entries: {} };

/** What its entries showed of how the service treats what it is sent. */
export type ArchivedQuirks = Content['habits'];

/** How long a settled entry stays in the queue folder, in milliseconds. */
export const archiveAfterMs = 30 * 24 * 60 * 60 * 1000;

/** What is left of entries that were settled long ago. */
export type Archive = {
  /** Reads it where it changed: costs next to nothing otherwise. */
  load(): Promise<void>;
  /** Which of its files are damaged, and what that means. */
  problems(): readonly Unreadable[];
  /** The highest number ever archived; 0: none. */
  highest(): number;
  has(number: number): boolean;
  /** How often a person confirmed that the service was reset. */
  resets(): number;
  /** The local id that a pet id belongs to for good, unless that was before the service was reset. */
  owner(petId: Int64): string | undefined;
  quirks(): ArchivedQuirks;
  /** The entry as far as it is kept: without its history. */
  find(localId: string): Entry | undefined;
  /** Takes sealed entries in durably, then deletes their records; a crash in between is harmless. `quirks`: what all entries showed. */
  archive(entries: readonly Entry[], quirks: ArchivedQuirks): Promise<void>;
  /** Takes sealed entries in, and marks these and all others: their pet ids belong to the service as it was before a reset. */
  archiveAsReset(entries: readonly Entry[], quirks: ArchivedQuirks): Promise<void>;
};

/** Two copies are kept; one that is damaged is made good from the other. */
export function createArchive(fileSystem: FileSystem, folder: string, queueFolder: string, gate?: VersionGate): Archive {
  const paths = [join(folder, 'archive.json'), join(folder, 'archive.copy.json')] as const;
  const adapters = paths.map((path) => new ReplaceAdapter(fileSystem, path, kind, gate));
  let content: Content = nothing;
  let revision = '';
  let owners: { readonly of: Content; readonly ids: ReadonlyMap<Int64, string> } | undefined;
  let damaged: readonly DamagedDocument[] = [];

  async function load(): Promise<void> {
    // Asked first: what is written in between is then read once more.
    const present = paths.map((path) => fileSystem.revision(path)).join();
    if (present === revision) {
      return;
    }

    const found: DamagedDocument[] = [];
    let read: Content | null = null;
    for (const adapter of adapters) {
      try {
        read ??= await readDocument(adapter);
      } catch (error) {
        if (!(error instanceof DamagedDocument)) {
          throw error;
        }

        found.push(error);
      }
    }

    content = read ?? (found.length > 0 ? await salvage(found) : content);
    damaged = found;
    revision = present;
  }

  /** The highest number that damaged files speak of: those up to it stay taken. */
  async function salvage(files: readonly DamagedDocument[]): Promise<Content> {
    const texts = await Promise.all(files.map(async ({ path }) => (await fileSystem.readFile(path).catch(() => Buffer.alloc(0))).toString('latin1')));
    const numbers = texts.flatMap((text) => [...text.matchAll(/"(?:Q-|highest":)(\d{1,15})\b/g)].map((match) => Number(match[1])));
    return { ...nothing, highest: numbers.reduce((a, b) => Math.max(a, b), content.highest) };
  }

  const problems = (): readonly Unreadable[] => {
    const isLost = damaged.length === paths.length;
    return damaged.map(({ path, reason }) => ({ path, reason: `${reason}; ${isLost ? 'animals that were settled more than 30 days ago cannot be looked up by their Q number' : 'the other one of the two is used'}` }));
  };

  async function archive(entries: readonly Entry[], quirks: ArchivedQuirks, change: (next: Content) => Content = (next) => next): Promise<void> {
    // Another process may have archived since this one looked; its rows are the only copy.
    await load();
    const taken = entries.map((entry) => [entry.localId, toArchived(entry)] as const);
    const next = change({
      ...content,
      habits: quirks,
      highest: Math.max(content.highest, ...entries.map(({ number }) => number)),
      entries: { ...content.entries, ...Object.fromEntries(taken) },
    });
    for (const { path } of damaged) {
      await fileSystem.rename(path, `${path}.damaged-${randomUUID()}`);
    }

    for (const adapter of adapters.toReversed()) {
      await writeDocument(adapter, next);
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
    load,
    problems,
    highest: () => content.highest,
    has: (number) => `Q-${number}` in content.entries,
    resets: () => content.resets,
    quirks: () => content.habits,
    owner(petId) {
      if (owners?.of !== content) {
        const rows = Object.entries(content.entries).flatMap(([localId, { petId: id, former }]) => (former || id === undefined ? [] : [[id, localId] as const]));
        owners = { of: content, ids: new Map(rows) };
      }

      return owners.ids.get(petId);
    },
    find(localId) {
      const kept = content.entries[localId];
      return kept && fromArchived(localId, kept);
    },
    archive: (entries, quirks) => archive(entries, quirks),
    archiveAsReset: (entries, quirks) => archive(entries, quirks, (next) => ({ ...next, resets: next.resets + 1, entries: Object.fromEntries(Object.entries(next.entries).map(([localId, entry]) => [localId, { ...entry, former: true }])) })),
  };
}

/** Whether an entry was settled long enough ago. */
export function isArchivable(entry: Entry, now: number): boolean {
  return (entry.state === 'created' || entry.state === 'discarded') && now - Date.parse(settledAt(entry)) > archiveAfterMs;
}

function settledAt(entry: Entry): string {
  return entry.history.findLast((record) => record?.kind !== 'archived')?.at ?? entry.createdAt;
}

function toArchived(entry: Entry): ArchivedEntry {
  return { ...pickPet(entry), createdAt: entry.createdAt, settledAt: settledAt(entry), ...(entry.petId === undefined ? {} : { petId: entry.petId }) };
}

function fromArchived(localId: string, archived: ArchivedEntry): Entry {
  const { createdAt, petId, former } = archived;
  const pet = pickPet(archived);
  const state = petId === undefined ? 'discarded' : 'created';
  return { ...pet, ...(petId === undefined ? {} : { petId }), ...(former ? { isFromBeforeReset: true } : {}), createdAt, localId, number: Number(localId.slice(2)), state, attempts: 0, body: serialiseNewPet(pet), key: '', notMine: [], history: [] };
}
