/** Ctrl-Z during a command: nobody else has to wait for it, and it goes on after `fg`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type CommandWorld, openCommandWorld } from '../helpers/command-world.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.ts';
import { until } from '../helpers/until.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

/** Without a shell nobody would take a program to have stopped. */
function openShell(t: ExecutionContext, home: string, env: CommandWorld['env']): TerminalSession {
  const shell = openTerminal({
    command: 'bash',
    args: ['--norc', '-i'],
    env: programEnvironment(home, { ...env, PS1: '$ ', petstore: `${process.execPath} ${programPath}` }),
  });
  t.teardown(() => shell.close());
  return shell;
}

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
  t.deepEqual(service.insertedNames().toSorted(), waiting === 0 ? ['One', 'Two'] : ['Two']);
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
    const app = openShell(t, home, env);
    app.press('$petstore\r');
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

/** Ctrl-Z at a question, and `fg`: the question stands below the shell's words again, once the program listens. */
async function leaveAndReturn(shell: TerminalSession, question: string): Promise<void> {
  shell.press(keys.ctrl('z'));
  await shell.waitFor(/Stopped[^]*^\$ *$/mu);
  shell.press('fg\r');
  await shell.waitFor((lines) => {
    const text = lines.join('\n');
    return text.includes(question, text.lastIndexOf('$ fg') + 1) && text.includes('$ fg');
  });
}

onLinux('a question that is left with Ctrl-Z is asked anew after fg, and half an answer is not kept', async (t) => {
  const { home, env, service, run } = await openCommandWorld(t);
  const shell = openShell(t, home, env);
  shell.press('$petstore add\r');
  await shell.waitFor('Name: ');
  shell.press('Foo');
  await shell.waitFor('Name: Foo');
  await leaveAndReturn(shell, 'Name: ');
  shell.press('bar\r');
  await shell.waitFor('Category');
  shell.press('3\r');
  await shell.waitFor('Status');
  shell.press('\r');
  await shell.waitFor('Added as #1.');
  t.deepEqual(service.names(), ['bar']);

  await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  shell.press('clear; $petstore queue discard Q-2; echo ended $?\r');
  await shell.waitFor('Discard Q-2 Coco? [y/N] ');
  await leaveAndReturn(shell, 'Discard Q-2 Coco? [y/N] ');
  shell.press('y\r');
  await shell.waitFor('Q-2 (Coco) is discarded');
});

onLinux('the prompt for a key, left with Ctrl-Z, takes the key after fg and shows nothing of it', async (t) => {
  const { home, env } = await openCommandWorld(t);
  const shell = openShell(t, home, { ...env, PETSTORE_API_KEY: undefined });
  shell.press('$petstore auth login\r');
  await shell.waitFor(/API key for http/u);
  shell.press('pst_half');
  await leaveAndReturn(shell, 'API key for http');
  shell.press('pst_test\r');
  const screen = await shell.waitFor(/is saved in/u);
  t.false(screen.join('\n').includes('pst_'));
  const folder = join(home, 'config', 'keys');
  t.deepEqual(
    readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
    ['pst_test\n'],
  );
});
