/** Bringing the saved copy up to date. */
import { isoNow } from '../platform/clock.js';
import type { Context } from './context.js';
import { confirmedIds, extendListing, isTrulyComplete } from './listing.js';
import { observeAnswer, observeFailure } from './observe.js';
import { readList } from './read-list.js';
import { knownOf, pauseIfReset } from './reset.js';
import { asHeld, lacksKnown, withFirstPage, withList, withUnchanged } from './saved-lists.js';
import { showSaved } from './show-saved.js';
import type { ListKey } from './snapshot.js';
import { takeNewKey } from './take-new-key.js';

/** Fetches a list, whole or its first page only. Resolves to whether that worked; the connection says why not. */
export async function refreshList(context: Context, key: ListKey, scope: 'whole' | 'first-page', signal: AbortSignal): Promise<boolean> {
  await takeNewKey(context);
  const at = isoNow(context.clock);
  const known = knownOf(context);
  const confirmed = confirmedIds(context);
  const reading = await readList(context.remote, {
    status: key === 'all' ? undefined : key,
    etag: context.saved.lists[key]?.etag,
    firstPageOnly: scope === 'first-page',
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
    onProgress: (done) => done > 100 && context.update({ progress: { what: 'Reading the list', done, total: undefined } }),
  });
  context.update({ progress: undefined });
  if (reading.type === 'failed') {
    observeFailure(context, reading);
    return false;
  }

  if (await pauseIfReset(context, known, reading.type === 'list' && key === 'all' ? reading : { pets: [], complete: false })) {
    return false;
  }

  observeAnswer(context);
  // A pet that left this list has another status now, or is gone: only the whole list tells which.
  const isBehind = reading.type === 'list' && key !== 'all' && lacksKnown(context.saved, key, reading);
  if (reading.type === 'not-modified') {
    context.saved = withUnchanged(context.saved, key, at);
  } else {
    // A first page that is all there is, is the whole list.
    const isWhole = scope === 'whole' || reading.complete;
    // A list of one status need not show what was confirmed.
    const complete = await isTrulyComplete(context, reading, key === 'all' ? confirmed : new Set(), signal);
    context.saved = isWhole ? withList(context.saved, key, { ...reading, complete }, { at, before: known.copy }) : withFirstPage(context.saved, reading);
    extendListing(context, reading.pets);
  }

  showSaved(context);
  return isBehind ? await refreshList(context, 'all', 'whole', signal) : true;
}
