import type { Entry } from '../../domain/entry.ts';
import { longestRestMs } from '../../domain/waits.ts';
import type { NewPet } from '../../domain/pet.ts';
import { type ImportedRow, importedRow } from '../../local/archived-entry.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { Part } from '../state.ts';
import { enteringOf } from '../reconcile/ownership.ts';
import type { Engine, ImportComparison } from '../api.ts';
import { compareRows, digestRows } from './imported-rows.ts';

/** So long an import is remembered, in milliseconds: 30 days. Whoever imports a file of then again means it. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/** Holds rows against those of earlier imports. */
export async function compareImport(
  engine: Part<'clock' | 'local'>,
  pets: readonly NewPet[],
): Promise<ImportComparison> {
  const { local } = engine;
  const since = rememberedSince(engine);
  const archived = await local.archive.importedSince(since);
  await local.queue.refresh();
  return compare(pets, since, archived, local.queue.entries());
}

const rememberedSince = ({ clock }: Part<'clock'>): string => new Date(clock.now() - rememberedMs).toISOString();

function compare(
  pets: readonly NewPet[],
  since: string,
  archived: readonly ImportedRow[],
  entries: readonly Entry[],
): ImportComparison {
  const queued = entries.flatMap((entry) => importedRow(entry) ?? []).filter(({ at }) => at >= since);
  const batches = Map.groupBy([...archived, ...queued], ({ batch }) => batch);
  const earlier = [...batches.values()].map((rows) => ({
    at: rows[0]?.at ?? '',
    rows: digestRows(rows.toSorted((a, b) => a.number - b.number).map(({ pet }) => pet)),
  }));
  return compareRows(
    digestRows(pets),
    earlier.toSorted((a, b) => a.at.localeCompare(b.at)),
  );
}

/** Until when animals that are entered now rest, ISO; undefined: not at all. */
export function restEnd(now: number, restMs = 0): string | undefined {
  return restMs <= 0 ? undefined : new Date(now + Math.min(restMs, longestRestMs)).toISOString();
}

/** Enters many animals in one change, all or none. Of two imports of one file the second knows of the first. */
export async function importPets(
  engine: Part<'clock' | 'credential' | 'local' | 'options'>,
  pets: readonly NewPet[],
  { again, onlyNew = false, restMs, held, onProgress, signal }: Parameters<Engine['importPets']>[1],
): ReturnType<Engine['importPets']> {
  const { local, clock } = engine;
  const since = rememberedSince(engine);
  const archived = again ? [] : await local.archive.importedSince(since);
  signal?.throwIfAborted();
  const result = await local.queue.import(
    (entries) => {
      const comparison = again
        ? { known: [], corrections: [], at: undefined }
        : compare(pets, since, archived, entries);
      const left = new Set([...comparison.known, ...comparison.corrections.map(({ row }) => row)]);
      const wanted = onlyNew ? pets.filter((_pet, row) => !left.has(row)) : pets;
      const isBefore = wanted.length === 0 || (!onlyNew && left.size > 0);
      return { comparison, pets: isBefore ? [] : wanted };
    },
    isoNow(clock),
    { ...enteringOf(engine), restsUntil: restEnd(clock.now(), restMs), held },
  );
  onProgress?.(pets.length, pets.length);
  const { comparison, entries } = result;
  return entries.length === 0
    ? { type: 'imported-before', comparison }
    : { type: 'queued', localIds: entries.map(({ localId }) => localId), comparison };
}
