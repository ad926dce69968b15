import { randomUUID } from 'node:crypto';
import { isWaiting } from '../../domain/entry.js';
import type { NewPet } from '../../domain/pet.js';
import { isoNow } from '../../platform/time/clock.js';
import type { Earlier } from '../../local/imports/imports.js';
import { mostWaiting } from '../../local/journal/entering.js';
import { StorageError } from '../../local/documents/storage-error.js';
import type { EngineState } from '../engine-state.js';
import { momentOf } from '../evidence/ownership.js';
import type { Engine } from '../api.js';

/** Enters many animals under one batch, which counts once its record is published. A failure leaves no trace. */
export async function importPets(
  engine: EngineState,
  pets: readonly NewPet[],
  { contentHash, again, unasked, onProgress, signal }: Parameters<Engine['importPets']>[1],
): ReturnType<Engine['importPets']> {
  const { local, clock } = engine;
  const { imports, journal } = local;
  const known = again ? undefined : await imports.findByContent(contentHash, pets.length);
  if (known) {
    return toImportedBefore(known);
  }

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
      ...(await momentOf(engine, { unasked })),
      onProgress: (done) => onProgress?.(done, pets.length),
      signal,
    });
    const earlier = await imports.finish(batch, { at, contentHash, rows: pets.length }, { again });
    if (earlier) {
      // The same was imported at the same time, and was finished first.
      await journal.withdraw(batch);
    }

    isOver = earlier !== undefined || imports.isRecorded(batch);
    return earlier ? toImportedBefore(earlier) : { type: 'queued', localIds: entries.map(({ localId }) => localId) };
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

const toImportedBefore = ({ at, rows }: Earlier) => ({ type: 'imported-before', at, rows }) as const;
