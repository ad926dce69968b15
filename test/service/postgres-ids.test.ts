import { createService } from '../../source/service/server.js';
import { onPostgres } from './on-postgres.js';
import { json, startService } from './start-service.js';

const { test, needs, postgres } = await onPostgres();

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const idOf = (answer: Parameters<typeof json>[0]): number => (json(answer) as { id: number }).id;

test(`ids are never given again on PostgreSQL: not those of animals removed by hand, nor those that somebody put in by hand${needs}`, async (t) => {
  const { send } = await startService(t, { database: await postgres.createDatabase('byhand') });
  const last = idOf(await send(luna));
  await postgres.sql('delete from pets', 'byhand');
  t.is(idOf(await send(luna)), last + 1);
  await postgres.sql("insert into pets (id, name, category_id) values (500, 'By hand', 1)", 'byhand');
  t.is(idOf(await send(luna)), 501);
  await postgres.sql('update last_pet_id set id = 9007199254740992', 'byhand');
  t.regex((await send(luna)).body.toString(), /^\{"id":9007199254740993,/);
});

test(`creates that arrive together are one transaction on PostgreSQL, keyed or not, and each gets its own answer${needs}`, async (t) => {
  const database = await postgres.createDatabase('groups');
  const service = await createService({ database });
  t.teardown(() => service.close());
  const { openStorage } = await import('../../source/service/storage/open-storage.js');
  const storage = await openStorage(database, () => undefined);
  t.teardown(() => storage.close());
  const once = (index: number) => ({ api_key_id: '1', key: `"${index}"`, fingerprint: 'f' });
  const row = (index: number) => ({
    name: `Pet "${index}" {\\,} ü`,
    category_id: '-9223372036854775808',
    status: index % 3 === 0 ? null : 'sold',
    ...(index % 2 ? { once: once(index) } : {}),
  });
  const ids = await Promise.all(Array.from({ length: 90 }, (_, index) => storage.create(row(index))));
  t.is(await postgres.sql('select count(distinct xmin::text) from pets', 'groups'), '1');
  t.deepEqual(
    ids,
    Array.from({ length: 90 }, (_, index) => String(index + 1)),
    'in the order in which they came',
  );
  const { rows } = {
    rows: (
      await postgres.sql("select id, name, category_id, coalesce(status, '-') from pets order by id", 'groups')
    ).split('\n'),
  };
  t.deepEqual(
    rows,
    ids.map((id, index) => [id, row(index).name, row(index).category_id, row(index).status ?? '-'].join('|')),
  );

  const again = await Promise.all([
    storage.create(row(1)),
    storage.create({ ...row(200), once: undefined }),
    storage.create(row(3)),
  ]);
  t.deepEqual([again[0], again[2]], [undefined, undefined], 'their keys came before');
  t.true(BigInt(again[1]!) > 90n);
  t.is(await postgres.sql('select count(*) from pets', 'groups'), '91');
  t.is(
    await postgres.sql('select count(*) from idempotency_keys join pets on pets.id = pet_id', 'groups'),
    '45',
    'every key leads to its animal',
  );
});
