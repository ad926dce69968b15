import test from 'ava';
import { createReadCache } from '../../../source/service/storage/read-cache.ts';
import { json, startService, openService } from '../start-service.ts';

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const small = (): number => 1;

test('what was read is read again only after a write', async (t) => {
  let version = 1n;
  let reads = 0;
  const cache = createReadCache(() => version);
  const read = () => Promise.resolve((reads += 1));
  t.deepEqual(
    [await cache()('a', read, small), await cache()('a', read, small), await cache()('b', read, small)],
    [1, 1, 2],
  );
  version = 2n;
  t.is(await cache()('a', read, small), 3);
});

test('a view asks once whether anything was written, and sees what was written since it was opened or what was before', async (t) => {
  let looks = 0;
  let version = 1n;
  const cache = createReadCache(() => {
    looks += 1;
    return version;
  });
  const old = cache();
  await old('key', () => Promise.resolve('key'), small);
  await old('list', () => Promise.resolve('list'), small);
  t.is(looks, 1);

  version = 2n;
  const young = cache();
  t.is(await young('list', () => Promise.resolve('newer'), small), 'newer');
  t.is(await old('list', () => Promise.resolve('never asked'), small), 'newer');
  await old('late', () => Promise.resolve('read by an old view'), small);
  t.is(await young('late', () => Promise.resolve('read again'), small), 'read again');
});

test('what was read while something was written is not kept', async (t) => {
  let version = 1n;
  const cache = createReadCache(() => version);
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = cache()('a', () => promise, small);
  version = 2n;
  await cache()('b', () => Promise.resolve('b'), small);
  resolve('old');
  t.is(await slow, 'old');
  t.is(await cache()('a', () => Promise.resolve('new'), small), 'new');
});

test('nothing is kept where writes cannot be told, nor what does not exist, nor more than fits', async (t) => {
  let reads = 0;
  const read = () => Promise.resolve((reads += 1));
  const blind = createReadCache(() => undefined);
  t.deepEqual([await blind()('a', read, small), await blind()('a', read, small)], [1, 2]);

  const cache = createReadCache(() => 1n, 10);
  await cache()('none', () => Promise.resolve(undefined), small);
  t.is(await cache()('none', () => Promise.resolve('made' as string | undefined), small), 'made');
  t.deepEqual([await cache()('big', read, () => 11), await cache()('big', read, () => 11)], [3, 4]);
});

test('a list shows an animal at once, whichever service on the file added it', async (t) => {
  const one = await startService(t);
  const two = await startService(t, { database: one.database });
  for (let count = 1; count <= 5; count += 1) {
    await (count % 2 === 0 ? one : two).send(luna);
    t.is((json(await one.send({})) as unknown[]).length, count);
    t.is((json(await two.send({})) as unknown[]).length, count);
  }
});

test('the tag of a full page changes when there is a next page, though its animals do not', async (t) => {
  const { send } = await openService(t);
  await send(luna);
  const before = await send({ path: '/pets?limit=1' });
  await send(luna);
  const after = await send({ path: '/pets?limit=1' });
  t.deepEqual(after.body, before.body);
  t.not(after.headers['etag'], before.headers['etag']);
  t.regex(after.headers['link'] ?? '', /next/);
});
