/** What the interface has not: the operator corrects, removes and lists animals in the database itself. */
import type { Int64 } from '../../domain/int64.ts';
import { type NewPet, type Pet, petFieldNames } from '../../domain/pet.ts';
import { toWirePet } from '../../platform/json/json.ts';
import { nameActor } from '../../platform/process/self.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { type Ask, type Integer, pageColumns, type StoredPet, toInsert } from '../storage/database.ts';
import type { Storage } from '../storage/open-storage.ts';
import { toPet, toRow } from './pet-repository.ts';

/** The animal as it was before and is now; undefined if there is none with this id. */
export function correctPet(
  storage: Storage,
  id: Int64,
  correct: (pet: Pet) => NewPet,
): Promise<readonly [before: Pet, after: Pet] | undefined> {
  return change(storage, id, async (ask, before) => {
    const after = { ...correct(before), id };
    const columns = Object.entries(toRow(after));
    const assignments = columns.map(([column]) => `${column} = ?`).join(', ');
    await ask(`update pets set ${assignments} where id = ?`, [...columns.map(([, value]) => value), id]);
    const changes = petFieldNames
      .filter((field) => before[field] !== after[field])
      .map((field) => `${field} ${toText(before[field])} to ${toText(after[field])}`);
    return { result: [before, after] as const, action: 'corrected', detail: changes.join(', ') };
  });
}

/** The animal that was removed; undefined if there is none with this id, which is not given again. */
export function removePet(storage: Storage, id: Int64): Promise<Pet | undefined> {
  return change(storage, id, async (ask, pet) => {
    await ask('delete from pets where id = ?', [id]);
    return { result: pet, action: 'removed', detail: petFieldNames.map((field) => toText(pet[field])).join(', ') };
  });
}

const toText = (value: string | undefined): string => (value === undefined ? 'none' : JSON.stringify(value));

async function change<T>(
  storage: Storage,
  id: Int64,
  work: (ask: Ask, pet: Pet) => Promise<{ readonly result: T; readonly action: string; readonly detail: string }>,
): Promise<T | undefined> {
  return storage.alone(async (ask) => {
    const [row] = await ask<StoredPet>(`select ${pageColumns} from pets where id = ?`, [id]);
    if (row === undefined) {
      return undefined;
    }

    const { result, ...act } = await work(ask, toPet(row));
    const noted = { at: systemClock.now(), api_key_id: null, pet_id: id, actor: nameActor(), ...act };
    await ask(...toInsert('audit_log', [noted]));
    await forgetTokens(ask, storage.engine.random, id);
    return result;
  });
}

/** A statement that changes more rows may take longer than one is given. */
const step = 100_000;

/**
 * Whoever has seen the animal, or could have, is to read the whole list again: the tokens that name it or an animal
 * after it hold no longer, as after a restore.
 */
async function forgetTokens(ask: Ask, random: string, id: Int64): Promise<void> {
  const boundary = `select id from pets where id >= ? order by id limit 1 offset ${step}`;
  for (let from: string = id; ;) {
    const [next] = await ask<{ readonly id: Integer }>(boundary, [from]);
    if (next === undefined) {
      await ask(`update pets set nonce = ${random} where id >= ?`, [from]);
      return;
    }

    await ask(`update pets set nonce = ${random} where id >= ? and id < ?`, [from, String(next.id)]);
    from = String(next.id);
  }
}

/** Every animal by its id as `--json` tells of it, and the key that added it; null: it was there from the start. */
export async function listAdded({ reads }: Storage): Promise<readonly object[]> {
  const columns = pageColumns.replaceAll(/\w+/g, (column) => `pets.${column}`);
  const rows = await reads.ask<StoredPet & { readonly api_key_id: Integer | null; readonly label: string | null }>(
    `select ${columns}, api_key_id, label from pets left join api_keys on api_keys.id = api_key_id order by pets.id`,
  );
  return rows.map(({ api_key_id, label, ...row }) => {
    return {
      ...toWirePet(toPet(row)),
      apiKeyId: api_key_id === null ? null : String(api_key_id),
      apiKeyLabel: label,
    };
  });
}
