import { randomUUID } from 'node:crypto';
import { type Entry, isWaiting } from '../../domain/entry.js';
import type { NewPet } from '../../domain/pet.js';
import { isoNow } from '../../platform/time/clock.js';
import { mostWaiting } from '../../local/journal/entering.js';
import { StorageError } from '../../local/documents/storage-error.js';
import type { EngineState } from '../engine-state.js';
import { keyToKeep } from '../evidence/ownership.js';
import type { Engine, ImportComparison } from '../api.js';
import { compareRows, digestRows } from './imported-rows.js';

/** So long an import is remembered, in milliseconds: 30 days. Whoever imports a file of then again means it. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/** Holds rows against those of earlier imports. The queue and the names of imports are to be fresh. */
export async function compareImport(
  { local, clock }: EngineState,
  pets: readonly NewPet[],
  contentHash: string,
): Promise<ImportComparison> {
  const since = new Date(clock.now() - rememberedMs).toISOString();
  const earlier = await local.imports.rowsSince(since);
  await local.journal.refresh();
  // What was taken back and never sent is as if never imported.
  const undone = local.journal.entries().filter(isUndone);
  // Of a damaged record its name alone tells that this content was imported.
  const same = await local.imports.findByContent(contentHash, pets.length);
  return same && same.digests === undefined && same.at >= since
    ? { known: [...pets.keys()], corrections: [], at: same.at }
    : compareRows(digestRows(pets), earlier, digestRows(undone));
}

const isUndone = ({ state, attempts, history: [entered] }: Entry): boolean =>
  state === 'discarded' && attempts === 0 && entered?.kind === 'entered' && entered.batch !== undefined;

/** Enters many animals under one batch, which counts once its record is published. A failure leaves no trace. */
export async function importPets(
  engine: EngineState,
  pets: readonly NewPet[],
  options: Parameters<Engine['importPets']>[1],
): ReturnType<Engine['importPets']> {
  const { again, onlyNew = false, contentHash } = options;
  return await engine.local.whileImporting(engine.clock, async () => {
    const comparison: ImportComparison = again
      ? { known: [], corrections: [], at: undefined }
      : await compareImport(engine, pets, contentHash);
    const left = new Set([...comparison.known, ...comparison.corrections.map(({ row }) => row)]);
    const wanted = onlyNew ? pets.filter((_pet, row) => !left.has(row)) : pets;
    if (wanted.length === 0 || (!onlyNew && left.size > 0)) {
      return { type: 'imported-before', comparison };
    }

    // What of it is left, or is queued once more, is another import than the one of this content.
    const isAnother = again || onlyNew || (await engine.local.imports.findByContent(contentHash, 0)) !== undefined;
    return { type: 'queued', localIds: await enter(engine, wanted, { ...options, again: isAnother }), comparison };
  });
}

async function enter(
  engine: EngineState,
  pets: readonly NewPet[],
  { contentHash, again, onProgress, signal }: Parameters<Engine['importPets']>[1],
): Promise<readonly string[]> {
  const { local, clock } = engine;
  const { imports, journal } = local;
  await journal.refresh();
  const waiting = journal.entries().filter(({ state }) => isWaiting(state)).length;
  if (waiting + pets.length > mostWaiting) {
    const message =
      `Nothing was imported: ${waiting} animals wait already, and at most ${mostWaiting} can. Run ` +
      `\`petstore sync\` first, or import in parts.`;
    throw new StorageError({ code: 'queue_full', message });
  }

  const at = isoNow(clock);
  const batch = randomUUID();
  // No other process knows of it, so it is free.
  const mark = await imports.begin(batch);
  let isOver = false;
  try {
    const entries = await journal.enterBatch(pets, at, {
      batch,
      credential: keyToKeep(engine.credential),
      onProgress: (done) => onProgress?.(done, pets.length),
      signal,
    });
    await imports.finish(batch, { at, contentHash, rows: pets.length, digests: digestRows(pets) }, { again });
    isOver = imports.isRecorded(batch);
    return entries.map(({ localId }) => localId);
  } catch (error) {
    if (!imports.isFinished(batch)) {
      // What cannot be removed just now is removed by the next sender: the mark tells it to.
      isOver = await journal.withdraw(batch).then(
        () => true,
        () => false,
      );
    }

    throw error;
  } finally {
    await mark?.release({ forGood: isOver });
  }
}
