import type { Entry } from '../../domain/entry.js';
import { longestRestMs } from '../../domain/waits.js';
import type { NewPet } from '../../domain/pet.js';
import type { ImportedRows } from '../../local/queue/queue-document.js';
import { isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../state.js';
import { enteringOf } from '../reconcile/ownership.js';
import type { Engine, ImportComparison } from '../api.js';
import { compareRows, digestRows } from './imported-rows.js';

/** So long an import is remembered, in milliseconds: 30 days. Whoever imports a file of then again means it. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/** Holds rows against those of earlier imports. */
export async function compareImport(engine: EngineState, pets: readonly NewPet[]): Promise<ImportComparison> {
  const { local } = engine;
  const archived = await readArchived(engine);
  await local.queue.refresh();
  return compare(pets, [...archived, ...local.queue.data().imports], local.queue.entries());
}

function readArchived({ local, clock }: EngineState): Promise<readonly ImportedRows[]> {
  return local.archive.importsSince(new Date(clock.now() - rememberedMs).toISOString());
}

function compare(
  pets: readonly NewPet[],
  earlier: readonly ImportedRows[],
  entries: readonly Entry[],
): ImportComparison {
  // What was taken back and never sent is as if never imported.
  const inOrder = earlier.toSorted((a, b) => a.at.localeCompare(b.at));
  return compareRows(digestRows(pets), inOrder, digestRows(entries.filter(isUndone)));
}

const isUndone = ({ state, attempts, history: [entered] }: Entry): boolean =>
  state === 'discarded' && attempts === 0 && entered?.kind === 'entered' && entered.batch !== undefined;

/** Until when animals that are entered now rest, ISO; undefined: not at all. */
export function restEnd(now: number, restMs = 0): string | undefined {
  return restMs <= 0 ? undefined : new Date(now + Math.min(restMs, longestRestMs)).toISOString();
}

/** Enters many animals in one change, all or none. Of two imports of one file the second knows of the first. */
export async function importPets(
  engine: EngineState,
  pets: readonly NewPet[],
  { again, onlyNew = false, restMs, held, onProgress, signal }: Parameters<Engine['importPets']>[1],
): ReturnType<Engine['importPets']> {
  const { local, clock } = engine;
  const archived = again ? [] : await readArchived(engine);
  signal?.throwIfAborted();
  const result = await local.queue.enterOf(
    (queue, entries) => {
      const comparison = again
        ? { known: [], corrections: [], at: undefined }
        : compare(pets, [...archived, ...queue.imports], entries);
      const left = new Set([...comparison.known, ...comparison.corrections.map(({ row }) => row)]);
      const wanted = onlyNew ? pets.filter((_pet, row) => !left.has(row)) : pets;
      const isBefore = wanted.length === 0 || (!onlyNew && left.size > 0);
      return { comparison, pets: isBefore ? [] : wanted, imported: digestRows(wanted) };
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
