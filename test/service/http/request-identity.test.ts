import { rename } from 'node:fs/promises';
import test from 'ava';
import { json, startService, type Running, openService } from '../start-service.ts';

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('an id that a request brings is its id in answer and log; another one is made where that is nothing to write down', async (t) => {
  const { send, log, apiKey } = await openService(t);
  const taken = await send({ headers: { 'x-request-id': 'abc-123' } });
  t.is(taken.headers['x-request-id'], 'abc-123');
  t.like(log.at(-1), { event: 'request', id: 'abc-123' });
  for (const wrong of ['', 'with space', 'x'.repeat(129), '"quoted"', 'é', `key=${apiKey}`, apiKey]) {
    const { headers } = await send({ headers: { 'x-request-id': wrong } });
    t.regex(headers['x-request-id'] ?? '', /^[\da-f]{8}-\d+$/, wrong);
    t.is(log.at(-1)!['id'], headers['x-request-id']);
  }

  t.truthy((await send({ authorization: null })).headers['x-request-id'], 'also where nobody may enter');
  t.truthy((await send({ path: '/nothing', outside: true })).headers['x-request-id']);
});

test('the trace a request belongs to is kept in the log, where it is one', async (t) => {
  const { send, log } = await openService(t);
  await send({ headers: { traceparent: trace } });
  t.is(log.at(-1)!['traceparent'], trace);
  for (const wrong of [
    trace.replace('00-', 'ff-'),
    trace.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    'nonsense',
    `${trace}-x`,
  ]) {
    await send({ headers: { traceparent: wrong } });
    t.is(log.at(-1)!['traceparent'], undefined, wrong);
  }
});

test('the log has the address a request came from, and a forwarded one only behind a proxy', async (t) => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  const direct = await startService(t);
  await direct.send({ headers });
  t.is(direct.log.at(-1)!['client'], '127.0.0.1');

  const behind = await startService(t, { behindProxy: true });
  for (const [forwarded, client] of [
    ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['nonsense', '127.0.0.1'],
    ['', '127.0.0.1'],
  ] as const) {
    await behind.send({ headers: { 'x-forwarded-for': forwarded } });
    t.is(behind.log.at(-1)!['client'], client, forwarded);
  }

  await behind.send({});
  t.is(behind.log.at(-1)!['client'], '127.0.0.1');
});

test('an answer 500 names the id under which the log has the reason', async (t) => {
  let calls = 0;
  const { send, log } = await openService(t, {
    clock: {
      now: () => {
        calls += 1;
        if (calls === 2) {
          throw new Error('inside');
        }

        return calls;
      },
    },
  });
  const answer = await send({ headers: { 'x-request-id': 'mine' } });
  t.is(answer.status, 500);
  t.regex((json(answer) as { message: string }).message, /request mine/);
  t.false(answer.body.toString().includes('inside'), 'the client is told nothing of it');
  t.like(log.at(-1), { id: 'mine', level: 'error' });
  t.regex(String(log.at(-1)!['error']), /inside/);
});

test('a probe is logged where it fails, or where everything is', async (t) => {
  const probe = async ({ send }: Running) => {
    await send({ path: '/healthz', outside: true });
    await send({ path: '/readyz', outside: true });
  };
  const usual = await startService(t);
  await probe(usual);
  t.deepEqual(usual.log, []);
  await rename(usual.database, `${usual.database}.away`);
  await probe(usual);
  t.like(usual.log, [{ level: 'error', route: '/readyz', status: 503 }]);

  const all = await startService(t, { logLevel: 'debug' });
  await probe(all);
  t.deepEqual(
    all.log.map(({ level, route }) => [level, route]),
    [
      ['debug', '/healthz'],
      ['debug', '/readyz'],
    ],
  );
  const little = await startService(t, { logLevel: 'error' });
  await little.send({});
  t.deepEqual(little.log, []);
});
