/** `queue show --proof`: a page for the colleague who says "you added it twice". */
import test from 'ava';
import { openWorldHere } from '../../../helpers/command-world.js';

const add = ['add', '--name', 'Luna', '--category', '7'];
type Proof = { readonly entries: readonly { readonly proof: readonly Record<string, unknown>[] }[] };

test('the proof tells when it was entered, sent, lost and found, and under which profile and key', async (t) => {
  const { run, json, service } = await openWorldHere(t, { apiKey: 'pst_secret_dtSg' });
  service.next('insert-then-drop');
  await run(add);
  await run(['sync']);
  const { stdout, code } = await run(['queue', 'show', 'Q-1', '--proof']);
  t.is(code, 0);
  const [id] = service.pets().map((pet) => pet.id);
  const told = stdout.replaceAll(/\s+/gu, ' ');
  const steps = [
    'Proof of Q-1 Name Luna',
    `State created as #${id}`,
    service.baseUrl,
    '+00:00 entered here profile env, key ending in dtSg',
    '+00:00 sent profile env, key ending in dtSg Idempotency-Key',
    'the answer was lost',
    `checked the whole list for it: #${id}`,
    `found: it is #${id}`,
    'Printed',
  ];
  const places = steps.map((step) => told.indexOf(step));
  t.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    told,
  );
  t.true(
    places.every((place) => place >= 0),
    told,
  );
  t.true(stdout.split('\n').every((line) => line.length <= 80));
  t.false(stdout.includes('secret'));
  const [entry] = ((await json(['queue', 'show', 'Q-1', '--proof'])).json as Proof).entries;
  t.like(entry?.proof[1], { event: 'sent', profile: 'env', keyEnd: 'dtSg' });
  t.regex(String(entry?.proof[1]?.['idempotencyKey']), /^[\da-f-]{36}$/);
});

test('of a key that is too short nothing is shown, but that there was one', async (t) => {
  const { run } = await openWorldHere(t, { apiKey: 'key-plain' });
  await run(add);
  const { stdout } = await run(['queue', 'show', 'Q-1', '--proof']);
  t.regex(stdout, /sent\n +profile env, key\n/);
});

test('the answer of the store is told with its X-Request-Id, which is left out if it holds the key', async (t) => {
  const { run, json, service } = await openWorldHere(t, { apiKey: 'pst_secret_dtSg' });
  service.next('400', { headers: { 'x-request-id': 'req-17' } });
  await run(add);
  const { stdout } = await run(['queue', 'show', 'Q-1', '--proof']);
  t.regex(stdout, /the store rejected it\n +answered 400\n +X-Request-Id req-17\n +\S+ rejected the animal/);
  service.next('400', { headers: { 'x-request-id': `x-${service.apiKey}` } });
  await run(['queue', 'send-again', 'Q-1']);
  const [entry] = ((await json(['queue', 'show', 'Q-1', '--proof'])).json as Proof).entries;
  const answers = entry?.proof.filter((step) => 'status' in step);
  t.deepEqual(
    answers?.map(({ status, requestId }) => [status, requestId]),
    [
      [400, 'req-17'],
      [400, undefined],
    ],
  );
  t.false(JSON.stringify(entry).includes('secret'));
});

test('an animal that was never sent has a proof too, and one that does not exist is not found', async (t) => {
  const { run } = await openWorldHere(t, { apiKey: '' });
  await run([...add, '--no-wait'], { env: { PETSTORE_API_KEY: undefined } });
  const { stdout } = await run(['queue', 'show', 'Q-1', '--proof'], { env: { PETSTORE_API_KEY: undefined } });
  t.regex(stdout, /entered here\n +profile env, no key\n/);
  t.false(/\bsent\b/.test(stdout));
  t.is((await run(['queue', 'show', 'Q-9', '--proof'])).code, 3);
});
