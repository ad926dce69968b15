/** From page to page by the links of a list. */
import test from 'ava';
import type { Answer } from '../../conformance/exchange.ts';
import { json, startService } from '../start-service.ts';

const idsOf = (answer: Answer): readonly number[] => (json(answer) as { id: number }[]).map(({ id }) => id);
const linkOf = ({ headers }: Answer, relation: string): string | undefined =>
  new RegExp(`</v1([^>]*)>; rel="${relation}"`).exec(headers['link'] ?? '')?.[1];

test('links lead to every page, and to the last one', async (t) => {
  const { send, service } = await startService(t);
  const status = (index: number) => (index % 2 === 0 ? ('sold' as const) : ('pending' as const));
  await service.seed(
    Array.from({ length: 10 }, (_, index) => ({ name: 'x', categoryId: '1' as never, status: status(index) })),
  );
  for (const [query, pages, last] of [
    [
      'limit=4',
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10],
      ],
      [7, 8, 9, 10],
    ],
    ['limit=2&status=sold', [[1, 3], [5, 7], [9]], [7, 9]],
    [
      'limit=5',
      [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
      ],
      [6, 7, 8, 9, 10],
    ],
    ['limit=100', [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], undefined],
  ] as const) {
    const first = await send({ path: `/pets?${query}` });
    const there: Answer[] = [first];
    // A link that leads back to its own page would lead there for ever.
    for (
      let next = linkOf(first, 'next');
      next !== undefined && there.length < 9;
      next = linkOf(there.at(-1)!, 'next')
    ) {
      there.push(await send({ path: next }));
    }

    t.deepEqual(there.map(idsOf), pages as never, query);
    const newest = linkOf(first, 'last');
    t.is(newest === undefined, last === undefined);
    if (newest !== undefined) {
      const end = await send({ path: newest });
      t.deepEqual(idsOf(end), last as never);
      t.is(linkOf(end, 'next'), undefined);
    }
  }

  t.deepEqual(idsOf(await send({ path: '/pets?limit=2&before=end' })), [9, 10]);
  for (const query of ['before=', 'before=5', 'before=end&after=1', 'before=end&before=end']) {
    t.is((await send({ path: `/pets?${query}` })).status, 400, query);
  }
});
