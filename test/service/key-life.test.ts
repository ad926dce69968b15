/** How long a key opens what, who made it, and what becomes of one that another takes over from. */
import test from 'ava';
import { createFailureThrottle } from '../../source/service/keys/throttles.ts';
import { runKeys, type KeysAction, type KeysSettings } from '../../source/service/commands/database-commands.ts';
import { outcomeOf } from './outcome-of.ts';
import { json, startService, openService } from './start-service.ts';

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const hour = 3_600_000;

const keys = (action: KeysAction, settings: KeysSettings) => outcomeOf(() => runKeys(action, settings));

test('a key opens nothing from the moment it expires, and is told why', async (t) => {
  let now = Date.UTC(2026, 0, 1);
  const { send, service } = await openService(t, { clock: { now: () => now } });
  const { apiKey } = await service.keys.create({ lifetime: hour });
  const authorization = `Bearer ${apiKey}`;
  now += hour - 1;
  t.is((await send({ authorization })).status, 200);
  now += 1;
  const late = await send({ authorization });
  t.is(late.status, 401);
  t.like(json(late), { code: 'unauthorized', message: 'The API key has expired.' });
  t.regex(late.headers['www-authenticate'] ?? '', /invalid_token/);
});

test('a key that may only read reads, and adds nothing', async (t) => {
  const { send, service } = await openService(t);
  const { apiKey } = await service.keys.create({ readOnly: true });
  const authorization = `Bearer ${apiKey}`;
  for (const request of [{}, { method: 'HEAD' }, { method: 'OPTIONS' }, { path: '/pets?limit=1' }]) {
    t.true((await send({ ...request, authorization })).status < 300);
  }

  // Not a status that the interface does not list for adding.
  const refused = await send({ ...luna, authorization });
  t.is(refused.status, 401);
  t.like(json(refused), { code: 'unauthorized', message: 'This API key may only read.' });
  t.regex(refused.headers['www-authenticate'] ?? '', /insufficient_scope/);
  t.is((await send({ method: 'DELETE', authorization })).status, 401);
  t.deepEqual(json(await send({})), []);
});

test('a key takes over from another, which works on for a while', async (t) => {
  let now = Date.now();
  const { send, service, database } = await openService(t, { clock: { now: () => now } });
  const old = await service.keys.create({
    label: 'website',
    note: 'the form',
    readOnly: true,
    lifetime: 90 * 24 * hour,
  });
  const { exit, said } = await keys('rotate', { database, key: 'website', overlap: hour });
  t.is(exit, 0);
  t.like(said, { replaces: old.id });
  const both = [old.apiKey, String(said['apiKey'])].map((apiKey) => `Bearer ${apiKey}`);
  const statuses = async () => Promise.all(both.map(async (authorization) => (await send({ authorization })).status));
  t.deepEqual(await statuses(), [200, 200]);
  now += 2 * hour;
  t.deepEqual(await statuses(), [401, 200]);
  t.is((await send({ ...luna, authorization: both[1]! })).status, 401, 'it may do what the old one might');
  const fresh = (await service.keys.list()).find(({ id }) => id === said['id'])!;
  t.like(fresh, { label: 'website', note: 'the form' });
  t.true(
    Math.abs(Date.parse(fresh.expiresAt!) - Date.parse(fresh.createdAt) - 90 * 24 * hour) < 1000,
    'and for as long',
  );
  t.like((await keys('rotate', { database, key: 'website', overlap: hour })).said, { replaces: said['id'] });
});

test('what was sent under a key and is sent again under its successor makes no second animal', async (t) => {
  const { send, database, service } = await openService(t);
  const { apiKey } = await service.keys.create({ label: 'desk' });
  const headers = { 'idempotency-key': '"one"' };
  const first = json(await send({ ...luna, headers, authorization: `Bearer ${apiKey}` }));
  for (const key of ['desk', '3', 'desk']) {
    const { said } = await keys('rotate', { database, key, overlap: 0 });
    t.is((await send({ authorization: `Bearer ${apiKey}` })).status, 401, 'no overlap was asked for');
    t.deepEqual(json(await send({ ...luna, headers, authorization: `Bearer ${String(said['apiKey'])}` })), first);
  }

  const stranger = await send({ ...luna, headers });
  t.notDeepEqual(json(stranger), first, 'another key is another one');
});

