/** Bringing the saved copy up to date. */
import { isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import { account } from '../recover/account.js';
import { noteAnswer, noteFailure } from '../health/reachability.js';
import { readList } from './read-list.js';
import { knownOf, noticeConfirmed, pauseIfConflicting } from '../health/reset-detection.js';
import { asHeld, lacksKnown, withFirstPage, withLastPages, withList, withUnchanged } from './saved-lists.js';
import type { ListKey } from '../api.js';
import { takeNewKey } from '../health/take-new-key.js';
import { ensureTenant } from '../health/tenant.js';

/** Fetches a list, whole or its first page only. Resolves to whether that worked; the connection says why not. */
export async function refreshList(engine: EngineState, key: ListKey, scope: 'whole' | 'first-page', signal: AbortSignal): Promise<boolean> {
  await takeNewKey(engine);
  await noticeConfirmed(engine);
  if (!(await ensureTenant(engine, signal))) {
    return false;
  }

  const at = isoNow(engine.clock);
  const known = knownOf(engine);
  const reading = await readList(engine.client, {
    status: key === 'all' ? undefined : key,
    etag: engine.saved.lists[key]?.etag,
    firstPageOnly: scope === 'first-page',
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
    onProgress: (done) => done > 100 && engine.show({ progress: { what: 'Reading the list', done, total: undefined } }),
  });
  engine.show({ progress: undefined });
  if (reading.type === 'failed') {
    noteFailure(engine, reading);
    return false;
  }

  await noticeConfirmed(engine);
  const standing = reading.type === 'list' && key === 'all' ? await account(engine, known, reading, { signal }) : 'whole';
  pauseIfConflicting(engine);
  noteAnswer(engine);
  if (standing === 'doubted' || engine.paused?.state === 'changed') {
    return false;
  }

  // A pet that left this list has another status now, or is gone: only the whole list tells which.
  const isBehind = reading.type === 'list' && key !== 'all' && lacksKnown(engine.saved, key, reading);
  if (reading.type === 'not-modified') {
    engine.setSaved(withUnchanged(engine.saved, key, at));
  } else {
    // A first page that is all there is, is the whole list.
    const isWhole = scope === 'whole' || reading.complete;
    const complete = reading.complete && reading.ageMs === 0 && standing === 'whole';
    engine.setSaved(isWhole ? withList(engine.saved, key, { ...reading, complete }, { at, before: known.copy }) : withFirstPage(engine.saved, reading));
    engine.extendListing(reading.pets);
    if (!isWhole) {
      await readNewcomers(engine, signal);
    }
  }

  engine.showSaved();
  return isBehind ? await refreshList(engine, 'all', 'whole', signal) : true;
}

/**
 * Reads on from the last page that is known: where a list runs from the oldest animal to the newest, newcomers are there and
 * not on the first page. A page whose address is no longer good is found anew when the list is read whole.
 */
async function readNewcomers(engine: EngineState, signal: AbortSignal): Promise<void> {
  const next = engine.saved.lists.all?.lastPage;
  const reading = next === undefined ? undefined : await readList(engine.client, { after: { pets: [], next }, signal });
  if (reading?.type === 'list') {
    engine.setSaved(withLastPages(engine.saved, reading));
    engine.extendListing(reading.pets);
  }
}
