/** Bringing the saved copy up to date: `ways.ts` decides how, this does it. */
import { isoNow } from '../../platform/time/clock.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../engine-state.js';
import { noteFailure, takeNewKey } from '../health/reachability.js';
import { knownOf } from '../health/same-store.js';
import { ensureTenant } from '../health/tenant.js';
import { readChanges } from '../lists/find-changes.js';
import { withNews } from '../lists/saved-lists.js';
import type { ListEnd, ListKey } from '../api.js';
import { chooseWay, type Way } from '../lists/ways.js';
import { partOf, readWholeOrFirst, takeIn } from './read-all.js';

/** Brings a list up to date; whether that worked: the connection says why not. `isWholeDue`: news is not enough. */
export async function refreshList(
  engine: EngineState,
  key: ListKey,
  scope: 'whole' | 'news' | ListEnd,
  signal: AbortSignal,
  { isWholeDue = false } = {},
): Promise<boolean> {
  await takeNewKey(engine);
  if (!(await ensureTenant(engine, signal))) {
    return false;
  }

  const { shortList = 500 } = engine.options;
  const way: Way =
    key === 'all'
      ? chooseWay(engine.saved, {
          by: scope === 'news' ? 'timer' : 'person',
          isWholeDue,
          isDoubted: engine.credit.doubt !== undefined,
          shortList,
          now: engine.clock.now(),
        })
      : { type: 'whole' };
  const shown = await go(engine, way, signal);
  const asked = typeof scope === 'object' ? scope : 'whole';
  return shown === 'read-all'
    ? await readWholeOrFirst(engine, key, way.type === 'glimpse' ? 'first-page' : asked, signal)
    : shown;
}

/** Takes one of the shorter ways; `read-all`: there is no such way, or it leads nowhere. */
async function go(engine: EngineState, way: Way, signal: AbortSignal): Promise<boolean | 'read-all'> {
  const { client } = engine;
  const known = knownOf(engine);
  const at = isoNow(engine.clock);
  switch (way.type) {
    case 'changes': {
      const changes = await readChanges(client, way.url, signal);
      if (changes.type === 'failed') {
        return fail(engine, changes);
      }

      return changes.type === 'refused'
        ? 'read-all'
        : await takeIn(engine, known, partOf(changes.pets), (copy) =>
            withNews(copy, changes.pets, changes.changes, at),
          );
    }
    case 'whole':
    case 'glimpse':
      return 'read-all';
  }
}

function fail(engine: EngineState, failure: RequestFailure): false {
  noteFailure(engine, failure);
  return false;
}
