import type { Int64 } from '../../domain/int64.ts';
import { type NewPet, type Pet, petFieldList, petFieldNames, type PetStatus } from '../../domain/pet.ts';
import {
  type Integer,
  type NewRow,
  toInsert,
  type PetRange,
  type Reads,
  petColumns,
  type PetRow,
  type StoredPet,
} from '../storage/database.ts';
import type { Storage } from '../storage/open-storage.ts';

/**
 * The newest animal that a client knows of, and the number drawn at random when it was added. If the row is gone or has
 * another number, the client knows another store: a backup was put back, or a standby took over.
 */
type Anchor = { readonly id: Int64; readonly nonce: string };

/** What whoever knows of no animal starts from; no id is 0. */
const beforeAll: Anchor = { id: '0' as Int64, nonce: '0' };

/** An anchor as clients keep it: opaque to them, 22 characters. */
export function toChangeToken({ id, nonce }: Anchor): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt(id));
  bytes.writeBigInt64BE(BigInt(nonce), 8);
  return bytes.toString('base64url');
}

/** The anchor in a token; undefined if this service cannot have made it. */
export function readChangeToken(token: string): Anchor | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const isOurs = bytes.length === 16 && bytes.toString('base64url') === token;
  return isOurs ? { id: String(bytes.readBigInt64BE()) as Int64, nonce: String(bytes.readBigInt64BE(8)) } : undefined;
}

/** Animals in ascending order of id; `next` is the id to go on from. */
export type PetPage = {
  readonly pets: readonly Pet[];
  readonly next: Int64 | undefined;
  /** The newest of the page or, if it is empty, the one before it; undefined for a filtered list. */
  readonly end: Anchor | undefined;
};

/** `after` is the last id of the page before, `since` its last animal; `before` the end is the last page. */
export type PetQuery = {
  readonly limit: number;
  readonly status?: PetStatus;
  readonly after?: Int64;
  readonly since?: Anchor;
  readonly before?: 'end';
};

const lowest = String(-(2n ** 63n));
const highest = String(2n ** 63n - 1n);

/** By key, so page 50 000 costs as much as page 1. Begins with the animal before the page, and has one more behind. */
export function toRange({ limit, status, after, since, before }: PetQuery): PetRange {
  if (before !== undefined) {
    return { from: highest, take: limit, status, isBack: true };
  }

  const from = since?.id ?? after;
  return { from: from ?? lowest, take: limit + (from === undefined ? 1 : 2), status };
}

/** One page, or undefined if it is to follow an animal that is not there, or is not the same any more. */
export async function listPets(reads: Reads, query: PetQuery): Promise<PetPage | undefined> {
  const { limit, status, since } = query;
  const range = toRange(query);
  const rows = await reads.readPets(range);
  if (query.before !== undefined) {
    return toLastPage(query, rows);
  }

  const [first] = rows;
  const isAfterOne = first !== undefined && String(first.id) === range.from;
  const noAnchor = query.after === undefined ? beforeAll : undefined;
  const start = isAfterOne ? toAnchor(first) : noAnchor;
  if (since !== undefined && (start?.id !== since.id || start.nonce !== since.nonce)) {
    return undefined;
  }

  const following = isAfterOne ? rows.slice(1) : rows;
  const page = following.slice(0, limit);
  const last = page.at(-1);
  const end = last ? toAnchor(last) : start;
  return {
    pets: page.map(toPet),
    next: following.length > limit ? end?.id : undefined,
    end: status === undefined ? end : undefined,
  };
}

function toLastPage({ status }: PetQuery, rows: readonly StoredPet[]): PetPage {
  const end = rows[0] ? toAnchor(rows[0]) : beforeAll;
  return { pets: rows.toReversed().map(toPet), next: undefined, end: status === undefined ? end : undefined };
}

/** One animal, or undefined if the id was never given. */
export async function selectPet(reads: Reads, id: Int64): Promise<Pet | undefined> {
  const [row] = await reads.readPets(toRangeOfOne(id));
  return row && String(row.id) === id ? toPet(row) : undefined;
}

/** The animal comes first, if it is there. */
export function toRangeOfOne(id: Int64): PetRange {
  return { from: id, take: 1 };
}

/** Durable when the promise resolves; undefined if its key came before, and then no animal is added. */
export async function insertPet(
  storage: Storage,
  pet: NewPet,
  { apiKeyId, once }: { readonly apiKeyId?: string | undefined; readonly once?: NewRow['once'] } = {},
): Promise<Pet | undefined> {
  const id = await storage.create({ ...toRow(pet), api_key_id: apiKeyId, once });
  return id === undefined ? undefined : { ...pet, id: id as Int64 };
}

/** An animal that a store begins with; it may bring its id along from another store. */
export type SeedPet = NewPet & { readonly id?: Int64 };

/**
 * Fills a new store, as a whole. Ids are those given, or from 1 on. False: it has had animals; their ids stay theirs.
 * `begin` is done before anybody else can add one; if it fails, nothing is loaded.
 */
export async function seedPets(
  storage: Storage,
  pets: readonly SeedPet[],
  begin: () => Promise<void>,
): Promise<boolean> {
  return storage.alone(async (ask) => {
    const [last] = await ask<{ readonly id: Integer }>(storage.engine.lastId);
    const isNew = Number(last?.id ?? 0) === 0;
    // 1 000 rows of a few values stay below both engines' limits on parameters.
    for (let start = 0; isNew && start < pets.length; start += 1000) {
      const rows = pets
        .slice(start, start + 1000)
        .map((pet, index) => ({ id: pet.id ?? String(start + index + 1), ...toRow(pet) }));
      await ask(...toInsert('pets', rows));
    }

    if (isNew && storage.engine.afterExplicitIds !== undefined) {
      await ask(storage.engine.afterExplicitIds);
    }

    await begin();
    return isNew;
  });
}

/** Its columns. */
export function toRow(pet: NewPet): PetRow {
  const row: Partial<Record<keyof PetRow, string | null>> = {};
  for (const field of petFieldNames) {
    row[petColumns[field].column] = pet[field] ?? null;
  }

  return row as PetRow;
}

function toAnchor({ id, nonce }: Pick<StoredPet, 'id' | 'nonce'>): Anchor {
  return { id: toStoredInt64(id), nonce: String(nonce) };
}

/** The animal of a row. */
export function toPet(row: StoredPet): Pet {
  const pet: Partial<Record<keyof Pet, string>> = { id: toStoredInt64(row.id) };
  for (const { field, kind } of petFieldList) {
    const stored = row[petColumns[field].column];
    // Both engines keep 64-bit integers, and `String` writes either's form canonically. A value written there by hand
    // may be invalid.
    const value = stored === null ? undefined : String(stored);
    if (value !== undefined && kind.isStored(value)) {
      pet[field] = value;
    }
  }

  return pet as Pet;
}

const toStoredInt64 = (value: bigint | string): Int64 => String(value) as Int64;
