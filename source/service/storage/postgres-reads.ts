import { CompiledQuery, type Kysely } from 'kysely';
import { createReads, keyColumns, type KeyRow, type PetRange, type PetRow, type Reads } from './reads.js';
import type { Tables } from './tables.js';

/**
 * The key and the animals that a request wants, in one statement, since the way to the server and back is most of what a read costs.
 * The first row is the key, in place of a name; without a key there are no rows at all.
 */
const toStatement = (ofStatus: string): string => `with key as materialized (select * from api_keys where digest = $1 and revoked_at is null)
select null::bigint as id, json_build_array(${keyColumns.map((column) => `${column}::text`).join()})::text as name, null::bigint as category_id, null as status, null::bigint as nonce from key
union all (select id, name, category_id, status, nonce from pets where exists (select from key) and id >= $2${ofStatus} order by id limit $3)`;

const ofAll = toStatement('');
const ofOneStatus = toStatement(' and status = $4');

/**
 * What one request reads of PostgreSQL, in one round trip where it is known before who asks what will be read if they may.
 *
 * @param foreseen what the request will read
 */
export function createPostgresReads(db: Kysely<Tables>, foreseen: PetRange | undefined): Reads {
  const apart = createReads(db);
  if (foreseen === undefined) {
    return apart;
  }

  const { from, take, status } = foreseen;
  let pets: readonly PetRow[] | undefined;
  return {
    async findKey(digest) {
      const parameters = [digest, from, take, ...(status === undefined ? [] : [status])];
      const { rows } = await db.executeQuery<PetRow>(CompiledQuery.raw(status === undefined ? ofAll : ofOneStatus, parameters));
      const [first, ...others] = rows;
      pets = others;
      return first && toKey(first.name);
    },
    readPets: (range) => (pets && range.from === from && range.take === take && range.status === status ? Promise.resolve(pets) : apart.readPets(range)),
  };
}

function toKey(json: string): KeyRow {
  const values = JSON.parse(json) as readonly (string | null)[];
  return Object.fromEntries(keyColumns.map((column, index) => [column, values[index]])) as unknown as KeyRow;
}
