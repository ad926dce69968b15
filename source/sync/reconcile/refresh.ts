/** Bringing the saved list up to date, by the change link where there is one. */
import { isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../state.js';
import { noteFailure, takeNewKey } from '../list/reachability.js';
import { knownOf } from './same-store.js';
import { ensureKey } from './api-key.js';
import { readChanges } from '../list/find-changes.js';
import { withNews } from '../list/saved-lists.js';
import type { ListEnd, ListKey } from '../api.js';
import { changeLinkFor } from '../list/freshness.js';
import { readWhole, takeIn } from './read-whole.js';

/** Brings a list up to date; whether that worked: the connection says why not. `isWholeDue`: news is not enough. */
export async function refreshList(
  engine: EngineState,
  key: ListKey,
  scope: 'whole' | 'news' | ListEnd,
  signal: AbortSignal,
  { isWholeDue = false } = {},
): Promise<boolean> {
  await takeNewKey(engine);
  if (!(await ensureKey(engine, signal))) {
    return false;
  }

  const { shortList = 500 } = engine.options;
  const isAllWanted = scope !== 'news' || isWholeDue;
  const asking = { isAllWanted, shortList, now: engine.clock.now() };
  const link = key === 'all' && !engine.questions.has('store') ? changeLinkFor(engine.saved, asking) : undefined;
  const shown = link === undefined ? 'read-all' : await readNews(engine, link, signal);
  return shown === 'read-all'
    ? await readWhole(engine, key, { end: typeof scope === 'object' ? scope : undefined, isAllWanted }, signal)
    : shown;
}

/** `read-all`: the link leads nowhere, or what it shows may be of another store. */
async function readNews(engine: EngineState, link: string, signal: AbortSignal): Promise<boolean | 'read-all'> {
  const known = knownOf(engine);
  const at = isoNow(engine.clock);
  const news = await readChanges(engine.client, link, signal);
  switch (news.type) {
    case 'failed':
      noteFailure(engine, news);
      return false;
    case 'refused':
      return 'read-all';
    case 'news':
      return await takeIn(engine, known, news.pets, (copy) => withNews(copy, news.pets, news.changes, at));
  }
}
