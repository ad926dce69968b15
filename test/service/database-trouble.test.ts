import anyTest from 'ava';
import { createService } from '../../source/service/server.ts';
import type { Answer } from '../conformance/exchange.ts';
import { howMany } from '../helpers/tier.ts';
import { until } from '../helpers/until.ts';
import { hasPgbouncer, startPgbouncer } from './start-pgbouncer.ts';
import { onPostgres } from './on-postgres.ts';
import { startPostgres } from './start-postgres.ts';
import { json, startService } from './start-service.ts';
import { loadOn, nothingLost } from './under-load.ts';

const { test, testLong, needs, needsLong, postgres, programs } = await onPostgres();
const testPooler = hasPgbouncer ? testLong : anyTest.serial.skip;
const needsPooler = hasPgbouncer ? needsLong : ' (skipped: needs the package pgbouncer)';

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const ready = { path: '/readyz', outside: true };
const messageOf = (answer: Answer): string => (json(answer) as { message: string }).message;

testLong(
  `while commits hang for want of a standby, reading goes on, and a create that may have happened is said to${needsLong}`,
  async (t) => {
    const { send } = await startService(t, { database: await postgres.createDatabase('hanging') });
    await send(luna);
    await postgres.set('synchronous_standby_names', 'absent');
    t.teardown(() => postgres.set('synchronous_standby_names', undefined));
    const names = Array.from({ length: 24 }, (_, index) => `Hanging ${index}`);
    const isKeyed = (index: number): boolean => index % 2 === 1;
    let answered = 0;
    const creating = Promise.all(
      names.map((name, index) =>
        send({
          method: 'POST',
          body: { name, categoryId: 1 },
          ...(isKeyed(index) ? { headers: { 'idempotency-key': `"${name}"` } } : {}),
        }).finally(() => (answered += 1)),
      ),
    );
    const reads: Answer[] = [];
    await until('every create is answered', async () => {
      reads.push(await send({}));
      return answered === names.length;
    });

    t.deepEqual([...new Set(reads.map(({ status }) => status))], [200], 'reading goes on');
    t.is((await send({})).status, 200, 'also afterwards');
    const answers = await creating;
    t.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
    const open = answers.filter((answer) => messageOf(answer).includes('may have been added'));
    t.true(open.length > 0 && open.length < names.length, 'those that were being committed; the others never were');
    for (const [index, answer] of answers.entries()) {
      t.like(json(answer), { code: 'unavailable', status: 503 });
      const mayRetry = isKeyed(index) || !open.includes(answer);
      t.is(answer.headers['retry-after'], mayRetry ? '2' : undefined, 'nobody is invited to add an animal twice');
    }

    t.is(
      Number(
        await postgres.sql(
          "select count(*) from pg_stat_activity where datname = 'hanging' and wait_event = 'SyncRep'",
        ),
      ),
      1,
      'no more of the server is used up',
    );
    t.regex(messageOf(await send(luna)), /Try again later/, 'and the next is not added for certain');

    await postgres.set('synchronous_standby_names', undefined);
    await until('adding works again', async () => (await send(luna)).status === 201);
    const again = await Promise.all(
      names
        .filter((_, index) => isKeyed(index))
        .map((name) =>
          send({ method: 'POST', body: { name, categoryId: 1 }, headers: { 'idempotency-key': `"${name}"` } }),
        ),
    );
    t.deepEqual([...new Set(again.map(({ status }) => status))], [201]);
    const listed = (json(await send({ path: '/pets?limit=100' })) as { name: string }[]).map(({ name }) => name);
    const expected = names.filter((_, index) => isKeyed(index) || open.includes(answers[index]!));
    t.deepEqual(
      listed.filter((name) => name.startsWith('Hanging')).toSorted(),
      expected.toSorted(),
      'what may have been added was; with a key it is there once',
    );
  },
);

test(`a database that is set to read only is not ready, and is again by itself${needs}`, async (t) => {
  const { send } = await startService(t, { database: await postgres.createDatabase('fixed') });
  await send(luna);
  t.is((await send(ready)).status, 200);
  await postgres.set('default_transaction_read_only', 'on');
  t.teardown(() => postgres.set('default_transaction_read_only', undefined));
  await until('it is not ready', async () => (await send(ready)).status === 503);
  t.like(json(await send(ready)), { code: 'unavailable', message: 'The database answers, but it takes no animals.' });
  t.is((await send(luna)).status, 503);
  t.is((await send({})).status, 200, 'reading goes on');
  await postgres.set('default_transaction_read_only', undefined);
  await until('it is ready', async () => (await send(ready)).status === 200);
  t.is((await send(luna)).status, 201);
});

