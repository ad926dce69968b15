import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { until } from '../../helpers/until.js';
import { type Answer, exchange } from '../../conformance/exchange.js';
import { createService } from '../../../source/service/server.js';
import { onPostgres } from '../on-postgres.js';
import { json, startService, type Running, openService } from '../start-service.js';

const { test: testPostgres, needs, postgres } = await onPostgres();

const post = (name: string, key: string) => ({
  method: 'POST',
  body: { name, categoryId: 1 },
  headers: { 'idempotency-key': key },
});
const idOf = (answer: Answer): unknown => (json(answer) as { id: unknown }).id;

test('a hundred posts at once with one key make one animal', async (t) => {
  const { send } = await openService(t);
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(post('Luna', '"one"'))));

  const made = answers.filter(({ status }) => status === 201);
  t.true(made.length >= 1);
  t.is(new Set(made.map(idOf)).size, 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    t.is(answer.status, 409);
    t.like(json(answer), { code: 'conflict' });
    t.is(answer.headers['retry-after'], '1');
  }

  t.is((json(await send({})) as unknown[]).length, 1);
  t.is(idOf(await send(post('Luna', '"one"'))), idOf(made[0]!), 'asked again later, the same animal');
});

test('a key is remembered when the service starts again', async (t) => {
  const first = await startService(t);
  const before = await first.send(post('Luna', '"kept"'));
  await first.service.close();

  const service = await createService({ database: first.database });
  t.teardown(() => service.close());
  const { baseUrl } = await service.listen({ host: '127.0.0.1', port: 0 });
  const after = await exchange({ baseUrl, apiKey: first.apiKey }, post('Luna', '"kept"'));
  t.is(after.status, 201);
  t.deepEqual(after.body, before.body);
});

test('the same idempotency key under another API key is another one', async (t) => {
  const { send, service } = await openService(t);
  const { apiKey } = await service.keys.create();
  const mine = await send(post('Luna', '"shared"'));
  const theirs = await send({ ...post('Luna', '"shared"'), authorization: `Bearer ${apiKey}` });
  t.is(theirs.status, 201);
  t.not(idOf(mine), idOf(theirs));

  const atOnce = Array.from({ length: 20 }, (_, index) => [
    send(post('Luna', `"${index}"`)),
    send({ ...post('Luna', `"${index}"`), authorization: `Bearer ${apiKey}` }),
  ]);
  t.deepEqual(
    [...new Set((await Promise.all(atOnce.flat())).map(({ status }) => status))],
    [201],
    'also while the other is running',
  );
});

test('a key in quotes and the same without them are one', async (t) => {
  const { send } = await openService(t);
  for (const [quoted, bare] of [
    ['"k-100"', 'k-100'],
    ['"a\\\\b"', 'a\\b'],
  ] as const) {
    const first = await send(post('Luna', quoted));
    const again = await send(post('Luna', bare));
    t.is(again.body.toString(), first.body.toString());
    t.is(again.headers['idempotency-key'], bare, 'echoed as it came');
    t.is((await send(post('Rex', bare))).status, 422);
  }

  t.is((json(await send({})) as unknown[]).length, 2);
});

const hour = 3_600_000;

/** Services that are started anew every few hours forget 3 000 old keys, a few at once. `ask` answers a number. */
async function forgetsInSteps(
  t: ExecutionContext,
  database: string,
  ask: (sql: string) => number | Promise<number>,
): Promise<void> {
  const began = 1_000 * hour;
  let passed = 0;
  let used = 0;
  const clock = { now: () => began + passed, uptime: () => passed };
  const first = await startService(t, { database, clock });
  let running: Running = first;
  const use = async () => {
    used += 1;
    const request = { ...post('Luna', `"${used}"`), authorization: `Bearer ${first.apiKey}` };
    t.is((await running.send(request)).status, 201);
  };
  await use();
  await ask(
    `insert into idempotency_keys (api_key_id, key, fingerprint, pet_id, created_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) select 1, '"old ' || i || '"', 'f', 1, ${began - 50 * hour} from n returning 1`,
  );
  const left = () => ask(`select count(*) from idempotency_keys where key like '"old%'`);
  const ran = () => ask('select ran from idempotency_age');
  // It is 72 hours until one knows that they are old, and as long until they are old by every clock.
  for (let start = 1; start <= 28; start += 1) {
    await running.service.close();
    running = await startService(t, { database, clock });
    await use();
    const before = await ran();
    passed += 5 * hour;
    await until('it counts', async () => {
      await use();
      return (await ran()) !== before;
    });
  }

  t.is(await left(), 3000, 'not before');
  const seen = new Set<number>();
  passed += 10 * hour;
  await until('they are forgotten', async () => {
    await use();
    seen.add(await left());
    return seen.has(0);
  });
  t.true(seen.size > 2, `${[...seen].join()} were left`);
  t.true((await ask('select count(*) from idempotency_keys')) >= 20, 'newer ones stay');
}

test('keys are forgotten a few at once, also by services that never run for long', async (t) => {
  const { database, service } = await openService(t);
  await service.close();
  const other = new DatabaseSync(database);
  t.teardown(() => other.close());
  await forgetsInSteps(t, database, (sql) => Number(Object.values(other.prepare(sql).get() ?? {})[0]));
});

testPostgres(`the same on PostgreSQL${needs}`, async (t) => {
  const database = await postgres.createDatabase('forgets');
  await forgetsInSteps(t, database, async (sql) => Number((await postgres.sql(sql, 'forgets')).split('\n')[0]));
});

test('a key is kept for 48 hours and forgotten some time after', async (t) => {
  let passed = 0;
  const { send, database } = await openService(t, {
    clock: { now: () => 1_000 * hour + passed, uptime: () => passed },
  });
  const keys = (): readonly unknown[] => {
    const other = new DatabaseSync(database);
    const rows = other.prepare('select key from idempotency_keys order by key').all();
    other.close();
    return rows.map(({ key }) => key);
  };
  const first = await send(post('Luna', '"first"'));
  passed += 49 * hour;
  t.is((await send(post('Luna', '"first"'))).body.toString(), first.body.toString());
  for (const name of ['"second"', '"third"', '"fourth"']) {
    passed += 73 * hour;
    await send(post('Luna', name));
  }

  await until('the oldest are forgotten', () => !keys().includes('"first"'));
  t.true(keys().includes('"fourth"') && keys().includes('"third"'));
});

test('a calendar that jumps ahead, and a start under one, forget no key', async (t) => {
  const now = 1_000 * hour;
  let ahead = 0;
  let passed = 0;
  const clock = { now: () => now + passed + ahead, uptime: () => passed };
  const { send, service, database, apiKey } = await openService(t, { clock });
  const first = await send(post('Luna', '"one"'));
  ahead = 96 * hour;
  await send(post('Coco', '"while it was ahead"'));
  ahead = 0;
  passed += hour;
  t.is((await send(post('Luna', '"one"'))).body.toString(), first.body.toString());
  await service.close();

  ahead = 96 * hour;
  const again = await startService(t, { database, clock });
  await again.send(post('Rex', '"after a start ahead"'));
  passed += 2 * hour;
  await again.send(post('Rex', '"a little later"'));
  t.is(
    (await again.send({ ...post('Luna', '"one"'), authorization: `Bearer ${apiKey}` })).body.toString(),
    first.body.toString(),
  );
});
