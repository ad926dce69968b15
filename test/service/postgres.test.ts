import { createService } from '../../source/service/server.js';
import { cases } from '../conformance/cases.js';
import { checkCase } from '../conformance/check-case.js';
import { prepare } from '../conformance/prepare.js';
import { onPostgres } from './on-postgres.js';
import { json, startService } from './start-service.js';
import { twoProcessesShare } from './two-processes.js';

const { test, needs, postgres } = await onPostgres();

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
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
      ...['after=1', 'after=3', 'before=3', 'before=2', 'before=end', 'status=sold&before=end', 'before=1'].map(
        (place) => ({
          path: `/pets?limit=1&${place}`,
        }),
      ),
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

test(`a key that is revoked in one service on a PostgreSQL is refused by the other${needs}`, async (t) => {
  const database = await postgres.createDatabase('two');
  const [one, other] = await Promise.all([startService(t, { database }), startService(t, { database })]);
  const request = { authorization: `Bearer ${one.apiKey}` };
  t.is((await other.send(request)).status, 200);
  const { id } = (await one.service.keys.list()).find(({ last4 }) => last4 === one.apiKey.slice(-4))!;
  await one.service.keys.revoke(id);
  t.is((await other.send(request)).status, 401);
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
  t.true(
    await service.seed(
      Array.from({ length: 2100 }, (_, index) => ({ name: `Pet ${index + 1}`, categoryId: '1' as never })),
    ),
  );
  t.like(json(await send({ path: '/pets/2100' })), { name: 'Pet 2100' });
  t.is((json(await send(luna)) as { id: number }).id, 2101);
});

test(`a key that another process is still working on is answered 409, a locked table 503${needs}`, async (t) => {
  const database = await postgres.createDatabase('held');
  const { send } = await startService(t, { database });
  const { Client } = await import('pg');
  const other = new Client(database);
  await other.connect();
  await other.query("begin; insert into idempotency_keys values (1, '\"one\"', 'other', null)");
  const answer = await send(keyed);
  t.is(answer.status, 409);
  t.like(json(answer), { code: 'conflict' });
  await other.query('rollback');

  // A table that is locked for long is no reason to hang either.
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

test(`a PostgreSQL that is not there is one sentence without the password${needs}`, async (t) => {
  const error = await t.throwsAsync(createService({ database: 'postgres://pets:hush@127.0.0.1:1/none' }));
  t.regex(error.message, /^PostgreSQL at 127\.0\.0\.1:1\/none cannot be used \(.*ECONNREFUSED.*\)\./);
  t.false(error.message.includes('hush'));
});