test(`with two servers in the address the service goes over to the standby that takes over, and loses nothing${needs}`, async (t) => {
  const primary = await startPostgres(programs!);
  t.teardown(() => primary.remove());
  await primary.createDatabase('pets');
  const standby = await primary.startStandby();
  t.teardown(() => standby.remove());
  await primary.set('synchronous_standby_names', '*');

  // The standby first, so that asking whether a server takes writes is what finds the other.
  const database = `postgres://pets@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/pets?target_session_attrs=read-write`;
  const services = [
    await startService(t, { database }),
    await startService(t, {
      database: `postgres://pets@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/pets?target_session_attrs=primary`,
    }),
  ];
  const targets = services.map(({ baseUrl }) => ({ baseUrl, apiKey: services[0]!.apiKey }));
  const load = loadOn(targets);
  try {
    await load.everybody(5);
    await primary.stop();
    await standby.promote();
    await load.everybody(5);
  } finally {
    await load.stop();
  }

  await Promise.all(targets.map((target) => nothingLost(t, load, target)));
  t.is((await services[0]!.send(ready)).status, 200);
});

test(`an address that leads to servers which take no animals is refused in words${needs}`, async (t) => {
  const standby = await t.throwsAsync(createService({ database: 'postgres://a,b/pets?target_session_attrs=standby' }));
  t.is(
    standby.message,
    'The address of the database cannot be used: target_session_attrs=standby is not for a store that takes animals: use read-write, primary or any.',
  );
  const away = await t.throwsAsync(
    createService({ database: 'postgres://pets:hush@127.0.0.1:1,127.0.0.1:2/none?target_session_attrs=read-write' }),
  );
  t.regex(
    away.message,
    /^PostgreSQL at postgres:\/\/pets@127\.0\.0\.1:1,127\.0\.0\.1:2\/none\?\S+ cannot be used \(.*:1; .*:2\)\./,
  );
  t.false(away.message.includes('hush'));
});

for (const mode of ['session', 'transaction'] as const) {
  testPooler(
    `behind pgbouncer in ${mode} mode, as it comes, it works under load, and time limits are kept${needsPooler}`,
    async (t) => {
      const name = `pooled_${mode}`;
      await postgres.createDatabase(name);
      const port = await startPgbouncer(t, postgres.port, mode);
      const { baseUrl, apiKey, send, log } = await startService(t, {
        database: `postgres://pets@127.0.0.1:${port}/${name}`,
      });
      const load = loadOn([{ baseUrl, apiKey }]);
      await load.everybody(20);
      await load.stop();
      t.deepEqual(load.refused, []);

      const { Client } = await import('pg');
      const other = new Client(`postgres://pets@127.0.0.1:${postgres.port}/${name}`);
      await other.connect();
      await other.query('begin; lock table pets in access exclusive mode');
      t.is((await send({})).status, 503);
      t.is((await send(luna)).status, 503);
      await other.query('rollback');
      await other.end();
      t.is(
        log.filter(({ error }) => String(error).includes('canceling statement due to lock timeout')).length,
        2,
        "the server's own limit ended them",
      );
      t.is((await send(luna)).status, 201);
    },
  );
}

test(`where every transaction is serialisable, those that collide are done again inside${needs}`, async (t) => {
  const database = await postgres.createDatabase('serialisable');
  await postgres.sql("alter database serialisable set default_transaction_isolation = 'serializable'");
  const services = await Promise.all([startService(t, { database }), startService(t, { database })]);
  const rounds = howMany(4, 10);
  for (let round = 0; round < rounds; round += 1) {
    const request = {
      ...luna,
      headers: { 'idempotency-key': `"${round}"` },
      authorization: `Bearer ${services[0].apiKey}`,
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => services[index % 2]!.send(request)));
    t.deepEqual(
      answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409),
      [],
    );
  }

  t.is((json(await services[0].send({ path: '/pets?limit=100' })) as unknown[]).length, rounds);
});
