import type { Context } from './context.js';
import { observeAnswer, observeFailure } from './observe.js';
import { knownOf, pauseIfReset } from './reset.js';
import { takeNewKey } from './take-new-key.js';

/**
 * One cheap request that tells whether the store can be reached, and whether it may be sent to. A list that may not be
 * read (403) does not stand in the way of sending.
 */
export async function probe(context: Context, signal: AbortSignal): Promise<boolean> {
  await takeNewKey(context);
  const known = knownOf(context);
  const page = await context.remote.listPage({ limit: 1 }, signal);
  if (page.type === 'failed') {
    observeFailure(context, page);
    return page.forbidden === true;
  }

  if (page.type === 'page') {
    await pauseIfReset(context, known, { pets: page.pets, complete: page.rows === 0 && page.next === undefined && page.age === 0 });
  }

  observeAnswer(context);
  return context.paused === undefined;
}
