import { isDeepStrictEqual } from 'node:util';
import type { Value } from '../database.js';
import {
  createReads,
  keyColumns,
  pageColumns,
  toPageClause,
  type KeyRow,
  type PetRange,
  type Reads,
} from '../reads.js';
import { petColumnList, type StoredPet } from '../tables.js';
import type { PostgresDatabase } from './postgres-pools.js';

const noPet = petColumnList
  .map(({ column, type }) => `null::${type === 'integer' ? 'bigint' : 'text'} as ${column}`)
  .join(', ');

const keyAsText = `json_build_array(${keyColumns.map((column) => `${column}::text`).join(', ')})::text as key`;
const keyStatement = `with this_key as materialized (select * from api_keys where digest = ? and revoked_at is null)
select ${keyAsText}, null::bigint as id, ${noPet}, null::bigint as nonce from this_key`;

type Row = StoredPet & { readonly key: string };

/**
 * The reads of requests from PostgreSQL, each in one round trip if the animals are known before the key is checked.
 *
 * @returns opens the reads of one request, told of its reads if they are known
 */
export function createPostgresReads(db: PostgresDatabase): (foreseen: PetRange | undefined) => Reads {
  const apart = createReads(db.ask);
  const ask = shareStatements<Row>(db);
  return (foreseen) => {
    let pets: readonly StoredPet[] | undefined;
    return {
      async findKey(digest) {
        const [first, ...others] = await ask(...toQuestion(digest, foreseen));
        pets = others;
        return first && toKey(first.key);
      },
      readPets: (range) => (pets && isDeepStrictEqual(range, foreseen) ? Promise.resolve(pets) : apart.readPets(range)),
    };
  };
}

/**
 * The key and the animals that a request wants, in one statement, since the way to the server and back is most of the
 * cost of a read. The first row is the key; without one there are no rows at all.
 */
function toQuestion(digest: string, foreseen: PetRange | undefined): [statement: string, parameters: readonly Value[]] {
  if (foreseen === undefined) {
    return [keyStatement, [digest]];
  }

  const [clause, ...parameters] = toPageClause(foreseen);
  const pets = `select null, ${pageColumns} from pets where exists (select from this_key) and id ${clause}`;
  return [`${keyStatement} union all (${pets})`, [digest, ...parameters]];
}

/**
 * Asks once for all who ask the same under the same key while they wait for a connection: many clients that look at one
 * page at once are the usual load. The statement begins after the last of them came, so that no answer is older than
 * its request.
 */
function shareStatements<R>(
  db: PostgresDatabase,
): (statement: string, parameters: readonly Value[]) => Promise<readonly R[]> {
  const waiting = new Map<string, Promise<readonly R[]>>();

  return (statement, parameters) => {
    const question = JSON.stringify([statement, ...parameters]);
    const asked = waiting.get(question);
    if (asked !== undefined) {
      return asked;
    }

    const noLongerWaits = (): boolean => waiting.delete(question);
    const answer = db.connected((ask) => {
      noLongerWaits();
      return ask<R>(statement, parameters);
    });
    waiting.set(question, answer);
    // If there was no connection to be had.
    answer.catch(noLongerWaits);
    return answer;
  };
}

function toKey(json: string): KeyRow {
  const values = JSON.parse(json) as readonly (string | null)[];
  return Object.fromEntries(keyColumns.map((column, index) => [column, values[index]])) as unknown as KeyRow;
}
