/** Bringing the saved copy up to date: `ways.ts` decides how, this does it. */
import { isoNow } from '../../platform/time/clock.js';
import type { Pet } from '../../domain/pet.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../engine-state.js';
import { noteFailure, takeNewKey } from '../health/reachability.js';
import { knownOf } from '../health/same-store.js';
import { ensureTenant } from '../health/tenant.js';
import { readChanges } from '../lists/find-changes.js';
import { readTail, readValidated } from '../lists/read-tail.js';
import { asHeld, withList, withNews, withTail } from '../lists/saved-lists.js';
import { isLyingInValidators } from '../lists/saved-pages.js';
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

  const { refreshMs, shortList = 500 } = engine.options;
  const way: Way =
    key === 'all'
      ? chooseWay(engine.saved, {
          by: scope === 'news' ? 'timer' : 'person',
          isWholeDue,
          isDoubted: engine.credit.doubt !== undefined,
          refreshMs,
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
  const { client, saved } = engine;
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
    case 'tail': {
      const tail = await readTail(client, saved, way.sweep, signal);
      if (tail.type === 'failed') {
        return fail(engine, tail);
      }

      if (tail.type === 'news' && isLyingInValidators(saved, tail.reading)) {
        return distrustValidators(engine);
      }

      const [from = 0] = way.sweep;
      const swept = { at, from, to: from + way.sweep.length };
      return tail.type === 'disagrees'
        ? 'read-all'
        : await takeIn(engine, known, partOf([...tail.reading.pets, ...tail.swept]), (copy) =>
            withTail(copy, tail.reading, { ...swept, swept: tail.swept }),
          );
    }
    case 'validators':
      return await readUnmodified(engine, at, signal);
    case 'whole':
    case 'glimpse':
      return 'read-all';
  }
}

function fail(engine: EngineState, failure: RequestFailure): false {
  noteFailure(engine, failure);
  return false;
}

async function readUnmodified(engine: EngineState, at: string, signal: AbortSignal): Promise<boolean | 'read-all'> {
  const known = knownOf(engine);
  const total = known.copy.pets.length;
  const options = {
    asHeld: (pet: Pet) => asHeld(known.copy, pet),
    onProgress: (done: number) => engine.show({ progress: { what: 'Reading the list', done, total } }),
  };
  const reading = await readValidated(engine.client, known.copy, options, signal);
  engine.show({ progress: undefined });
  if (reading.type === 'failed') {
    return fail(engine, reading);
  }

  if (reading.type === 'disagrees') {
    return 'read-all';
  }

  if (isLyingInValidators(known.copy, reading)) {
    return distrustValidators(engine);
  }

  return await takeIn(engine, known, reading, (copy, standing) =>
    withList(copy, 'all', { ...reading, complete: standing === 'whole' }, { at, before: known.copy }),
  );
}

/** Pages called unchanged may have changed, so everything is read, now and from now on. */
function distrustValidators(engine: EngineState): 'read-all' {
  engine.setSaved({ ...engine.saved, distrusts: { ...engine.saved.distrusts, validators: true } });
  return 'read-all';
}
