import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../../platform/time/clock.js';
import type { Storage } from '../storage/open-storage.js';

/** Forgets idempotency keys that are old. */
export type KeyForgetter = {
  /** To be called whenever a key is used; looks now and then. */
  readonly look: () => void;
  readonly stop: () => void;
};

/** Longer than the 48 h that are promised, so that nobody stands at the edge. */
const keptFor = 72 * 3_600_000;
const lookEvery = 600_000;

/** So many at once, and then a pause: all of a million would take seconds, on the only thread where it is SQLite. */
const step = 100;
const pause = 20;

/**
 * Forgets keys that were there for long enough by clocks that never jump, and are old by the calendar too: a calendar
 * that is set ahead for a moment must not let a key that is a minute old make a second animal.
 *
 * The database holds when the newest of them was made, and for how long services have run since: `ran` goes on over
 * restarts. Of several processes one counts, which is the one that finds it as it left it.
 */
export function createKeyForgetter(
  storage: Storage,
  clock: Pick<Clock, 'now' | 'uptime'>,
  onMissed: (error: unknown) => void,
): KeyForgetter {
  const stopped = new AbortController();
  let last: { readonly at: number; readonly ran: number | undefined } | undefined;
  let isLooking = false;

  const forgetUpTo = async (newest: string): Promise<void> => {
    for (;;) {
      const { rows } = await sql`delete from idempotency_keys where (api_key_id, key) in (
        select api_key_id, key from idempotency_keys
        where created_at <= ${newest} and created_at < ${String(clock.now() - keptFor)} order by created_at limit ${step}
      ) returning 1 as gone`.execute(storage.db);
      if (rows.length < step) {
        return;
      }

      await delay(pause, undefined, { signal: stopped.signal });
    }
  };

  const lookNow = async (): Promise<void> => {
    const at = clock.uptime();
    const before = last;
    const age = await storage.reads.selectFrom('idempotency_age').selectAll().executeTakeFirstOrThrow();
    const found = Number(age.ran);
    const ran = before?.ran === found ? found + Math.floor(at - before.at) : found;
    last = { at, ran };
    if (ran < keptFor) {
      if (ran > found) {
        await storage.db.updateTable('idempotency_age').set({ ran }).where('ran', '=', age.ran).execute();
      }

      return;
    }

    if (age.newest !== null) {
      await forgetUpTo(String(age.newest));
    }

    const newest = sql<bigint | null>`(select max(created_at) from idempotency_keys)`;
    await storage.db.updateTable('idempotency_age').set({ newest, ran: 0 }).execute();
    last = { at, ran: 0 };
  };

  return {
    look() {
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
    stop: () => stopped.abort(),
  };
}
