/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a client that did not see the answer to a `POST` may send it again
 * with the same key, and gets the animal that the first one made.
 */
import { hash } from 'node:crypto';
import type { Int64 } from '../domain/int64.js';
import type { NewPet, Pet } from '../domain/pet.js';
import type { Clock } from '../platform/clock.js';
import { findPet, insertPet } from './pet-repository.js';
import type { Storage } from './storage/open-storage.js';
import { isLockTimeout } from './storage/storage-error.js';

/** `reused`: the key came before with another animal. `running`: a request with this key is still being worked on. */
export type OnceOutcome = Pet | 'reused' | 'running';

/** Adds an animal at most once for a key. Keys of one API key are apart from those of another. */
export type CreateOnce = (apiKeyId: string, key: string, pet: NewPet) => Promise<OnceOutcome>;

/** Longer than the 48 h that are promised, so that nobody stands at the edge. */
const keptFor = 72 * 3_600_000;
const tidiedEvery = 3_600_000;

/** Keys under way are known to this process; those of others are seen in the database. */
export function createIdempotency(storage: Storage, clock: Pick<Clock, 'now'>, onMissedTidying: (error: unknown) => void): CreateOnce {
  const running = new Set<string>();
  let tidiedAt = Number.NEGATIVE_INFINITY;

  const tidy = (): void => {
    if (clock.now() - tidiedAt >= tidiedEvery) {
      tidiedAt = clock.now();
      storage.db.deleteFrom('idempotency_keys').where('created_at', '<', String(clock.now() - keptFor)).execute().catch(onMissedTidying);
    }
  };

  return async (apiKeyId, key, pet) => {
    const scoped = `${apiKeyId} ${key}`;
    if (running.has(scoped)) {
      return 'running';
    }

    running.add(scoped);
    try {
      tidy();
      return await createOnce(storage, { api_key_id: apiKeyId, key, fingerprint: fingerprint(pet), pet_id: null, created_at: clock.now() }, pet);
    } catch (error) {
      // Another process holds the row of this key: it is the one at work.
      if (isLockTimeout(error)) {
        return 'running';
      }

      throw error;
    } finally {
      running.delete(scoped);
    }
  };
}

type KeyRow = { readonly api_key_id: string; readonly key: string; readonly fingerprint: string; readonly pet_id: null; readonly created_at: number };

/** Key and animal in one transaction: after a crash either both are there or neither is. */
async function createOnce(storage: Storage, row: KeyRow, pet: NewPet): Promise<Pet | 'reused'> {
  return storage.commit(async (transaction) => {
    const ofThisKey = transaction.selectFrom('idempotency_keys').select(['fingerprint', 'pet_id']).where('api_key_id', '=', row.api_key_id).where('key', '=', row.key);
    const fresh = await transaction
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['api_key_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();

    if (fresh === undefined) {
      const earlier = await ofThisKey.executeTakeFirstOrThrow();
      if (earlier.fingerprint !== row.fingerprint) {
        return 'reused';
      }

      const made = await findPet(transaction, String(earlier.pet_id) as Int64);
      if (made === undefined) {
        throw new Error(`The animal ${String(earlier.pet_id)} of an idempotency key is gone.`);
      }

      return made;
    }

    const made = await insertPet(transaction, pet);
    await transaction.updateTable('idempotency_keys').set({ pet_id: made.id }).where('api_key_id', '=', row.api_key_id).where('key', '=', row.key).execute();
    return made;
  });
}

/** Of what was asked for and not of its bytes: a client that writes the same animal with other spaces means the same. */
function fingerprint({ name, categoryId, status }: NewPet): string {
  return hash('sha256', JSON.stringify([name, categoryId, status ?? null]), 'hex');
}
