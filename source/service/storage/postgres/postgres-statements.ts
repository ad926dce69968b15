import {
  type NewRow,
  type Ask,
  type Database,
  petColumnList,
  type Value,
  createReads,
  keyColumns,
  pageColumns,
  toPageClause,
  type KeyRow,
  type PetRange,
  type Reads,
  type StoredPet,
} from '../database.ts';
import { isDeepStrictEqual } from 'node:util';

const petColumnNames = [...petColumnList.map(({ column }) => column), 'api_key_id'].join(', ');

const petTypes = petColumnList.map(({ type }) => (type === 'integer' ? 'bigint' : 'text'));
const onceColumns = ['api_key_id', 'key', 'fingerprint'] as const;
const types = [...petTypes, 'bigint', 'bigint', 'text', 'text'];

/**
 * Adds a group of animals, with their idempotency keys, in one statement: one round trip and one transaction.
 *
 * The ids come from the one row of `last_pet_id`, which the statement holds until its commit can be seen. So a later id
 * is never visible before an earlier one, and a reader who goes on from the highest id misses no animal; ids from a
 * sequence become visible in any order. The row is taken before any key is, so that two processes never wait for each
 * other in a circle. Each place in the group gets an id, also that of an animal which is not added because its key came
 * before: such an id is left out for ever.
 *
 * `greatest` keeps ids from coming twice where somebody has put animals into the table by hand. `row_number = 1` tells
 * the planner that there is one row: it would guess thousands, and compile the statement for as many (jit), which takes
 * a hundred times as long as to run it.
 */
const statement = `with asked as (
  select * from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join()})
    with ordinality as asked (${petColumnNames}, scope, ${onceColumns.slice(1).join()}, place)
), counted as (
  update last_pet_id set id = greatest(id, (select max(id) from pets)) + cardinality($1::text[])
  where row_number = 1 returning id - cardinality($1::text[]) as base
), claimed as (
  insert into idempotency_keys (api_key_id, key, fingerprint, pet_id)
  select scope, key, fingerprint, base + place from counted, asked where key is not null
  on conflict (api_key_id, key) do nothing returning pet_id
), made as (
  insert into pets (id, ${petColumnNames}) select base + place, ${petColumnNames} from counted, asked
  where key is null or base + place in (select pet_id from claimed)
  returning id
)
select counted.base, made.id from counted left join made on true`;

type Made = { readonly base: string; readonly id: string | null };

/** The ids in their order; undefined if a key came before and no animal was added for it. */
export async function createRows(ask: Ask, group: readonly NewRow[]): Promise<readonly (string | undefined)[]> {
  const columns = [
    ...petColumnList.map(({ column }) => group.map((row) => row[column])),
    group.map((row) => row.api_key_id),
    ...onceColumns.map((column) => group.map(({ once }) => once?.[column])),
  ];
  const rows = await ask<Made>(statement, columns);
  const [first] = rows;
  if (first === undefined) {
    throw new Error('The table last_pet_id has lost its row.');
  }

  const made = new Set(rows.map(({ id }) => id));
  return group
    .map((_, index) => String(BigInt(first.base) + BigInt(index + 1)))
    .map((id) => (made.has(id) ? id : undefined));
}

const noPet = petColumnList.map(({ column }, index) => `null::${petTypes[index]} as ${column}`).join(', ');

const keyAsText = `json_build_array(${keyColumns.map((column) => `${column}::text`).join(', ')})::text as key`;
const keyStatement = `with this_key as materialized (select * from api_keys where digest = ? and revoked_at is null)
select ${keyAsText}, null::bigint as id, ${noPet}, null::bigint as nonce from this_key`;

type Row = StoredPet & { readonly key: string };

/** Each in one round trip if the animals are known before the key is checked. */
export function createPostgresReads(db: Pick<Database, 'ask'>): (foreseen: PetRange | undefined) => Reads {
  const apart = createReads(db.ask);
  return (foreseen) => {
    let pets: readonly StoredPet[] | undefined;
    return {
      async findKey(digest) {
        const [first, ...others] = await db.ask<Row>(...toQuestion(digest, foreseen));
        pets = others;
        return first && toKey(first.key);
      },
      readPets: (range) => (pets && isDeepStrictEqual(range, foreseen) ? Promise.resolve(pets) : apart.readPets(range)),
    };
  };
}

/** In one statement: the way to the server is most of the cost. The first row is the key. */
function toQuestion(digest: string, foreseen: PetRange | undefined): [statement: string, parameters: readonly Value[]] {
  if (foreseen === undefined) {
    return [keyStatement, [digest]];
  }

  const [clause, ...parameters] = toPageClause(foreseen);
  const pets = `select null, ${pageColumns} from pets where exists (select from this_key) and id ${clause}`;
  return [`${keyStatement} union all (${pets})`, [digest, ...parameters]];
}

function toKey(json: string): KeyRow {
  const values = JSON.parse(json) as readonly (string | null)[];
  return Object.fromEntries(keyColumns.map((column, index) => [column, values[index]])) as unknown as KeyRow;
}
