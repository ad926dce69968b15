import type { Context } from './context.js';
import { doubtedFor, dropDoubt, postponeDoubt } from './doubt.js';
import { readFresh } from './listing.js';
import { isOther } from './witnesses.js';

/**
 * The second reading of a service that is doubted, and each later one: it clears the doubt or makes it sure, or is made once
 * more later.
 */
export async function readAgain(context: Context, signal: AbortSignal): Promise<void> {
  if (await isEvidenceBack(context, signal)) {
    dropDoubt(context);
  }

  await readFresh(context, signal);
  if (doubtedFor(context) === 0) {
    postponeDoubt(context);
  }
}

/** Whether all that was missing is there under its ids: what a list shows of it is then the list's own matter. */
async function isEvidenceBack({ saved, remote }: Context, signal: AbortSignal): Promise<boolean> {
  for (const pet of saved.doubt?.pets ?? []) {
    const outcome = await remote.get(pet.id, signal);
    if (outcome.type !== 'pet' || isOther(pet, outcome.pet)) {
      return false;
    }
  }

  return saved.doubt !== undefined;
}
