/** A mistake of ours is told as one: exit 1, one sentence, its stack in the log, and no word of the disk. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import test, { type ExecutionContext } from 'ava';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The program with a mistake in the file it talks to the network with, or without it, as after half an upgrade. */
function openBrokenProgram(
  t: ExecutionContext,
  breakFile = (path: string): void => writeFileSync(path, 'throw new Error("a mistake in the client")'),
) {
  const folder = temporaryFolder(t);
  for (const name of ['dist', 'data', 'package.json']) {
    cpSync(join(dirname(programPath), '..', name), join(folder, name), { recursive: true });
  }

  const remote = readdirSync(join(folder, 'dist')).find((name) => name.startsWith('remote-')) ?? '';
  breakFile(join(folder, 'dist', remote));
  const home = join(folder, 'home');
  const env = programEnvironment(home, { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'key' });
  return {
    run: (...args: readonly string[]) =>
      spawnSync(process.execPath, [join(folder, 'dist', 'cli.js'), ...args], {
        env,
        encoding: 'utf8',
        input: '',
        timeout: 60_000,
      }),
    log: () => readFileSync(join(home, 'state', 'petstore.log'), 'utf8'),
  };
}

test('a mistake in the program is told in one sentence, with where its details are', (t) => {
  const { run, log } = openBrokenProgram(t);
  const { status, stdout, stderr } = run('list');
  t.is(status, 1, stderr);
  t.is(stdout, '');
  t.regex(
    stderr,
    /^petstore: Something unexpected went wrong\. Everything saved before is kept\. The details are in .*; please report it\.\n$/,
  );
  t.regex(log(), /"event":"unexpected","stacks":\["Error: a mistake in the client/);
});

test('an animal that was saved before is told of, so that nobody enters it again', (t) => {
  const { run, log } = openBrokenProgram(t);
  const { status, stdout, stderr } = run('add', '--name', 'Rex', '--category', '7', '--json');
  t.is(status, 1, stderr);
  t.like(JSON.parse(stdout), { outcome: 'queued', localId: 'Q-1', error: { code: 'unexpected' } });
  t.regex(stderr, /Queued as Q-1\..* Something unexpected went wrong/);
  t.regex(log(), /a mistake in the client/);
  t.is((JSON.parse(run('queue', '--json').stdout) as { entries: object[] }).entries.length, 1);
});
