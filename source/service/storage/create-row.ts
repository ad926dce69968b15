import { toInsert, type Ask, type Integer } from './database.js';
import type { PetRow } from './tables.js';

/** An animal to add, and the idempotency key under which it is added, if there is one. */
export type NewRow = PetRow & {
  readonly once?:
    | { readonly api_key_id: string; readonly key: string; readonly fingerprint: string; readonly created_at: number }
    | undefined;
};

/**
 * Adds an animal and its key in a transaction, so that after a crash either both are there or neither is.
 *
 * @returns its id, or undefined if the key came before; then no row is added
 */
export async function createRow(ask: Ask, { once, ...pet }: NewRow): Promise<string | undefined> {
  const [claim, claimed] = once ? toInsert('idempotency_keys', [once]) : [''];
  const isFresh =
    once === undefined ||
    (await ask(`${claim} on conflict (api_key_id, key) do nothing returning key`, claimed)).length > 0;
  if (!isFresh) {
    return undefined;
  }

  const [statement, values] = toInsert('pets', [pet]);
  const [made] = await ask<{ readonly id: Integer }>(`${statement} returning id`, values);
  const id = String(made?.id);
  if (once !== undefined) {
    const parameters = [id, once.api_key_id, once.key];
    await ask('update idempotency_keys set pet_id = ? where api_key_id = ? and key = ?', parameters);
  }

  return id;
}
