/**
 * A client that did not see the answer to a `POST` may send it again with the same `Idempotency-Key`. Keys are kept as
 * long as their store, as animals are: no clock can make a key of a minute ago an old one.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Int64 } from '../../domain/int64.ts';
import { type NewPet, type Pet, petFieldNames } from '../../domain/pet.ts';
import type { Caller } from '../keys/key-register.ts';
import { ApiError, invalidParameter } from '../http/answers.ts';
import { insertPet } from './pet-repository.ts';
import type { Integer, NewRow } from '../storage/database.ts';
import type { Storage } from '../storage/open-storage.ts';

type IdempotencyParts = { readonly storage: Storage; readonly onReplay: (() => void) | undefined };

/** Gives the application `addOnce`. */
export function addIdempotency(app: FastifyInstance, { storage, onReplay }: IdempotencyParts): void {
  app.decorate('addOnce', createAddOnce(storage, onReplay));
}

/**
 * Adds an animal, or answers the one that was added under the key. Keys under way are known to this process; for those
 * of others the database waits, which adds one animal after the other.
 */
function createAddOnce(storage: Storage, onReplay?: () => void) {
  const running = new Set<string>();

  return async ({ id, scope }: Pick<Caller, 'id' | 'scope'>, key: string, pet: NewPet): Promise<Pet> => {
    const scoped = `${scope} ${key}`;
    if (running.has(scoped)) {
      const message = 'A request with this Idempotency-Key is still running. Send it again in a moment.';
      throw new ApiError(409, 'conflict', message, { 'retry-after': '1' });
    }

    running.add(scoped);
    try {
      const once = { api_key_id: scope, key, fingerprint: fingerprint(pet) };
      const made = await insertPet(storage, pet, { apiKeyId: id, once });
      if (made !== undefined) {
        return made;
      }

      const earlier = await findMade(storage, once);
      onReplay?.();
      return { ...pet, id: earlier };
    } finally {
      running.delete(scoped);
    }
  };
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
  const given = petFieldNames.filter((field) => pet[field] !== undefined).map((field) => [field, pet[field]]);
  return hash('sha256', JSON.stringify(given), 'hex');
}

/**
 * A quoted string (RFC 9651, section 3.3.3), or the same text without quotes; a comma would begin a second key. What
 * counts is the text: neither the quotes nor what escapes.
 */
const form = /^(?:"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255}"|[\x21\x23-\x2b\x2d-\x7e]{1,255})$/;

/**
 * `"k-1"` and `k-1` are the same. An empty one would make one animal of all that such a client adds: 400. Given twice,
 * Node joins them by a comma.
 */
export function readIdempotencyKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | undefined {
  if (key === undefined) {
    return undefined;
  }

  if (typeof key !== 'string' || !form.test(key)) {
    throw invalidParameter(
      'Idempotency-Key must be given once, as 1 to 255 printable ASCII characters, in quotes if a blank or a comma is ' +
        'among them.',
    );
  }

  return key.startsWith('"') ? key : `"${key.replaceAll('\\', '\\\\')}"`;
}

// An interface, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    readonly addOnce: ReturnType<typeof createAddOnce>;
  }
}
