/** From page to page by the links of a list, in both directions. */
import test from 'ava';
import type { Answer } from '../../conformance/exchange.ts';
import { json, startService } from '../start-service.ts';

const idsOf = (answer: Answer): readonly number[] => (json(answer) as { id: number }[]).map(({ id }) => id);
const linkOf = ({ headers }: Answer, relation: string): string | undefined =>
  new RegExp(`</v1([^>]*)>; rel="${relation}"`).exec(headers['link'] ?? '')?.[1];

test('links lead to every page, there and back', async (t) => {
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
    t.is(linkOf(first, 'prev'), undefined, 'it is the first');
    const there: Answer[] = [first];
    for (let next = linkOf(first, 'next'); next !== undefined; next = linkOf(there.at(-1)!, 'next')) {
      there.push(await send({ path: next }));
    }

    t.deepEqual(there.map(idsOf), pages as never, query);
    const back: Answer[] = [there.at(-1)!];
    for (let previous = linkOf(back[0]!, 'prev'); previous !== undefined; previous = linkOf(back[0]!, 'prev')) {
      back.unshift(await send({ path: previous }));
      t.is(idsOf(await send({ path: linkOf(back[0]!, 'next')! }))[0], idsOf(back[1]!)[0], 'and there again');
    }

    t.deepEqual(back.map(idsOf), pages as never, query);
    const newest = linkOf(first, 'last');
    t.is(newest === undefined, last === undefined);
    if (newest !== undefined) {
      const end = await send({ path: newest });
      t.deepEqual(idsOf(end), last as never);
      t.is(linkOf(end, 'next'), undefined);
      const before = await send({ path: linkOf(end, 'prev')! });
      t.true(idsOf(before).at(-1)! < last![0]);
    }
  }

  // What was added meanwhile shifts nothing.
  const second = await send({ path: linkOf(await send({ path: '/pets?limit=4' }), 'next')! });
  await send({ method: 'POST', body: { name: 'New', categoryId: 1 } });
  t.deepEqual(idsOf(await send({ path: linkOf(second, 'prev')! })), [1, 2, 3, 4]);
  t.deepEqual(idsOf(await send({ path: '/pets?limit=2&before=end' })), [10, 11]);
  const past = await send({ path: '/pets?limit=4&after=11' });
  t.deepEqual([idsOf(past), idsOf(await send({ path: linkOf(past, 'prev')! }))], [[], [8, 9, 10, 11]]);
  for (const path of ['/pets?before=', '/pets?before=01', '/pets?before=5&after=1', '/pets?before=1&before=2']) {
    t.is((await send({ path })).status, 400, path);
  }
});
