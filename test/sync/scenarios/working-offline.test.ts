/** Working offline, as a person chose it: for every program on the store, over restarts and crashes. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import { openEngine, rex, setScene, syncFor, until } from '../../helpers/open-engine.ts';
import { openStore } from '../../helpers/open-store.ts';

const posts = (attempts: readonly { readonly method: string }[]): number =>
  attempts.filter(({ method }) => method === 'POST').length;

test('it outlasts the program, and asks nobody anything', async (t) => {
  const { service, engine, sync, reopen } = await setScene(t);
  await engine.add(rex);
  t.true(await engine.setWorkingOffline(true));
  const { since } = engine.snapshot().connection;
  await engine.stop();
  const next = reopen();
  await next.load();
  t.like(next.snapshot().connection, { state: 'working-offline', since });
  t.like(await sync(), { connection: { state: 'working-offline' }, waiting: 1, refreshed: false });
  t.is((await next.probe()).state, 'working-offline');
  t.false(await next.refresh('all', 'whole'));
  t.deepEqual(service.attempts(), []);
  await next.setWorkingOffline(false);
  t.is((await sync()).created.length, 1);
});

test('it holds for a program that was online when it began', async (t) => {
  const { service, folder, engine, sync } = await setScene(t);
  t.is((await sync()).connection.state, 'online');
  t.true(await openEngine(t, folder, service).setWorkingOffline(true));
  await engine.add(rex);
  t.is((await engine.send('Q-1', new AbortController().signal)).state, 'queued');
  t.is(engine.snapshot().connection.state, 'working-offline');
  t.is(posts(service.attempts()), 0);
});

test('once it is said to hold, a program in the middle of a long queue sends nothing more', async (t) => {
  const { service, folder, engine } = await setScene(t);
  for (let number = 1; number <= 30; number += 1) {
    await engine.add({ ...rex, name: `Rex ${number}` });
  }

  // Time enough for the other one to say so between two animals, and nobody is quicker than that.
  service.next('late-answer', { times: 30, ms: 100 });
  const syncing = syncFor(engine);
  await until(t, engine, () => posts(service.attempts()) > 2);
  // However long the animal under way takes on this machine.
  const clock = { ...systemClock, uptime: () => 1_000_000 };
  t.true(await openEngine(t, folder, service, { clock }).setWorkingOffline(true));
  const sent = posts(service.attempts());
  t.true(sent < 30, String(sent));
  t.like(await syncing, { connection: { state: 'working-offline' }, waiting: 30 - sent });
  t.is(posts(service.attempts()), sent);
});

test('a program that hangs in the middle of sending is told of, and stops after that animal', async (t) => {
  const { service, folder, engine } = await setScene(t);
  await engine.add(rex);
  await engine.add({ ...rex, name: 'Luna' });
  service.next('late-answer');
  const syncing = syncFor(engine);
  await until(t, engine, () => posts(service.attempts()) === 1);
  t.false(await openEngine(t, folder, service).setWorkingOffline(true));
  service.release();
  t.like(await syncing, { created: [{ localId: 'Q-1' }], waiting: 1 } as never);
  t.is(posts(service.attempts()), 1);
});

test('the open app follows what another program chose', async (t) => {
  const { service, folder, engine } = await setScene(t);
  engine.start();
  await until(t, engine, () => engine.snapshot().connection.state === 'online');
  const other = openEngine(t, folder, service);
  await other.setWorkingOffline(true);
  await until(t, engine, () => engine.snapshot().connection.state === 'working-offline');
  await engine.add(rex);
  t.is(posts(service.attempts()), 0);
  await other.setWorkingOffline(false);
  await until(t, engine, () => engine.snapshot().entries[0]?.state === 'created');
  t.is(posts(service.attempts()), 1);
});

test('a program that died while it was choosing sends nothing at the next start', async (t) => {
  const { service, folder, engine, sync, reopen } = await setScene(t);
  await engine.add(rex);
  await engine.stop();
  const { queue } = await openStore(folder, { identity: service.baseUrl });
  await queue.change((before) => ({ queue: { ...before, offline: '2026-11-21T10:00:00.000Z' }, result: undefined }));
  t.like(await (reopen(), sync()), { connection: { state: 'working-offline', since: '2026-11-21T10:00:00.000Z' } });
  t.deepEqual(service.attempts(), []);
  await reopen().setWorkingOffline(false);
  t.is((await sync()).created.length, 1);
});

test('damage to the queue does not end it', async (t) => {
  const { service, folder, engine, sync, reopen } = await setScene(t);
  await engine.setWorkingOffline(true);
  await engine.add(rex);
  await engine.add({ ...rex, name: 'Luna' });
  await engine.stop();
  truncateSync(join(folder, 'queue.json'), 60);
  t.is((await (reopen(), sync())).connection.state, 'working-offline');
  t.deepEqual(service.attempts(), []);
});

test('where it cannot be told whether somebody works offline, nothing is sent', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { service, folder, engine, sync } = await setScene(t, {}, { fileSystem });
  await engine.add(rex);
  t.true(await openEngine(t, folder, service).setWorkingOffline(true));
  fileSystem.failAll('EMFILE', (_operation, path) => path.endsWith('queue.json'));
  await t.throwsAsync(sync(), { name: 'StorageError', message: /too many files are open/ });
  t.is(posts(service.attempts()), 0);
  fileSystem.heal();
  t.like(await sync(), { created: [], connection: { state: 'working-offline' } });
  await engine.setWorkingOffline(false);
  t.is((await sync()).created.length, 1);
});

test('a choice that cannot be kept changes nothing, and says so', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { engine, sync } = await setScene(t, {}, { fileSystem });
  await engine.add(rex);
  fileSystem.failAll('ENOSPC', (operation, path) => operation === 'rename' && path.endsWith('queue.json'));
  await t.throwsAsync(engine.setWorkingOffline(true), {
    name: 'StorageError',
    message: /^Working offline did not begin: the disk is full/,
  });
  fileSystem.heal();
  t.is((await sync()).created.length, 1);
});
