/** Ctrl-Z during a command: nobody else has to wait for it, and it goes on after `fg`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { openCommandWorld } from '../helpers/command-world.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { keys, openTerminal } from '../helpers/terminal.ts';
import { until } from '../helpers/until.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a sync suspended with Ctrl-Z lets another petstore send, and goes on with fg', async (t) => {
  const { home, env, service, run } = await openCommandWorld(t);
  for (const name of ['One', 'Two']) {
    t.is((await run(['add', '--no-wait', '--category', '7', '--name', name])).code, 0);
  }

  service.next('hang');
  const child = spawn(process.execPath, [programPath, 'sync', '--json'], {
    env: programEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  await until('an animal is sent', () => service.attempts().some(({ method }) => method === 'POST'));
  child.kill('SIGTSTP');
  await until('it is stopped', () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '));

  await run(['sync', '--timeout', '60s']);
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

onLinux('a list, suspended while it waits for the store, says after fg what it says without that', async (t) => {
  const { home, env, service } = await openCommandWorld(t);
  service.insert({ name: 'One', categoryId: 7 });
  service.next('hang', { method: 'GET' });
  const child = spawn(process.execPath, [programPath, 'list', '--json'], {
    env: programEnvironment(home, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await until('it is under way', () => service.attempts().some(({ method }) => method === 'GET'));
  child.kill('SIGTSTP');
  await until('it is stopped', () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '));
  child.kill('SIGCONT');
  t.deepEqual(await ended, [0, null], stderr);
  t.like(JSON.parse(stdout), { source: 'service', connection: 'online', complete: true });
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
