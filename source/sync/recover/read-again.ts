import type { Context } from '../context.js';
import { doubtedFor, dropDoubt, postponeDoubt } from '../health/doubt.js';
import { readFresh } from './baseline.js';
import { isOther } from './witnesses.js';

/**
 * The second reading of a service that is doubted, and each later one: it clears the doubt or makes it sure, or is made once
 * more later.
 */
export async function readAgain(context: Context, signal: AbortSignal): Promise<void> {
  const evidence = await askForEvidence(context, signal);
  if (evidence === 'back') {
    dropDoubt(context);
  }

  await readFresh(context, signal, { cannotAsk: evidence === 'cannot-be-asked-for' });
  if (doubtedFor(context) === 0) {
    postponeDoubt(context);
  }
}

/** Whether all that was missing is there under its ids: what a list shows of it is then the list's own matter. */
async function askForEvidence({ saved, client }: Context, signal: AbortSignal): Promise<'back' | 'missing' | 'cannot-be-asked-for'> {
  for (const pet of saved.doubt?.pets ?? []) {
    const outcome = await client.get(pet.id, signal);
    if (outcome.type !== 'pet' || isOther(pet, outcome.pet)) {
      return outcome.type === 'removed' ? 'cannot-be-asked-for' : 'missing';
    }
  }

  return saved.doubt ? 'back' : 'missing';
}
