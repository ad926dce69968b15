import { type Entry, parseAnimalId } from '../../../domain/entry.js';
import type { Engine } from '../../../sync/api.js';
import { isMissing } from '../../../text/found-text.js';
import { missingFailure } from '../../run/failures/missing-failure.js';

/** The entry with a local id as a person typed it, settled or not. Throws the `Failure` that says why not. */
export async function findQueued(engine: Pick<Engine, 'find'>, text: string): Promise<Entry> {
  const found = await engine.find(parseAnimalId(text) ?? { localId: text });
  if (isMissing(found) || found.type === 'pet') {
    throw missingFailure(found.type === 'pet' ? { type: 'no-entry', localId: text } : found, { isOffline: true });
  }

  return found.entry;
}
