import { listLimit } from '../domain/wire.js';
import type { Page } from '../remote/outcomes.js';
import type { Context } from './context.js';
import { observeAnswer, observeFailure } from './observe.js';
import { knownOf, pauseIfReset } from './reset.js';
import { takeNewKey } from './take-new-key.js';

/**
 * One cheap request that tells whether the store can be reached, and whether it may be sent to. A list that may not be
 * read (403) does not stand in the way of sending. `limit`: how many animals are looked at, which tells more of a reset.
 */
export async function probe(context: Context, signal: AbortSignal, limit = 1): Promise<boolean> {
  await takeNewKey(context);
  const known = knownOf(context);
  const page = await context.remote.listPage({ limit }, signal);
  if (page.type === 'failed') {
    observeFailure(context, page);
    return page.forbidden === true;
  }

  if (page.type === 'page') {
    await pauseIfReset(context, known, { pets: page.pets, complete: isAll(page, limit) });
  }

  observeAnswer(context);
  return context.paused === undefined;
}

/** Whether a page is surely the whole list, as `read-list` would find after more requests. */
function isAll({ pets, rows, next, suspiciousNext, age }: Page, limit: number): boolean {
  const isFull = rows >= limit || rows === listLimit.default;
  return next === undefined && !suspiciousNext && age === 0 && !isFull && new Set(pets.map(({ id }) => id)).size === rows;
}