test('a key that is not there, or not the only one of its label, is not rotated', async (t) => {
  const { service, database } = await openService(t);
  t.like(await keys('rotate', { database, key: 'nobody' }), { exit: 3, said: {} });
  t.regex((await keys('rotate', { database, key: '7' })).stderr, /no key 7 in use/);
  await service.keys.create({ label: 'twice' });
  const { id } = await service.keys.create({ label: 'twice' });
  t.regex((await keys('rotate', { database, key: 'twice' })).stderr, /2 keys in use have the label twice/);
  await keys('revoke', { database, key: id });
  t.is((await keys('rotate', { database, key: 'twice' })).exit, 0);
});

test('everything that is done to keys is on record, with who did it', async (t) => {
  const { database, apiKey } = await openService(t);
  await keys('create', { database, label: 'guest', readOnly: true, lifetime: hour });
  await keys('rotate', { database, key: 'guest', overlap: hour });
  await keys('revoke', { database, key: '1' });
  const { said } = await keys('log', { database });
  const events = said['events'] as Record<string, string>[];
  t.deepEqual(
    events.map(({ id, action }) => `${id} ${action}`),
    ['1 created', '2 created', '3 created', '2 rotated', '1 revoked'],
  );
  t.regex(events[1]!['detail']!, /^may only read, expires 20\d\d-/);
  t.regex(events[3]!['detail']!, /^taken over by 3, ends 20\d\d-/);
  t.true(events.every(({ actor }) => /^\S+@\S+$/.test(actor!)));
  t.false(JSON.stringify(events).includes(apiKey.slice(4, 20)));
});

test('one wrong key after the other is refused; that is forgiven with time, and of each address on its own', (t) => {
  let now = 0;
  const throttle = createFailureThrottle({ uptime: () => now });
  t.deepEqual(
    Array.from({ length: 12 }, () => throttle('192.0.2.1')),
    [...Array.from({ length: 10 }, () => 0), 1, 1],
  );
  t.is(throttle('192.0.2.2'), 0);
  now += 1000;
  t.deepEqual([throttle('192.0.2.1'), throttle('192.0.2.1')], [0, 1]);
});

test('who sends one wrong key after the other is refused, and a right key from there is served', async (t) => {
  const { send } = await openService(t, { clock: { now: Date.now, uptime: () => 0 } });
  const authorization = 'Bearer pst_wrong';
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({ authorization })));
  t.is(answers.filter(({ status }) => status === 401).length, 10);
  const refused = answers.filter(({ status }) => status === 429);
  t.is(refused.length, 10);
  t.is(refused[0]!.headers['retry-after'], '1');
  t.is((await send({})).status, 200);
});

test('behind a proxy on the same machine one program with a wrong key hides from nobody that theirs has expired', async (t) => {
  const { send, service } = await openService(t, { clock: { now: Date.now, uptime: () => 0 } });
  const { apiKey, id } = await service.keys.create();
  await service.keys.revoke(id);
  await Promise.all(Array.from({ length: 20 }, () => send({ authorization: 'Bearer pst_wrong' })));
  t.is((await send({ authorization: `Bearer ${apiKey}` })).status, 401);

  // Where it tells whom it speaks for, each of these counts by its address, whatever keys it tries.
  const told = await startService(t, { clock: { now: Date.now, uptime: () => 0 }, behindProxy: true });
  const from = async (client: string, key: string) =>
    (await told.send({ authorization: `Bearer ${key}`, headers: { 'x-forwarded-for': client } })).status;
  const tries = await Promise.all(Array.from({ length: 12 }, (_, index) => from('203.0.113.9', `pst_${index}`)));
  t.is(tries.filter((status) => status === 429).length, 2);
  t.is(await from('203.0.113.10', 'pst_0'), 401);
});
