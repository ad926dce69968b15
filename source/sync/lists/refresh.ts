/** Bringing the saved copy up to date. */
import { isoNow } from '../../platform/time/clock.js';
import type { Context } from '../context.js';
import { account } from '../recover/account.js';
import { extendListing } from '../recover/baseline.js';
import { noteAnswer, noteFailure } from '../health/reachability.js';
import { readList } from './read-list.js';
import { knownOf, noticeConfirmed, pauseIfConflicting } from '../health/reset-detection.js';
import { asHeld, lacksKnown, withFirstPage, withLastPages, withList, withUnchanged } from './saved-lists.js';
import { showSaved } from './show-saved.js';
import type { ListKey } from '../api.js';
import { takeNewKey } from '../health/take-new-key.js';
import { ensureTenant } from '../health/tenant.js';

/** Fetches a list, whole or its first page only. Resolves to whether that worked; the connection says why not. */
export async function refreshList(context: Context, key: ListKey, scope: 'whole' | 'first-page', signal: AbortSignal): Promise<boolean> {
  await takeNewKey(context);
  await noticeConfirmed(context);
  if (!(await ensureTenant(context, signal))) {
    return false;
  }

  const at = isoNow(context.clock);
  const known = knownOf(context);
  const reading = await readList(context.client, {
    status: key === 'all' ? undefined : key,
    etag: context.saved.lists[key]?.etag,
    firstPageOnly: scope === 'first-page',
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
    onProgress: (done) => done > 100 && context.update({ progress: { what: 'Reading the list', done, total: undefined } }),
  });
  context.update({ progress: undefined });
  if (reading.type === 'failed') {
    noteFailure(context, reading);
    return false;
  }

  await noticeConfirmed(context);
  const standing = reading.type === 'list' && key === 'all' ? await account(context, known, reading, { signal }) : 'whole';
  pauseIfConflicting(context);
  noteAnswer(context);
  if (standing === 'doubted' || context.paused?.state === 'changed') {
    return false;
  }

  // A pet that left this list has another status now, or is gone: only the whole list tells which.
  const isBehind = reading.type === 'list' && key !== 'all' && lacksKnown(context.saved, key, reading);
  if (reading.type === 'not-modified') {
    context.saved = withUnchanged(context.saved, key, at);
  } else {
    // A first page that is all there is, is the whole list.
    const isWhole = scope === 'whole' || reading.complete;
    const complete = reading.complete && reading.ageMs === 0 && standing === 'whole';
    context.saved = isWhole ? withList(context.saved, key, { ...reading, complete }, { at, before: known.copy }) : withFirstPage(context.saved, reading);
    extendListing(context, reading.pets);
    if (!isWhole) {
      await readNewcomers(context, signal);
    }
  }

  showSaved(context);
  return isBehind ? await refreshList(context, 'all', 'whole', signal) : true;
}

/**
 * Reads on from the last page that is known: where a list runs from the oldest animal to the newest, newcomers are there and
 * not on the first page. A page whose address is no longer good is found anew when the list is read whole.
 */
async function readNewcomers(context: Context, signal: AbortSignal): Promise<void> {
  const next = context.saved.lists.all?.lastPage;
  const reading = next === undefined ? undefined : await readList(context.client, { after: { pets: [], next }, signal });
  if (reading?.type === 'list') {
    context.saved = withLastPages(context.saved, reading);
    extendListing(context, reading.pets);
  }
}
