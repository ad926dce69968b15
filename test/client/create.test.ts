import test from 'ava';
import { toInt64 } from '../../source/domain/int64.js';
import { serialiseNewPet } from '../../source/platform/json/json.js';
import { parseNewPet } from '../../source/local/queue/intent.js';
import { connect, createAt, never, serve, serveAnswer, testApiKey } from './servers.js';

const error = (status: number, code = 'some_code') => JSON.stringify({ code, message: 'what it says', status });

test('a valid 201 is created, with the very bytes, the key and the quoted idempotency key sent', async (t) => {
  const seen: unknown[] = [];
  const origin = await serve(t, ({ method, url, headers }, response, body) => {
    seen.push({
      method,
      url,
      body,
      key: headers['idempotency-key'],
      authorization: headers.authorization,
      type: headers['content-type'],
    });
    response
      .writeHead(201, { 'idempotency-key': String(headers['idempotency-key']) })
      .end('{"id":7,"name":"Žofie 🐈","categoryId":3}');
  });
  const body = '{"name":"Žofie 🐈",  "categoryId":3}';

  t.deepEqual(await connect(t, origin).create(body, 'a"b\\c', never), {
    type: 'created',
    pet: { id: toInt64(7)!, name: 'Žofie 🐈', categoryId: toInt64(3)! },
    keyEchoed: true,
    answer: { status: 201 },
  });
  t.deepEqual(seen, [
    {
      method: 'POST',
      url: '/v1/pets',
      body,
      key: '"a\\"b\\\\c"',
      authorization: `Bearer ${testApiKey}`,
      type: 'application/json',
    },
  ]);
});

test('ids beyond 2^53 are exact in both directions', async (t) => {
  let received = '';
  const origin = await serve(t, (_request, response, body) => {
    received = body;
    response.writeHead(201).end('{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808}');
  });
  const body = serialiseNewPet({ name: 'Rex', categoryId: toInt64(-(2n ** 63n))! });
  const outcome = await connect(t, origin).create(body, 'k', never);

  t.is(received, '{"name":"Rex","categoryId":-9223372036854775808}');
  t.is(parseNewPet(received).categoryId, toInt64(-(2n ** 63n))!);
  t.like(outcome, {
    type: 'created',
    pet: { id: '9223372036854775807', categoryId: '-9223372036854775808' },
    keyEchoed: false,
  });
});

for (const [status, expected] of Object.entries({
  401: { type: 'unauthorized' },
  403: { type: 'unauthorized' },
  404: { type: 'misconfigured' },
  405: { type: 'misconfigured' },
  410: { type: 'misconfigured' },
  425: { type: 'deferred', retryAfterMs: undefined },
  429: { type: 'deferred', retryAfterMs: undefined },
  409: { type: 'in-progress' },
  303: { type: 'unknown', connection: 'misconfigured', redirect: true },
  408: { type: 'unknown', connection: 'error' },
  418: { type: 'unknown', connection: 'error' },
  500: { type: 'unknown', connection: 'error' },
  504: { type: 'unknown', connection: 'error' },
  511: { type: 'unknown', connection: 'intercepted' },
})) {
  test(`${status} is ${expected.type}`, async (t) => {
    const outcome = await createAt(t, await serveAnswer(t, Number(status), error(Number(status))));
    t.like(outcome, { ...expected, problem: { status: Number(status), at: '2026-01-01T00:00:00.000Z' } });
  });
}

for (const [value, expected] of Object.entries({
  2: 2000,
  'Thu, 01 Jan 2026 00:00:30 GMT': 30_000,
  'Thu, 01 Jan 2015 00:00:00 GMT': undefined,
  0: 0,
  864000: 3_600_000,
  'Sun, 11 Jan 2026 00:00:00 GMT': 3_600_000,
  soon: undefined,
})) {
  test(`429 with Retry-After: ${value}`, async (t) => {
    const origin = await serve(t, (_request, response) => {
      response.sendDate = false;
      response.writeHead(429, { 'retry-after': value }).end(error(429));
    });
    t.like(await createAt(t, origin), { type: 'deferred', retryAfterMs: expected });
  });
}

test('a Retry-After date is read by the clock of the service that sent it', async (t) => {
  const origin = await serveAnswer(t, 503, error(503), {
    date: 'Fri, 01 Jan 2010 00:00:00 GMT',
    'retry-after': 'Fri, 01 Jan 2010 00:01:00 GMT',
  });
  t.like(await createAt(t, origin), { type: 'unknown', retryAfterMs: 60_000 });
});

test('a 307 to another origin takes neither key nor body there', async (t) => {
  let arrived = 0;
  const elsewhere = await serve(t, (_request, response) => {
    arrived += 1;
    response.writeHead(201).end('{"id":1,"name":"Rex","categoryId":3}');
  });
  const outcome = await createAt(t, await serveAnswer(t, 307, '', { location: `${elsewhere}/v1/pets?token=abc` }));

  t.like(outcome, { type: 'unknown', redirect: true, connection: 'misconfigured' });
  t.is(arrived, 0);
  t.false(JSON.stringify(outcome).includes('token'));
});

test('a service that repeats the key in its message does not get it into a problem', async (t) => {
  const echo = JSON.stringify({ code: testApiKey, message: `Bearer ${testApiKey} is unknown`, status: 401 });
  for (const status of [400, 401, 403, 404, 409, 429, 500, 418]) {
    const outcome = await createAt(t, await serveAnswer(t, status, echo.replace('401', String(status))));
    t.false(JSON.stringify('problem' in outcome && outcome.problem).includes(testApiKey), String(status));
  }
});
