import { runKeys } from '../../source/service/commands/database-commands.ts';
import { createService } from '../../source/service/server.ts';
import { openStorage } from '../../source/service/storage/open-storage.ts';
import { cases } from '../conformance/cases.ts';
import { checkCase } from '../conformance/check-case.ts';
import { prepare } from '../conformance/prepare.ts';
import { onPostgres } from './on-postgres.ts';
import { outcomeOf } from './outcome-of.ts';
import { json, startService } from './start-service.ts';
import { twoProcessesShare } from './two-processes.ts';

const { test, needs, postgres } = await onPostgres();

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const idOf = (answer: Parameters<typeof json>[0]): number => (json(answer) as { id: number }).id;
const keyed = { ...luna, headers: { 'idempotency-key': '"one"' } };

test(`on PostgreSQL every conformance case holds${needs}`, async (t) => {
  const { baseUrl, apiKey } = await startService(t, { database: await postgres.createDatabase('conformance') });
  const pet = await prepare({ baseUrl, apiKey });
  for (const one of cases) {
    t.deepEqual(await checkCase({ baseUrl, apiKey, pet }, one), [], one.title);
  }
});

test(`PostgreSQL and SQLite answer alike, byte for byte${needs}`, async (t) => {
  const bodies = [
    '{"name":"Ünï 🐾 \\u2028","categoryId":-9223372036854775808}',
    '{"name":"\\"q\\"\\\\ \\u0001","categoryId":9007199254740993,"status":"sold"}',
    '{"name":" ","categoryId":0}',
  ];
  const answersOf = async (database?: string) => {
    const { send } = await startService(t, database === undefined ? {} : { database });
    const answers = [];
    for (const request of [
      ...bodies.map((body) => ({ method: 'POST', body })),
      { path: '/pets?limit=2' },
      ...['after=1', 'after=3', 'before=end', 'status=sold&before=end'].map((place) => ({
        path: `/pets?limit=1&${place}`,
      })),
      { path: '/pets?status=sold' },
      { path: '/pets/2' },
      { path: '/pets/9' },
    ]) {
      const { status, headers, body } = await send(request);
      // Tokens of change links hold a random number, and tags cover them.
      const link = headers['link']?.replaceAll(/since=[\w-]+/g, 'since=');
      answers.push({
        status,
        headers: {
          ...headers,
          date: '',
          'x-request-id': '',
          ...(link?.includes('since=') === true ? { link, etag: '' } : {}),
        },
        body: body.toString(),
      });
    }

    return answers;
  };
  t.deepEqual(await answersOf(await postgres.createDatabase('bytes')), await answersOf());
});

test(`a database whose encoding lacks names takes no store, and says which one does${needs}`, async (t) => {
  await postgres.sql("create database latin encoding 'LATIN1' template template0");
  const database = (await postgres.createDatabase('utf')).replace(/utf$/, 'latin');
  const { exit, stderr } = await outcomeOf(() => createService({ database }));
  t.is(exit, 7);
  t.regex(stderr, /encoding is LATIN1.*createdb --encoding UTF8/);
  t.is(await postgres.sql("select count(*) from pg_tables where schemaname = 'public'", 'latin'), '0');
});

test(`two processes on one PostgreSQL under load give no id twice and make one animal for a key${needs}`, async (t) => {
  await twoProcessesShare(t, await postgres.createDatabase('processes'));
});

test(`several services may make an empty PostgreSQL database theirs at once${needs}`, async (t) => {
  const database = await postgres.createDatabase('race');
  const services = await Promise.all(Array.from({ length: 4 }, () => createService({ database })));
  const keys = await Promise.all(services.map((service) => service.keys.createFirst()));
  t.is(keys.filter((key) => key !== undefined).length, 1);
  const seeded = await Promise.all(
    services.map((service) => service.seed([{ name: 'One', categoryId: '1' as never }])),
  );
  t.is(seeded.filter(Boolean).length, 1);
  await Promise.all(services.map((service) => service.close()));
});

test(`seeded ids on PostgreSQL are followed by the next one${needs}`, async (t) => {
  const { service, send } = await startService(t, { database: await postgres.createDatabase('seed') });
  t.true(await service.seed([]), 'a list of no animals is one');
  t.true(
    await service.seed(
      Array.from({ length: 2100 }, (_, index) => ({ name: `Pet ${index + 1}`, categoryId: '1' as never })),
    ),
  );
  t.like(json(await send({ path: '/pets/2100' })), { name: 'Pet 2100' });
  t.is((json(await send(luna)) as { id: number }).id, 2101);
});

test(`a table that is locked for long is no reason to hang: 503${needs}`, async (t) => {
  const database = await postgres.createDatabase('held');
  const { send } = await startService(t, { database });
  const { Client } = await import('pg');
  const other = new Client(database);
  await other.connect();
  await other.query('begin; lock table pets in access exclusive mode');
  t.is((await send({})).status, 503);
  await other.query('rollback');
  await other.end();
  t.is((await send(keyed)).status, 201);
});

test(`while PostgreSQL is away every answer is 503 with Retry-After, and afterwards all is well${needs}`, async (t) => {
  const { send, log } = await startService(t, { database: await postgres.createDatabase('restart') });
  const made = json(await send(luna));
  t.is((await send({ path: '/readyz', outside: true })).status, 200);

  await postgres.stop();
  for (const request of [{}, luna, keyed, { path: '/pets/1' }, { path: '/readyz', outside: true }]) {
    const answer = await send(request);
    t.is(answer.status, 503, JSON.stringify(request));
    t.like(json(answer), { code: 'unavailable', status: 503 });
    t.is(answer.headers['retry-after'], '2');
  }

  t.is((await send({ path: '/healthz', outside: true })).status, 200);
  t.is((await send({ authorization: null })).status, 401);

  await postgres.start();
  t.deepEqual(json(await send({})), [made]);
  t.is((await send({ path: '/readyz', outside: true })).status, 200);
  t.is((await send(luna)).status, 201);
  t.false(JSON.stringify(log).includes('"status":500'));
});

test(`an empty database of PostgreSQL is left empty by who only looks${needs}`, async (t) => {
  const database = await postgres.createDatabase('typo');
  t.is((await outcomeOf(() => runKeys('list', { database }))).exit, 7);
  t.is(await postgres.sql("select count(*) from pg_tables where schemaname = 'public'", 'typo'), '0');
});

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
  const rows = await postgres.sql(
    "select id, name, category_id, coalesce(status, '-') from pets order by id",
    'groups',
  );
  t.deepEqual(
    rows.split('\n'),
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
