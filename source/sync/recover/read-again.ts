import type { EngineState } from '../engine-state.js';
import { doubtedFor, dropDoubt, postponeDoubt } from '../health/doubt.js';
import { readFresh } from './baseline.js';
import { isOther } from './witnesses.js';

/**
 * The second reading of a service that is doubted, and each later one: it clears the doubt or makes it sure, or is made
 * once more later.
 */
export async function readAgain(engine: EngineState, signal: AbortSignal): Promise<void> {
  const evidence = await askForEvidence(engine, signal);
  if (evidence === 'back') {
    dropDoubt(engine);
  }

  // Ids that only a baseline knew are known from nowhere else, so the list must be asked about them by name.
  const expected = engine.saved.doubt?.pets.map(({ id }) => id);
  await readFresh(engine, signal, { expected, cannotAsk: evidence === 'cannot-be-asked-for' });
  if (doubtedFor(engine) === 0) {
    postponeDoubt(engine);
  }
}

/** Whether all that was missing is there under its ids: what a list shows of it is then the list's own matter. */
async function askForEvidence(
  { saved, client }: EngineState,
  signal: AbortSignal,
): Promise<'back' | 'missing' | 'cannot-be-asked-for'> {
  for (const pet of saved.doubt?.pets ?? []) {
    const outcome = await client.get(pet.id, signal);
    if (outcome.type !== 'pet' || isOther(pet, outcome.pet)) {
      return outcome.type === 'removed' ? 'cannot-be-asked-for' : 'missing';
    }
  }

  return saved.doubt ? 'back' : 'missing';
}
