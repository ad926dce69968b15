import { randomUUID } from 'node:crypto';
import { isWaiting } from '../domain/entry.js';
import type { NewPet } from '../domain/pet.js';
import { isoNow } from '../platform/clock.js';
import { mostWaiting } from '../store/queue.js';
import { StorageError } from '../store/storage-error.js';
import type { Context } from './context.js';
import { keyToKeep } from './tenant.js';
import type { ImportOptions, ImportReport } from './snapshot.js';

/** Enters many animals under one batch, which counts once its own record is published. */
export async function importPets({ store, clock, credential }: Context, pets: readonly NewPet[], { contentHash, again, onProgress }: ImportOptions): Promise<ImportReport> {
  const earlier = again ? undefined : await store.imports.findByContent(contentHash);
  if (earlier) {
    return { type: 'imported-before', at: earlier.at, rows: earlier.rows };
  }

  await store.queue.refresh();
  const waiting = store.queue.entries().filter(({ state }) => isWaiting(state)).length;
  if (waiting + pets.length > mostWaiting) {
    const message = `Nothing was imported: ${waiting} animals wait already, and at most ${mostWaiting} can. Run \`petstore sync\` first, or import in parts.`;
    throw new StorageError({ code: 'queue_full', message });
  }

  const at = isoNow(clock);
  const batch = randomUUID();
  const entries = await store.queue.enterBatch(pets, at, { batch, credential: keyToKeep(credential), onProgress: (done) => onProgress?.(done, pets.length) });
  await store.imports.finish(batch, { at, contentHash, rows: pets.length });
  return { type: 'queued', localIds: entries.map(({ localId }) => localId) };
}
