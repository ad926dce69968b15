import { CompiledQuery, type Kysely } from 'kysely';
import { columnsInShort } from './page-columns.js';
import { completeNames, createReads, keyColumns, type KeyRow, type PetInShort, type PetRange, type Reads } from './reads.js';
import { petColumnList, type Tables } from './tables.js';

const noPet = petColumnList.map(({ column, type }) => `null::${type === 'integer' ? 'bigint' : 'text'} as ${column}`).join(', ');

/**
 * The key and the animals that a request wants, in one statement, since the way to the server and back is most of what a read costs.
 * The first row is the key; without one there are no rows at all.
 */
const toStatement = (ofStatus: string): string => `with this_key as materialized (select * from api_keys where digest = $1 and revoked_at is null)
select json_build_array(${keyColumns.map((column) => `${column}::text`).join(', ')})::text as key, null::bigint as id, ${noPet}, null::bigint as nonce from this_key
union all (select null, ${columnsInShort} from pets where exists (select from this_key) and id >= $2${ofStatus} order by id limit $3)`;

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
  let pets: readonly PetInShort[] | undefined;
  return {
    async findKey(digest) {
      const parameters = [digest, from, take, ...(status === undefined ? [] : [status])];
      const { rows } = await db.executeQuery<PetInShort & { readonly key: string }>(CompiledQuery.raw(status === undefined ? ofAll : ofOneStatus, parameters));
      const [first, ...others] = rows;
      pets = others;
      return first && toKey(first.key);
    },
    readPets: (range) => (pets && range.from === from && range.take === take && range.status === status ? completeNames(db, range, pets) : apart.readPets(range)),
  };
}

function toKey(json: string): KeyRow {
  const values = JSON.parse(json) as readonly (string | null)[];
  return Object.fromEntries(keyColumns.map((column, index) => [column, values[index]])) as unknown as KeyRow;
}
