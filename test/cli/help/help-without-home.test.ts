import { spawnSync } from 'node:child_process';
import test from 'ava';
import { programPath } from '../../helpers/program.js';

// Only root can be somebody of whom the system knows no home, and only where others may enter the project's folder.
const nobody = { uid: 54_321 };
const isOpen = process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], nobody).error === undefined;
const needs = isOpen ? '' : ' (skipped: needs root, and a folder open to others)';
const asNobody = isOpen ? test : test.skip;

asNobody(
  `an account without a home can read every help, and is told what it lacks once something is to be kept${needs}`,
  (t) => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [programPath, ...args], {
        env: { PATH: process.env['PATH'], HOME: '' },
        ...nobody,
        encoding: 'utf8',
      });
    for (const args of [['help'], ['help', 'add'], ['help', 'exit-codes'], ['add', '--help']]) {
      const { status, stdout, stderr } = run(...args);
      t.deepEqual({ status, stderr }, { status: 0, stderr: '' }, args.join(' '));
      t.true(stdout.length > 200, args.join(' '));
    }

    const { status, stderr } = run('add', '--name', 'Rex', '--category', '3');
    t.is(status, 2);
    t.regex(stderr, /There is no home folder: .*Nothing was saved or sent/);
  },
);
