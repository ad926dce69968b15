/** Bringing the saved list up to date, by the change link where there is one. */
import { isoNow } from '../../platform/time/clock.ts';
import type { EngineState } from '../state.ts';
import { noteFailure, takeNewKey } from '../list/reachability.ts';
import { knownOf } from './same-store.ts';
import { ensureKey } from './api-key.ts';
import { readChanges } from '../list/find-changes.ts';
import { withNews } from '../list/saved-lists.ts';
import type { ListKey } from '../api.ts';
import { changeLinkFor } from '../list/freshness.ts';
import { noteRead, readStore, takeIn } from './read-store.ts';

/** Brings a list up to date; whether that worked: the connection says why not. `isWholeDue`: news is not enough. */
export async function refreshList(
  engine: EngineState,
  key: ListKey,
  scope: 'whole' | 'news',
  signal: AbortSignal,
  { isWholeDue = false } = {},
): Promise<boolean> {
  await takeNewKey(engine);
  const { shortList = 500 } = engine.options;
  const isAllWanted = scope !== 'news' || isWholeDue;
  const findLink = (): string | undefined =>
    key === 'all' && !engine.questions.has('store')
      ? changeLinkFor(engine.saved, { isAllWanted, shortList, now: engine.clock.now() })
      : undefined;
  if (findLink() !== undefined && !(await ensureKey(engine))) {
    return false;
  }

  // Another key may show another store, of which nothing was read.
  const link = findLink();
  const shown = link === undefined ? 'read-all' : await readNews(engine, link, signal);
  if (shown !== 'read-all') {
    return shown;
  }

  return (await readStore(engine, signal, { key, mayBeUnchanged: !isAllWanted })).type !== 'failed';
}

/** `read-all`: the link leads nowhere, or what it shows may be of another store. */
async function readNews(engine: EngineState, link: string, signal: AbortSignal): Promise<boolean | 'read-all'> {
  const known = knownOf(engine);
  const [at, uptime] = [isoNow(engine.clock), engine.clock.uptime()];
  const news = await readChanges(engine.client, link, signal);
  switch (news.type) {
    case 'failed':
      noteFailure(engine, news);
      return false;
    case 'refused':
      return 'read-all';
    case 'news':
      return await takeNews(engine, known, news, { at, uptime });
  }
}

async function takeNews(
  engine: EngineState,
  known: ReturnType<typeof knownOf>,
  { pets, changes }: Extract<Awaited<ReturnType<typeof readChanges>>, { type: 'news' }>,
  { at, uptime }: { readonly at: string; readonly uptime: number },
): Promise<boolean | 'read-all'> {
  const isTaken = await takeIn(engine, known, pets, (copy) => withNews(copy, pets, changes, at));
  if (isTaken === true) {
    noteRead(engine, { what: 'news', began: uptime, rows: engine.saved.pets.length });
  }

  return isTaken;
}
