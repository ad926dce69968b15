import test from 'ava';
import type { Answer } from '../conformance/exchange.js';
import { createService } from '../../source/service/server.js';
import { exchange } from '../conformance/exchange.js';
import { json, startService } from './start-service.js';

const post = (name: string, key: string) => ({ method: 'POST', body: { name, categoryId: 1 }, headers: { 'idempotency-key': key } });
const idOf = (answer: Answer): unknown => (json(answer) as { id: unknown }).id;

test('a hundred posts at once with one key make one animal', async (t) => {
  const { send } = await startService(t);
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
  const { send, service } = await startService(t);
  const { apiKey } = await service.keys.create();
  const mine = await send(post('Luna', '"shared"'));
  const theirs = await send({ ...post('Luna', '"shared"'), authorization: `Bearer ${apiKey}` });
  t.is(theirs.status, 201);
  t.not(idOf(mine), idOf(theirs));

  const atOnce = Array.from({ length: 20 }, (_, index) => [send(post('Luna', `"${index}"`)), send({ ...post('Luna', `"${index}"`), authorization: `Bearer ${apiKey}` })]);
  t.deepEqual([...new Set((await Promise.all(atOnce.flat())).map(({ status }) => status))], [201], 'also while the other is running');
});

test('a key is kept for 48 hours and forgotten some time after', async (t) => {
  let now = Date.UTC(2026, 0, 1);
  const { send } = await startService(t, { clock: { now: () => now } });
  const hour = 3_600_000;
  const first = idOf(await send(post('Luna', '"old"')));

  now += 49 * hour;
  await send(post('Other', '"x"'));
  t.is(idOf(await send(post('Luna', '"old"'))), first);

  now += 49 * hour;
  await send(post('Other', '"y"'));
  t.not(idOf(await send(post('Luna', '"old"'))), first);
});
