import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import test from 'ava';
import { isApiKey, makeApiKey } from '../../source/service/keys/api-key.ts';
import { createKeyRegister } from '../../source/service/keys/key-register.ts';
import { uncached } from '../../source/service/storage/read-cache.ts';
import type { Storage } from '../../source/service/storage/open-storage.ts';
import { runServe } from '../../source/service/commands/serve-command.ts';
import { runKeys } from '../../source/service/commands/database-commands.ts';
import { createService } from '../../source/service/server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { outcomeOf } from './outcome-of.ts';
import { openService } from './start-service.ts';

test('a revoked key is refused on the next request, also when another process revokes it', async (t) => {
  const { send, database, service } = await openService(t);
  const { id, apiKey } = await service.keys.create({ label: 'field' });
  const authorization = `Bearer ${apiKey}`;
  t.is((await send({ authorization })).status, 200);

  t.is((await outcomeOf(() => runKeys('revoke', { database, key: id }))).exit, 0);

  const { status, headers } = await send({ authorization });
  t.is(status, 401);
  t.regex(headers['www-authenticate'] ?? '', /invalid_token/);
  t.is((await send({})).status, 200, 'the other key goes on working');
});

test('a database whose page of keys is damaged is called that, with the remedy', async (t) => {
  const { database, service, apiKey } = await openService(t);
  await service.close();
  const bytes = await readFile(database);
  const hash = createHash('sha256').update(apiKey).digest();
  const at = [hash, Buffer.from(hash.toString('hex'))].map((each) => bytes.indexOf(each)).find((each) => each !== -1);
  bytes.fill(0xff, at! - (at! % 4096), at! - (at! % 4096) + 4096);
  await writeFile(database, bytes);
  for (const action of ['list', 'create'] as const) {
    const { exit, stderr } = await outcomeOf(() => runKeys(action, { database }));
    t.is(exit, 7, action);
    t.regex(stderr, /is damaged \(.*\)\. Put a whole backup in its place: `petstore service restore FILE`\.$/m, action);
  }

  for (let page = 2 * 4096; page < bytes.length; page += 4096) {
    bytes.fill(0xff, page, page + 64);
  }

  await writeFile(database, bytes);
  const settings = { host: '127.0.0.1', port: 0, database, json: true, behindTlsProxy: false };
  const io = { signal: AbortSignal.abort(), stdout: () => true, stderr: () => true };
  const served = await outcomeOf(() => runServe({ ...settings, removeGetPet: false }, io));
  t.is(served.exit, 7);
  t.regex(served.stderr, /is damaged/);
});

test('keys are listed with what they are for and when they were used, never in clear', async (t) => {
  const { send, database, service, apiKey } = await openService(t, { clock: { now: () => Date.UTC(2026, 0, 2) } });
  await service.keys.revoke((await service.keys.create({ label: 'old' })).id);
  await send({});
  const listed = await runKeys('list', { database });

  const at = '2026-01-02T00:00:00.000Z';
  const { keys } = listed as { keys: Record<string, unknown>[] };
  t.like(keys[0], { id: '1', label: 'test', last4: apiKey.slice(-4), createdAt: at, lastUsedAt: at, revokedAt: null });
  t.like(keys[1], { id: '2', label: 'old', lastUsedAt: null, revokedAt: at });
  t.false(JSON.stringify(listed).includes(apiKey));
});

test('no key is on disk in clear', async (t) => {
  const { send, database, apiKey } = await openService(t);
  await send({});
  for (const file of [database, `${database}-wal`]) {
    t.false((await readFile(file)).includes(apiKey.slice(4, 40)), file);
  }
});

test('no key, name or query gets into the log', async (t) => {
  const { send, log, apiKey } = await openService(t);
  await send({ method: 'POST', body: { name: 'Secretive', categoryId: 1 } });
  await send({ path: '/pets?status=sold&secret=1' });
  await send({ authorization: 'Bearer pst_wrong' });
  const text = JSON.stringify(log);
  t.is(log.length, 3);
  for (const secret of [apiKey, 'Secretive', 'secret=1', 'pst_wrong']) {
    t.false(text.includes(secret), secret);
  }
});

test('revoking what is not there says so', async (t) => {
  const { database } = await openService(t);
  const { exit, stderr } = await outcomeOf(() => runKeys('revoke', { database, key: '7' }));
  t.is(exit, 3);
  t.regex(stderr, /no key 7/);
  t.is((await outcomeOf(() => runKeys('revoke', { database, key: 'first' }))).exit, 2);
});

test('a name that is mistyped makes no store, but for a key that is created, which says so', async (t) => {
  const folder = temporaryFolder(t);
  const database = `${folder}/typo.sqlite`;
  for (const action of ['list', 'log', 'revoke', 'rotate'] as const) {
    const { exit, stderr } = await outcomeOf(() => runKeys(action, { database, key: '1' }));
    t.is(exit, 7, action);
    t.regex(stderr, /^There is no store at .*typo\.sqlite\..*--database/);
  }

  t.deepEqual(await readdir(folder), []);
  t.like(await runKeys('create', { database }), { id: '1', madeDatabase: database });
  t.false('madeDatabase' in (await runKeys('create', { database })));
});

test('the first key is made once for a database', async (t) => {
  const database = `${temporaryFolder(t)}/pets.sqlite`;
  const services = await Promise.all([createService({ database }), createService({ database })]);
  const made = await Promise.all(services.map((service) => service.keys.createFirst()));
  t.is(made.filter((key) => key !== undefined).length, 1);
  await Promise.all(services.map((service) => service.close()));
});

test('a mistyped key is known by its checksum', (t) => {
  const key = makeApiKey((size) => Buffer.alloc(size, 7));
  t.regex(key, /^pst_[\w-]{49}$/);
  t.true(isApiKey(key));
  t.false(isApiKey(key.replace('B', 'C')));
  t.false(isApiKey(`${key}A`));
});

test('a mistyped key is no question for the database', async (t) => {
  const noDatabase = {} as Storage;
  const keys = createKeyRegister(noDatabase, { now: () => 0 });
  const mistyped = keys.authenticate(`Bearer pst_${'A'.repeat(49)}`, uncached, () => {
    throw new Error('asked');
  });
  await t.throwsAsync(mistyped, { message: 'The API key is not valid.' });
});
