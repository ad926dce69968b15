import test from 'ava';
import type { Answer } from '../../conformance/exchange.ts';
import { json, startService, openService } from '../start-service.ts';

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
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ] as const) {
    const first = await send(post('Luna', quoted));
    const again = await send(post('Luna', bare));
    t.is(again.body.toString(), first.body.toString());
    t.is(again.headers['idempotency-key'], bare, 'echoed as it came');
    t.is((await send(post('Rex', bare))).status, 422);
  }

  t.is((json(await send({})) as unknown[]).length, 3);
});

test('a key is kept as long as the store, whatever its clocks say', async (t) => {
  let ahead = 0;
  const clock = { now: () => 1_000 * day + ahead, uptime: () => ahead };
  const first = await startService(t, { clock });
  const made = await first.send(post('Luna', '"one"'));
  for (ahead of [365 * day, -365 * day]) {
    await first.send(post('Coco', `"at ${ahead}"`));
    t.is((await first.send(post('Luna', '"one"'))).body.toString(), made.body.toString());
  }

  await first.service.close();
  const again = await startService(t, { database: first.database, clock });
  const repeated = await again.send({ ...post('Luna', '"one"'), authorization: `Bearer ${first.apiKey}` });
  t.is(repeated.body.toString(), made.body.toString());
});

const day = 86_400_000;
