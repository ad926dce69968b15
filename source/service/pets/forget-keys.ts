import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/time/clock.js';
import type { Integer } from '../storage/database.js';
import type { Storage } from '../storage/open-storage.js';

/** The one row of `idempotency_age`: which keys are forgotten next, and since how many milliseconds. */
type Age = { readonly newest: Integer | null; readonly ran: Integer };

/** As the interface promises. Clients such as petstore rely on a day, so they stay far from the edge. */
const keptFor = 72 * 3_600_000;
const lookEvery = 600_000;

/** So many at once, and then a pause: all of a million would take seconds, on the only thread if it is SQLite. */
const step = 100;
const pause = 20;

/**
 * Forgets keys that were there for long enough by clocks that never jump, and are old by the calendar too. A calendar
 * that is set ahead for a moment must not let a key that is a minute old make a second animal.
 *
 * The database holds when the newest of them was made, and for how long services have run since: `ran` goes on over
 * restarts. Of several processes one counts, which is the one that finds it as it left it.
 */
export function createKeyForgetter(
  storage: Storage,
  clock: Pick<Clock, 'now' | 'uptime'>,
  onMissed: (error: unknown) => void,
) {
  const stopped = new AbortController();
  let last: { readonly at: number; readonly ran: number | undefined } | undefined;
  let isLooking = false;

  const forgetUpTo = async (newest: Integer): Promise<void> => {
    for (;;) {
      const gone = await storage.db.ask(
        `delete from idempotency_keys where (api_key_id, key) in (
          select api_key_id, key from idempotency_keys where created_at <= ? and created_at < ?
          order by created_at limit ?
        ) returning 1 as gone`,
        [newest, clock.now() - keptFor, step],
      );
      if (gone.length < step) {
        return;
      }

      await delay(pause, undefined, { signal: stopped.signal });
    }
  };

  const lookNow = async (): Promise<void> => {
    const at = clock.uptime();
    const before = last;
    const [age = { newest: null, ran: '0' }] = await storage.reads.ask<Age>('select newest, ran from idempotency_age');
    const found = Number(age.ran);
    const ran = before?.ran === found ? found + Math.floor(at - before.at) : found;
    last = { at, ran };
    if (ran < keptFor) {
      if (ran > found) {
        await storage.db.ask('update idempotency_age set ran = ? where ran = ?', [ran, age.ran]);
      }

      return;
    }

    if (age.newest !== null) {
      await forgetUpTo(age.newest);
    }

    await storage.db.ask('update idempotency_age set newest = (select max(created_at) from idempotency_keys), ran = 0');
    last = { at, ran: 0 };
  };

  return {
    /** To be called whenever a key is used; looks now and then. */
    look: (): void => {
      if (isLooking || (last !== undefined && clock.uptime() - last.at < lookEvery)) {
        return;
      }

      isLooking = true;
      lookNow()
        .catch((error: unknown) => {
          last = { at: clock.uptime(), ran: undefined };
          if (!stopped.signal.aborted) {
            onMissed(error);
          }
        })
        .finally(() => (isLooking = false));
    },
    stop: (): void => stopped.abort(),
  };
}
