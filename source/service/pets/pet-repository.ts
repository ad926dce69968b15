import { type Kysely, type Selectable, sql } from 'kysely';
import type { Int64 } from '../../domain/int64.js';
import { type NewPet, type Pet, petFieldList, petFieldNames, type PetStatus } from '../../domain/pet.js';
import type { NewRow } from '../storage/create-row.js';
import type { Storage } from '../storage/open-storage.js';
import { petColumns, type PetRow, type Tables } from '../storage/tables.js';

/** A page of animals in ascending order of id. */
export type PetPage = {
  readonly pets: readonly Pet[];
  /** The id to continue after, or undefined where this page is the last. */
  readonly next: Int64 | undefined;
};

/** A page of at most `limit` animals; `after` is the id that the page before ended with. */
export type PetQuery = { readonly limit: number; readonly status?: PetStatus; readonly after?: Int64 };

/**
 * One page by key: where a page starts is looked up in an index, so page 50 000 costs what page 1 does, and an animal added
 * meanwhile can neither shift nor repeat a row.
 */
export async function listPets(db: Kysely<Tables>, { limit, status, after }: PetQuery): Promise<PetPage> {
  let query = db.selectFrom('pets').selectAll().orderBy('id').limit(limit + 1);
  if (status !== undefined) {
    query = query.where('status', '=', status);
  }

  if (after !== undefined) {
    query = query.where('id', '>', after);
  }

  const rows = await query.execute();
  const pets = rows.slice(0, limit).map(toPet);
  return { pets, next: rows.length > limit ? pets.at(-1)?.id : undefined };
}

/** One animal, or undefined where the id was never given. */
export async function findPet(db: Kysely<Tables>, id: Int64): Promise<Pet | undefined> {
  const row = await db.selectFrom('pets').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPet(row);
}

/** Adds an animal; durable when the promise resolves. */
export async function insertPet(storage: Pick<Storage, 'create'>, pet: NewPet): Promise<Pet> {
  // Only under a key could an animal have come before.
  return { ...pet, id: (await storage.create(toRow(pet))) as Int64 };
}

/** The same at most once for an idempotency key: undefined where that came before, and then nothing is added. */
export async function insertPetOnce(storage: Pick<Storage, 'create'>, pet: NewPet, once: NonNullable<NewRow['once']>): Promise<Pet | undefined> {
  const id = await storage.create({ ...toRow(pet), once });
  return id === undefined ? undefined : { ...pet, id: id as Int64 };
}

/**
 * Fills an empty store, with ids from 1 in the order given: all or nothing.
 *
 * @returns how many were added: 0 where the store already holds animals
 */
export async function seedPets(storage: Storage, pets: readonly NewPet[]): Promise<number> {
  return storage.alone(async (transaction) => {
    const any = await transaction.selectFrom('pets').select('id').limit(1).executeTakeFirst();
    if (any !== undefined || pets.length === 0) {
      return 0;
    }

    // 1 000 rows of a few values stay below both engines' limits on parameters.
    for (let start = 0; start < pets.length; start += 1000) {
      const rows = pets.slice(start, start + 1000).map((pet, index) => ({ id: String(start + index + 1), ...toRow(pet) }));
      await transaction.insertInto('pets').values(rows).execute();
    }

    if (storage.engine.afterExplicitIds !== undefined) {
      await sql.raw(storage.engine.afterExplicitIds).execute(transaction);
    }

    return pets.length;
  });
}

function toRow(pet: NewPet): PetRow {
  const row: Partial<Record<keyof PetRow, string | null>> = {};
  for (const field of petFieldNames) {
    row[petColumns[field].column] = pet[field] ?? null;
  }

  return row as PetRow;
}

function toPet(row: Selectable<Tables['pets']>): Pet {
  const pet: Partial<Record<keyof Pet, string>> = { id: toStoredInt64(row.id) };
  for (const { field, kind } of petFieldList) {
    // Both engines keep 64-bit integers, and `String` writes either's form canonically. What somebody wrote there by hand may be no value.
    const value = String(row[petColumns[field].column]);
    if (kind.isStored(value) && row[petColumns[field].column] !== null) {
      pet[field] = value;
    }
  }

  return pet as Pet;
}

function toStoredInt64(value: bigint | string): Int64 {
  return String(value) as Int64;
}
