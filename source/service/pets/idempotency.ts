/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a client that did not see the answer to a `POST`
 * may send it again with the same key, and gets the animal that the first one made.
 */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Int64 } from '../../domain/int64.js';
import { type NewPet, type Pet, petFieldNames } from '../../domain/pet.js';
import type { Clock } from '../../platform/time/clock.js';
import { ApiError } from '../http/answers/api-error.js';
import { insertPetOnce, selectPet } from './pet-repository.js';
import type { NewRow } from '../storage/create-row.js';
import type { Integer } from '../storage/database.js';
import type { Storage } from '../storage/open-storage.js';
import { isKeyHeld } from '../storage/storage-error.js';

/**
 * Adds an animal at most once for a key. Keys of one API key are apart from those of another. `reused`: the key came
 * before with another animal. `running`: a request with this key is still being worked on.
 */
export type CreateOnce = (apiKeyId: string, key: string, pet: NewPet) => Promise<Pet | 'reused' | 'running'>;

/** Keys under way are known to this process; those of others are seen in the database. `onKey`: told of each use. */
export function createIdempotency(
  storage: Storage,
  clock: Pick<Clock, 'now'>,
  onKey: () => void,
  onReplay: () => void = () => undefined,
): CreateOnce {
  const running = new Set<string>();

  return async (apiKeyId, key, pet) => {
    const scoped = `${apiKeyId} ${key}`;
    if (running.has(scoped)) {
      return 'running';
    }

    running.add(scoped);
    try {
      onKey();
      const once = { api_key_id: apiKeyId, key, fingerprint: fingerprint(pet), created_at: clock.now() };
      const made = await insertPetOnce(storage, pet, once);
      if (made !== undefined) {
        return made;
      }

      const earlier = await findMade(storage, once);
      if (earlier !== 'reused') {
        onReplay();
      }

      return earlier;
    } catch (error) {
      // Another process holds the row of this key: it is the one at work.
      if (isKeyHeld(error)) {
        return 'running';
      }

      throw error;
    } finally {
      running.delete(scoped);
    }
  };
}

/** The meaning of a repeated key: the animal it made, if it was asked for the same. */
async function findMade(
  storage: Storage,
  { api_key_id, key, fingerprint: asked }: NonNullable<NewRow['once']>,
): Promise<Pet | 'reused'> {
  const [earlier] = await storage.reads.ask<{ readonly fingerprint: string; readonly pet_id: Integer }>(
    'select fingerprint, pet_id from idempotency_keys where api_key_id = ? and key = ?',
    [api_key_id, key],
  );
  if (earlier?.fingerprint !== asked) {
    return 'reused';
  }

  const made = await selectPet(storage.openReads(), String(earlier.pet_id) as Int64);
  if (made === undefined) {
    throw new Error(`The animal ${String(earlier.pet_id)} of an idempotency key is gone.`);
  }

  return made;
}

/**
 * Of the requested animal and not of its bytes: a client that writes the same animal with other spaces means the same.
 */
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

/**
 * A quoted string (RFC 9651, section 3.3.3), or the same text without quotes; a comma would begin a second key. Never
 * empty.
 */
const form = /^(?:"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])+"|[\x21\x23-\x2b\x2d-\x7e]+)$/;

/**
 * The `Idempotency-Key` of a request, if it has one: `"k-1"` and `k-1` are the same, as the draft writes it as a quoted
 * string and much software without quotes. It has up to 255 characters as it came. An empty one is most likely a
 * variable that was never set: taking it would make one animal of all that such a client adds.
 *
 * @throws {ApiError} 400 if it is empty, malformed, too long or there twice
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) {
    return undefined;
  }

  const [key = ''] = values;
  if (values.length > 1 || key.length > 255 || !form.test(key)) {
    throw new ApiError(
      400,
      'invalid_parameter',
      'Idempotency-Key must be given once, as 1 to 255 visible ASCII characters, quoted or not.',
    );
  }

  return key.startsWith('"') ? key : `"${key.replaceAll('\\', '\\\\')}"`;
}
