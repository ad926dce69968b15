import type { Context } from './context.js';
import { doubtedFor, postponeDoubt } from './doubt.js';
import { readFresh } from './listing.js';

/** The second reading of a service that is doubted: it clears the doubt or makes it sure, or is made once more later. */
export async function readAgain(context: Context, signal: AbortSignal): Promise<void> {
  await readFresh(context, signal);
  if (doubtedFor(context) === 0) {
    postponeDoubt(context);
  }
}
