import test from 'ava';
import { toInt64 } from '../../source/domain/int64.ts';
import { serialiseNewPet } from '../../source/platform/json/json.ts';
import { parseNewPet } from '../../source/local/queue/intent.ts';
import { connect, createAt, never, serve, serveAnswer, testApiKey } from './servers.ts';

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
    status: 201,
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

test('a 307 to another origin takes neither key nor body there', async (t) => {
  let arrived = 0;
  const elsewhere = await serve(t, (_request, response) => {
    arrived += 1;
    response.writeHead(201).end('{"id":1,"name":"Rex","categoryId":3}');
  });
  const outcome = await createAt(t, await serveAnswer(t, 307, '', { location: `${elsewhere}/v1/pets?token=abc` }));

  t.like(outcome, { type: 'misconfigured', storeProblem: { code: 'redirected', status: 307 } });
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
