/** A client that did not see the answer to a `POST` may send it again with the same `Idempotency-Key`. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import plugin from 'fastify-plugin';
import type { Int64 } from '../../domain/int64.js';
import { type NewPet, type Pet, petFieldNames } from '../../domain/pet.js';
import type { Clock } from '../../platform/time/clock.js';
import type { Caller } from '../keys/key-register.js';
import { ApiError, invalidParameter } from '../http/answers.js';
import { insertPet } from './pet-repository.js';
import type { NewRow, Integer } from '../storage/database.js';
import type { Storage } from '../storage/open-storage.js';
import { isKeyHeld } from '../storage/storage-error.js';
import { setTimeout as delay } from 'node:timers/promises';

type IdempotencyParts = {
  readonly storage: Storage;
  readonly clock: Pick<Clock, 'now' | 'uptime'>;
  readonly onReplay: (() => void) | undefined;
};

/** Gives the application `addOnce`, and forgets old keys. */
export const idempotency = plugin<IdempotencyParts>((app, { storage, clock, onReplay }, done) => {
  const onMissed = (error: unknown): void => app.log.warn({ error }, 'old idempotency keys not removed');
  const forgetter = createKeyForgetter(storage, clock, onMissed);
  app.decorate('addOnce', createAddOnce(storage, clock, forgetter.look, onReplay));
  app.addHook('onClose', () => forgetter.stop());
  done();
});

/**
 * Adds an animal, or answers the one that was added under the key. Keys under way are known to this process; those of
 * others are seen in the database. `onKey`: told of each use.
 */
function createAddOnce(storage: Storage, clock: Pick<Clock, 'now'>, onKey: () => void, onReplay?: () => void) {
  const running = new Set<string>();

  return async ({ id, scope }: Pick<Caller, 'id' | 'scope'>, key: string, pet: NewPet): Promise<Pet> => {
    const scoped = `${scope} ${key}`;
    if (running.has(scoped)) {
      throw stillRunning();
    }

    running.add(scoped);
    try {
      onKey();
      const once = { api_key_id: scope, key, fingerprint: fingerprint(pet), created_at: clock.now() };
      const made = await insertPet(storage, pet, { apiKeyId: id, once });
      if (made !== undefined) {
        return made;
      }

      const earlier = await findMade(storage, once);
      onReplay?.();
      return { ...pet, id: earlier };
    } catch (error) {
      // Another process holds the row of this key: it is the one at work.
      throw isKeyHeld(error) ? stillRunning() : error;
    } finally {
      running.delete(scoped);
    }
  };
}

function stillRunning(): ApiError {
  const message = 'A request with this Idempotency-Key is still running. Send it again in a moment.';
  return new ApiError(409, 'conflict', message, { 'retry-after': '1' });
}

/** The id alone: the answer is that of then, whatever the operator has made of the animal since. */
async function findMade(storage: Storage, once: NonNullable<NewRow['once']>): Promise<Int64> {
  const [earlier] = await storage.reads.ask<{ readonly fingerprint: string; readonly pet_id: Integer }>(
    'select fingerprint, pet_id from idempotency_keys where api_key_id = ? and key = ?',
    [once.api_key_id, once.key],
  );
  if (earlier?.fingerprint !== once.fingerprint) {
    throw new ApiError(422, 'idempotency_key_reused', 'This Idempotency-Key was used before, for another animal.');
  }

  return String(earlier.pet_id) as Int64;
}

/** Of the animal and not of its bytes: the same with other spaces means the same. */
function fingerprint(pet: NewPet): string {
  const values = petFieldNames.map((field) => pet[field] ?? null);
  // A field that came later counts only if it is set: keys of the version before it must go on meaning the same
  // animal.
  while (values.length > fieldsOfFirstVersion && values.at(-1) === null) {
    values.pop();
  }

  return hash('sha256', JSON.stringify(values), 'hex');
}

const fieldsOfFirstVersion = 3;

/** A quoted string (RFC 9651, section 3.3.3), or the same text without quotes; a comma would begin a second key. */
const form = /^(?:"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])+"|[\x21\x23-\x2b\x2d-\x7e]+)$/;

/**
 * `"k-1"` and `k-1` are the same. An empty one would make one animal of all that such a client adds: 400. Given twice,
 * Node joins them by a comma.
 */
export function readIdempotencyKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | undefined {
  if (key === undefined) {
    return undefined;
  }

  if (typeof key !== 'string' || key.length > 255 || !form.test(key)) {
    throw invalidParameter('Idempotency-Key must be given once, as 1 to 255 visible ASCII characters, quoted or not.');
  }

  return key.startsWith('"') ? key : `"${key.replaceAll('\\', '\\\\')}"`;
}

/** The one row of `idempotency_age`: which keys are forgotten next, and since how many milliseconds. */
type Age = { readonly newest: Integer | null; readonly ran: Integer };

/** As the interface promises. Clients such as petstore rely on a day, so they stay far from the edge. */
const keptFor = 72 * 3_600_000;
const lookEvery = 600_000;

/** So many at once, and then a pause: all of a million would take seconds, on the only thread if it is SQLite. */
const step = 100;
const pause = 20;

/**
 * Forgets keys that are old by clocks that never jump and by the calendar: one that is set ahead for a moment must not
 * let a key of a minute ago make a second animal. The database holds when the newest of them was made, and for how long
 * services have run since. Of several processes one counts: the one that finds it as it left it.
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

// An interface, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    readonly addOnce: ReturnType<typeof createAddOnce>;
  }
}
