import { sql, type RawBuilder } from 'kysely';
import { petColumnList } from './tables.js';

/**
 * A name that takes more bytes than this was stored before names had a limit: nobody may add one, but some stores have
 * them.
 */
const mostUsual = 4000;

/**
 * What the names of one page come to at most, in bytes, where there are such; whatever they come to, there are two
 * animals.
 */
const mostOfPage = 1_048_576;

/**
 * The columns of animals, a name that is longer than any that may be added left out. A hundred of those in a page can
 * take a hundred
 * megabytes, and SQL gives a whole page or nothing, so that they have to be asked for with care: see `boundedPage`.
 */
export const columnsInShort = [
  'id',
  ...petColumnList.map(({ column }) =>
    column === 'name' ? `case when octet_length(name) <= ${mostUsual} then name end as name` : column,
  ),
  'nonce',
].join(', ');

/**
 * The first of the animals that a query finds, as many as a page may hold. Much slower than the query alone, so only
 * for stores with long names.
 */
export function boundedPage<T>(query: RawBuilder<T>): RawBuilder<T> {
  return sql`select ${allColumns} from (
    select *, sum(octet_length(name)) over (order by id rows unbounded preceding) - octet_length(name) as bytes_before, row_number() over (order by id) as place from (${query}) as page
  ) as measured where bytes_before < ${sql.lit(mostOfPage)} or place <= 2 order by id`;
}

const allColumns = sql.raw(['id', ...petColumnList.map(({ column }) => column), 'nonce'].join(', '));
