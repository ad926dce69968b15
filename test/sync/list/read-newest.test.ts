/** The newest animals before the rest of a list: where they are, and which lists are read from their beginning. */
import test from 'ava';
import type { Page } from '../../../source/client/outcomes/outcomes.ts';
import type { PetClient } from '../../../source/client/pet-client.ts';
import { type Int64, toInt64 } from '../../../source/domain/int64.ts';
import { readNewest } from '../../../source/sync/list/read-newest.ts';

const page = (ids: readonly number[], more: Partial<Page> = {}): Page => ({
  type: 'page',
  pets: ids.map((id) => ({ id: toInt64(id)!, name: `Pet ${id}`, categoryId: '3' as Int64 })),
  rows: ids.length,
  next: undefined,
  suspiciousNext: false,
  age: 0,
  ...more,
});
/** A list of 24 in pages of five, oldest first. */
const up = {
  first: page([1, 2, 3, 4, 5], { next: 'b', last: 'end' }),
  end: page([21, 22, 23, 24]),
};
const sold = (of: Page): Page => ({ ...of, pets: of.pets.map((pet) => ({ ...pet, status: 'sold' as const })) });
const newest = [21, 22, 23, 24];

for (const [what, pages, shown, requests] of [
  ['a list that runs up', up, newest, 1],
  ['a list that runs down', { first: page([24, 23], { next: 'b', last: 'end' }), end: page([2, 1]) }, undefined, 0],
  ['no link to a last page', { ...up, first: page([1, 2], { next: 'b' }) }, undefined, 0],
  ['a list of one page', { first: page([1, 2], { last: 'end' }) }, undefined, 0],
  ['a first page in no order', { ...up, first: page([3, 1, 2], { next: 'b', last: 'end' }) }, undefined, 0],
  ['a first page out of a cache', { ...up, first: { ...up.first, age: 9 } }, undefined, 0],
  ['an empty last page', { ...up, end: page([]) }, undefined, 1],
  ['a last page in another order', { ...up, end: page([23, 21, 22]) }, undefined, 1],
  ['a last page that is the first', { ...up, end: up.first }, undefined, 1],
  ['a last page with older animals', { ...up, end: page([-3, -2, -1]) }, undefined, 1],
  ['a last page that goes on', { ...up, end: { ...up.end, next: 'c' } }, undefined, 1],
  [
    'a last page with rows that cannot be read',
    { ...up, end: { ...up.end, unreadable: { rows: 1, why: 'id is missing' } } },
    undefined,
    1,
  ],
  ['a list by status, and by id within', { ...up, end: sold(up.end) }, undefined, 1],
  [
    'the same of a service with a change link',
    { first: { ...up.first, changes: 'since' }, end: sold(up.end) },
    newest,
    1,
  ],
  ['a last page that is not answered', { first: up.first }, undefined, 1],
] as readonly (readonly [string, Readonly<Record<string, Page>>, readonly number[] | undefined, number])[]) {
  test(`${what}: ${shown ? 'its newest' : 'nothing'} before the rest, after ${requests} more requests`, async (t) => {
    let asked = 0;
    const client = {
      listPage: ({ url = 'first' }) => {
        asked += 1;
        return Promise.resolve(pages[url] ?? { type: 'failed', connection: 'error', problem: {} });
      },
    } as unknown as PetClient;
    const pets = await readNewest(client, pages['first']!, new AbortController().signal);
    t.deepEqual(
      pets?.map(({ id }) => Number(id)),
      shown && [...shown],
    );
    t.is(asked, requests);
  });
}
