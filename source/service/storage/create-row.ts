import type { Kysely } from 'kysely';
import type { PetRow, Tables } from './tables.js';

/** An animal to add, and the idempotency key under which it is added, if there is one. */
export type NewRow = PetRow & {
  readonly once?:
    | { readonly api_key_id: string; readonly key: string; readonly fingerprint: string; readonly created_at: number }
    | undefined;
};

/**
 * Adds an animal and its key in a transaction, so that after a crash either both are there or neither is.
 *
 * @returns its id, or undefined where the key came before; then nothing is added
 */
export async function createRow(transaction: Kysely<Tables>, { once, ...pet }: NewRow): Promise<string | undefined> {
  const isFresh = once === undefined || (await claim(transaction, once));
  if (!isFresh) {
    return undefined;
  }

  const { id } = await transaction.insertInto('pets').values(pet).returning('id').executeTakeFirstOrThrow();
  if (once !== undefined) {
    await transaction
      .updateTable('idempotency_keys')
      .set({ pet_id: id })
      .where('api_key_id', '=', once.api_key_id)
      .where('key', '=', once.key)
      .execute();
  }

  return String(id);
}

async function claim(transaction: Kysely<Tables>, once: NonNullable<NewRow['once']>): Promise<boolean> {
  const claimed = await transaction
    .insertInto('idempotency_keys')
    .values({ ...once, pet_id: null })
    .onConflict((conflict) => conflict.columns(['api_key_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
