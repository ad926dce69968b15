/** Names from before there was a limit: they stay readable, and a page of them is no larger than a service can hold. */
import { isDeepStrictEqual as isEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import type { NewPet } from '../../../source/domain/pet.js';
import { listAll } from '../list-all.js';
import { onPostgres } from '../on-postgres.js';
import { json, startService, type Running } from '../start-service.js';

const { test: testPostgres, needs, postgres } = await onPostgres();

// Whether megabytes are equal is asked of Node: AVA would write down each of them in case they are not.
const named = (name: string): NewPet => ({ name, categoryId: '1' as never });
/** What an older version let in: as long as a body, in bytes and not in characters. */
const huge = '\u{1F436}'.repeat(250_000);
/** Seeding is not adding, and takes what an older version wrote. */
const pets = [
  named('First'),
  ...Array.from({ length: 8 }, () => named(huge)),
  ...Array.from({ length: 30 }, (_, index) => named(`Pet ${index}`)),
  named(huge),
];

async function readsAll(t: ExecutionContext, { send, service }: Running): Promise<readonly Buffer[]> {
  await service.seed(pets);
  const first = await send({ path: '/pets?limit=100' });
  t.true(first.body.length < 2_100_000, `a page of ${first.body.length} bytes`);
  t.regex(first.headers['link'] ?? '', /rel="next"/);
  t.true(
    isEqual(
      (await listAll(send)).map(({ name }) => name),
      pets.map(({ name }) => name),
    ),
    'page by page everything is there',
  );

  // The same by what changed since an animal.
  const seen: string[] = [];
  let link: string | undefined = /<\/v1([^>]*since[^>]*)>/
    .exec((await send({ path: '/pets?limit=1' })).headers['link'] ?? '')?.[1]
    ?.replace('limit=1', 'limit=100');
  while (link !== undefined) {
    const answer = await send({ path: link });
    seen.push(...(json(answer) as { name: string }[]).map(({ name }) => name));
    link = /<\/v1([^>]*)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
  }

  t.true(
    isEqual(
      seen,
      pets.slice(1).map(({ name }) => name),
    ),
  );
  t.true((json(await send({ path: '/pets/2' })) as { name: string }).name === huge, 'also by its id');
  return [first.body, (await send({ path: '/pets?limit=3&after=1' })).body];
}

/** What SQLite answers, which PostgreSQL's answers are compared with. */
let own: Promise<readonly Buffer[]> | undefined;
const readsOwn = (t: ExecutionContext): Promise<readonly Buffer[]> =>
  (own ??= startService(t).then((running) => readsAll(t, running)));

test('names from before there was a limit are read in smaller pages', async (t) => {
  t.is((await readsOwn(t)).length, 2);
});

testPostgres(`PostgreSQL answers the same${needs}`, async (t) => {
  const theirs = await startService(t, { database: await postgres.createDatabase('long') });
  t.true(isEqual(await readsAll(t, theirs), await readsOwn(t)));
});

test('a name that is larger than a page is a page of its own', async (t) => {
  const { send, service } = await startService(t);
  const two = [named('x'.repeat(3_000_000)), named('y'.repeat(3_000_000)), named('Luna')];
  await service.seed(two);
  t.deepEqual(
    (await listAll(send)).map(({ name }) => name.length),
    [3_000_000, 3_000_000, 4],
  );
});
