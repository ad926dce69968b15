/**
 * What goes wrong between the built program in a real terminal and a real service. What each state of the connection
 * looks like, and that nothing is sent in it, is in `test/tui/connection.test.tsx`, `test/pictures/` and the scenarios.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import {
  createFaultService,
  type FaultService,
  type FaultServiceOptions,
} from '../helpers/fault-service/fault-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys, openProgram, type TerminalSession } from '../helpers/terminal.ts';

const short = { PETSTORE_REFRESH: '500ms', PETSTORE_SETTLE: '200ms', PETSTORE_TIMEOUT: '2s' };

type World = { readonly app: TerminalSession; readonly service: FaultService };

/** The app on a service with three pets, online. */
async function open(
  t: ExecutionContext,
  options: FaultServiceOptions = {},
  env: Readonly<Record<string, string>> = {},
  size: { readonly cols?: number; readonly rows?: number } = {},
): Promise<World> {
  const service = await createFaultService(options);
  t.teardown(() => service.stop());
  for (const name of ['Rex', 'Luna', 'Coco']) {
    service.insert({ name, categoryId: 3, status: 'available' });
  }

  const app = openProgram(t, temporaryFolder(t), {
    env: { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, ...short, ...env },
    ...size,
  });
  return { app, service };
}

/** Adds an animal that cannot be sent now: it is kept, and the screen says so. */
async function addWhile(t: ExecutionContext, { app, service }: World, name: string): Promise<void> {
  app.press(`a${name}\t7`, keys.ctrl('s'));
  await app.waitFor(/Q-\d+ +Shadow .* queued/);
  t.false(service.inserted().some(({ pet }) => pet.name === name));
}

const online = /● (as of|not all)/;

test('a missing and a wrong key are told, never shown, and the right one is entered without leaving', async (t) => {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  service.insert({ name: 'Rex', categoryId: 3 });
  const home = temporaryFolder(t);
  mkdirSync(join(home, 'config'));
  writeFileSync(
    join(home, 'config/config.json'),
    JSON.stringify({ profile: 'main', profiles: { main: { baseUrl: service.baseUrl } } }),
  );
  const app = openProgram(t, home, { env: { ...short } });
  await app.waitFor(/no key yet/);
  await app.waitFor('There is no API key yet; :key enters one. Animals are kept.');
  app.press(':key\r', 'pst_wrong', keys.enter);
  await app.waitFor('The key is saved.');
  await app.waitFor(/key refused/);
  await app.waitFor('The store refused your key; :key enters another.');
  app.press(':key\r', service.apiKey, keys.enter);
  await app.waitFor((lines) => online.test(lines[0] ?? '') && lines.some((line) => line.includes('Rex')));
  t.false(app.written().includes('pst_wrong'));
});

test('offline: the lists stay, adding goes on, and what waits is sent once the store is back', async (t) => {
  const world = await open(t);
  const { app, service } = world;
  await app.waitFor(online);
  await service.stop();
  app.press('r');
  await app.waitFor((lines) => /○ offline (?:since )?\d\d:\d\d, as of \d\d:\d\d *$/.test(lines[0] ?? ''));
  await addWhile(t, world, 'Shadow');
  await service.start();
  await app.waitFor((lines) => online.test(lines[0] ?? '') && lines.some((line) => / 4 +Shadow/.test(line)));
  t.is(service.inserted().filter(({ pet }) => pet.name === 'Shadow').length, 1);
});

test('connecting: the app is there and takes animals while the service has not answered yet', async (t) => {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  service.next('hang', { method: 'GET', times: 1000 });
  const app = openProgram(t, temporaryFolder(t), {
    env: { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_TIMEOUT: '10m' },
  });
  await app.waitFor(/connecting/);
  app.press('aShadow\t7', keys.ctrl('s'));
  await app.waitFor(/Q-1 +Shadow/);
  app.press('q');
  t.is((await app.exit).code, 0, 'quitting does not wait for the network');
});

test('on quitting the app sends what rests, if a person wants that', async (t) => {
  const { app, service } = await open(t);
  await app.waitFor(online);
  app.press(':on-quit send', keys.enter);
  await app.waitFor(/[Oo]n-quit.*send/);
  // Longer than a busy machine takes to come to q.
  app.press(':rest 1m', keys.enter);
  await app.waitFor('rest is 1m.');
  app.press('aShadow\t7', keys.ctrl('s'));
  await app.waitFor(/sends in/);
  app.press('q');
  await app.waitFor(() => !app.alternate());
  t.deepEqual(await app.exit, { code: 0, signal: undefined });
  t.deepEqual(
    service
      .inserted()
      .slice(-1)
      .map(({ pet }) => pet.name),
    ['Shadow'],
  );
});
