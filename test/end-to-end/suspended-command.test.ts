/** Ctrl-Z during a command: nobody else has to wait for it, and it goes on after `fg`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import test from 'ava';
import { openCommandWorld } from '../helpers/command-world.js';
import { createFaultService } from '../helpers/fault-service/fault-service.js';
import { programEnvironment, programPath, runJson } from '../helpers/program.js';
import { runHere } from '../helpers/run-here.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { keys, openTerminal } from '../helpers/terminal.js';
import { until } from '../helpers/until.js';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a sync suspended with Ctrl-Z lets another petstore send, and goes on with fg', async (t) => {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_SETTLE: '200ms' };
  for (const name of ['One', 'Two']) {
    t.is((await runHere(home, ['add', '--no-wait', '--category', '7', '--name', name], { env })).code, 0);
  }

  service.next('hang');
  const child = spawn(process.execPath, [programPath, 'sync', '--json'], {
    env: programEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  await until('an animal is sent', () => service.attempts().some(({ method }) => method === 'POST'));
  child.kill('SIGTSTP');
  await until('it is stopped', () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '));

  t.teardown(() => child.kill('SIGKILL'));
  await runJson(home, ['sync', '--timeout', '60s'], { env });
  child.kill('SIGCONT');
  const [code] = (await ended) as [number | null];
  // What came of One shows once the store confirms an animal that was sent two settle times later; else it is asked.
  const { waiting, connection } = JSON.parse(stdout) as { waiting: number; connection: string };
  t.deepEqual([connection, code], ['online', waiting === 0 ? 0 : 8]);
  t.deepEqual(
    service
      .inserted()
      .map(({ pet }) => pet.name)
      .toSorted(),
    waiting === 0 ? ['One', 'Two'] : ['Two'],
  );
});

/**
 * Starts a command, stops it with Ctrl-Z while the store keeps it waiting, continues it, and reads what it says in the
 * end.
 */
async function suspend(
  home: string,
  args: readonly string[],
  {
    env,
    isUnderWay,
    stopMs = 0,
  }: { readonly env: Readonly<Record<string, string>>; readonly isUnderWay: () => boolean; readonly stopMs?: number },
) {
  const child = spawn(process.execPath, [programPath, ...args, '--json'], {
    env: programEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await until('it is under way', isUnderWay);
  child.kill('SIGTSTP');
  await until(
    'it is stopped or has ended',
    () => child.exitCode !== null || readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '),
  );
  const stoppedAt = Date.now();
  await until('the lease is stale', () => Date.now() >= stoppedAt + stopMs);
  child.kill('SIGCONT');
  const [code] = (await ended) as [number | null];
  return { code, json: JSON.parse(stdout) as Record<string, unknown>, stderr };
}

for (const [args, expected] of [
  [['list'], { source: 'service', connection: 'online', complete: true }],
  [['get', '1'], { source: 'service' }],
  [['status'], { connection: 'online' }],
  [['doctor'], { checks: { 1: { name: 'connection', ok: true } } }],
] as const) {
  onLinux(`${args[0]}, suspended while it waits for the store, says after fg what it says without that`, async (t) => {
    const service = await createFaultService();
    t.teardown(() => service.stop());
    const home = temporaryFolder(t);
    const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_SETTLE: '200ms' };
    t.is((await runHere(home, ['add', '--category', '7', '--name', 'One'], { env })).code, 0);
    rmSync(home, { recursive: true });
    const before = service.attempts().length;
    service.next('hang', { method: 'GET' });
    const isUnderWay = () =>
      service
        .attempts()
        .slice(before)
        .some(({ method }) => method === 'GET');
    const { code, json, stderr } = await suspend(home, args, { env, isUnderWay });
    t.is(code, 0, stderr);
    t.like(json, expected as never);
  });
}

onLinux('the time an add is suspended is not taken from the time it may take', async (t) => {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_SETTLE: '200ms' };
  service.next('hang');
  const { code, json } = await suspend(home, ['add', '--name', 'Rex', '--category', '7'], {
    env,
    isUnderWay: () => service.attempts().some(({ method }) => method === 'POST'),
    stopMs: 10_500,
  });
  // It had the time to look for the animal, twice; nothing of ours was listed there before, so that a person decides.
  t.is(code, 8);
  t.like(json, { outcome: 'review' });
  t.true(service.attempts().filter(({ method }) => method === 'GET').length >= 4);
  t.is(service.inserted().length, 0);
});

onLinux(
  'an app that comes back from Ctrl-Z shows what other programs did to the queue meanwhile, also offline by choice',
  async (t) => {
    const { home, env, run } = await openCommandWorld(t);
    await run(['offline']);
    await run(['add', '--name', 'Coco', '--category', '7']);
    // Without a shell nobody would take it to have stopped.
    const app = openTerminal({
      command: 'bash',
      args: ['--norc', '-i'],
      env: programEnvironment(home, { ...env, PS1: '$ ' }),
    });
    t.teardown(() => app.close());
    app.press(`${process.execPath} ${programPath}\r`);
    await app.waitFor('2 Mine 1');
    app.press(keys.ctrl('z'));
    await app.waitFor(/Stopped/);
    await run(['add', '--name', 'Rex', '--category', '7']);
    await run(['queue', 'edit', 'Q-1', '--name', 'Cocoa']);
    app.press('fg\r');
    await app.waitFor('2 Mine 2');
    t.true((await app.waitFor(/Q-2 +Rex/)).some((line) => /Q-1 +Cocoa/.test(line)));
  },
);
