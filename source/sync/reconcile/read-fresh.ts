/** One look at the store's list, for whoever sends or decides by it. */
import { lacksOurs } from './known.js';
import { isoNow } from '../../platform/time/clock.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../state.js';
import { failedPage } from '../../client/outcomes/answer.js';
import { noteAnswer, noteFailure } from '../list/reachability.js';
import { compareStore, knownOf, type Worth } from './same-store.js';
import { ensureKey } from './api-key.js';
import { readList, type Reading, type ReadOptions } from '../list/read-list.js';
import { asHeld, withList } from '../list/saved-lists.js';

/**
 * Reads the unfiltered list past all caches, tells its worth, and shows the state of the connection. On a new connection
 * it decides whether this is another store.
 */
export async function readFresh(
  engine: EngineState,
  signal: AbortSignal,
  options: Pick<ReadOptions, 'newConnection'> = {},
): Promise<(Reading & { readonly worth: Exclude<Worth, 'refused'> }) | RequestFailure> {
  if (!(await ensureKey(engine, signal))) {
    return notNow;
  }

  const at = isoNow(engine.clock);
  const begun = engine.clock.uptime();
  const known = knownOf(engine);
  const reading = await readList(engine.client, {
    ...options,
    fresh: true,
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
  });
  if (reading.type === 'failed') {
    if (reading.page === undefined) {
      noteFailure(engine, reading);
    } else {
      // The pages before it were answered, so the store is there.
      engine.show({ oddPages: failedPage(reading.page, reading.problem) });
      noteAnswer(engine);
    }

    return reading;
  }

  const decides = options.newConnection === true;
  const worth = await compareStore(engine, known, reading, { began: begun, decides });
  if (worth === 'refused') {
    return decides || engine.questions.isForPerson ? notNow : await readAgain(engine, signal);
  }

  const { ageMs, complete, isCut } = reading;
  if (ageMs === 0 && (complete || isCut === true)) {
    // One that lacks what the store itself confirmed may lack others too.
    const isWhole = complete && worth !== 'partial' && !lacksOurs(engine, reading.pets, begun);
    engine.listedAt = { uptime: begun, ...(isWhole ? { rows: reading.pets.length } : {}) };
  }

  if (worth === 'whole' || worth === 'lagging') {
    // It was paid for, and a service that is reset later is told by comparison with it.
    engine.setSaved({
      ...withList(engine.saved, 'all', { ...reading, complete: worth === 'whole' }, { at, before: known.copy }),
      readMs: engine.clock.uptime() - begun,
    });
    engine.showSaved();
  }

  return { ...reading, worth };
}

/** Sending is paused for a reason that is on show already; this one is not told. */
const notNow: RequestFailure = {
  type: 'failed',
  connection: 'error',
  problem: { code: 'paused', message: 'Sending is paused.' },
  aborted: true,
};

/** What looks like another store is read again, by another way: a balancer may send that to another replica. */
export function readAgain(engine: EngineState, signal: AbortSignal): ReturnType<typeof readFresh> {
  return readFresh(engine, signal, { newConnection: true });
}
