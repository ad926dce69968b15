/** What `.ci/run` tells of a run of the tests. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readRun } from '../../scripts/tell-counts/read-run.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

// What AVA printed for tests that fail in every way there is.
const recorded = resolve('test/fixtures/run-with-failures.txt');

test('each test that failed, hung or was killed is told by its title, once, and what passed is counted beside it', (t) => {
  const { passed, skipped, failures } = readRun(readFileSync(recorded, 'utf8'));
  t.deepEqual({ passed, skipped }, { passed: 5, skipped: 1 });
  t.deepEqual(
    failures.map(({ title }) => title),
    [
      'test/exit.test.js',
      'fail › fails',
      'fail › diff',
      'hook › hooky',
      'hook › later',
      'test/import.test.js',
      'test/killed.test.js',
      'test/none.test.js',
      'test/reject.test.js',
      'test/throw.test.js',
      'hang › hangs',
      'hook › g passes',
      'killed › k passes',
      'killed › killed',
      'throw › c passes',
    ],
  );
  const said = (title: string) => failures.find((failure) => failure.title === title)?.message ?? '';
  t.regex(said('fail › fails'), /^test\/fail\.test\.js:3\n[^]*- 1\n\+ 2\n/);
  t.regex(said('test/throw.test.js'), /Error: uncaught boom\n› Timeout/);
  t.is(said('test/killed.test.js'), '✘ test/killed.test.js exited due to SIGKILL');
});

test('a coloured run reads as a plain one', (t) => {
  t.deepEqual(
    readRun(
      '  \u001B[32m✔\u001B[39m a › passes\u001B[90m (1.2s)\u001B[39m\n  \u001B[31m✘\u001B[39m [fail]: a › fails\n',
    ),
    {
      passed: 1,
      skipped: 0,
      failures: [{ title: 'a › fails', message: '' }],
    },
  );
});

/** Runs `.ci/run` in a project whose `npm test` prints something and ends with a status. */
function runCi(t: ExecutionContext, printed: string, status: number) {
  const folder = temporaryFolder(t);
  const commands = join(folder, 'commands');
  mkdirSync(commands);
  ['.ci', 'scripts'].forEach((name) => cpSync(name, join(folder, name), { recursive: true }));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'printed'), printed);
  writeFileSync(join(commands, 'npm'), `#!/bin/sh\n[ "$1" = install ] || { cat printed; exit ${status}; }\n`, {
    mode: 0o755,
  });
  // What this machine lacks is not installed for it.
  writeFileSync(join(commands, 'apt-get'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${commands}${delimiter}${process.env['PATH']}` };
  const done = spawnSync(join(folder, '.ci/run'), { env, encoding: 'utf8' });
  return { status: done.status, last: done.stdout.trimEnd().split('\n').at(-1) };
}

test('.ci/run closes with how many passed, failed and were skipped, also where some failed', (t) => {
  t.deepEqual(runCi(t, readFileSync(recorded, 'utf8'), 1), { status: 1, last: '5 passed, 15 failed, 1 skipped' });
});

test('.ci/run tells a green run, and one that failed before any test ran', (t) => {
  t.deepEqual(runCi(t, '  ✔ a › passes\n  ✔ b › passes\n  ─\n\n  2 tests passed\n', 0), {
    status: 0,
    last: '2 passed, 0 failed, 0 skipped',
  });
  t.deepEqual(runCi(t, 'Found 1 error.\n', 1), { status: 1, last: '0 passed, 1 failed, 0 skipped' });
});
