/** Looking at a lock: it tells whether somebody holds it, and is in nobody's way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { DamagedLock, isKernelLockHeld, takeKernelLock } from '../../../source/platform/concurrency/kernel-lock.ts';
import { acquireSenderLease } from '../../../source/local/sender-lease.ts';
import { scriptArguments } from '../../helpers/script.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('a look tells whether the lock is held, and makes no file', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'lock');
  t.false(isKernelLockHeld(path));
  t.deepEqual(readdirSync(folder), []);
  const lock = takeKernelLock(path);
  t.true(isKernelLockHeld(path));
  t.is(takeKernelLock(path), undefined, 'the look let go of nothing');
  lock?.release();
  t.false(isKernelLockHeld(path));
});

test('the files of a lock are of their owner alone, and other files are as before', (t) => {
  const [folder, others] = [temporaryFolder(t), temporaryFolder(t)];
  const modesIn = (of: string): readonly number[] =>
    readdirSync(of).map((name) => statSync(join(of, name)).mode & 0o777);
  writeFileSync(join(others, 'before'), '');
  const lock = takeKernelLock(join(folder, 'lock'));
  t.deepEqual(modesIn(folder), [0o600, 0o600], 'the lock and its journal');
  lock?.release();
  writeFileSync(join(others, 'later'), '');
  t.is(new Set(modesIn(others)).size, 1);
});

test('a lock file that is no database, or a folder, is told and left as it is, and what cannot be looked at is thrown', (t) => {
  const folder = temporaryFolder(t);
  const [damaged, taken, nowhere] = ['lock', 'folder', 'link'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(damaged, Buffer.alloc(4096, 'x'));
  mkdirSync(taken);
  symlinkSync('/nowhere/lock', nowhere);
  for (const path of [damaged, taken]) {
    t.throws(() => isKernelLockHeld(path), { instanceOf: DamagedLock });
    t.throws(() => takeKernelLock(path), { instanceOf: DamagedLock });
  }

  t.throws(() => isKernelLockHeld(nowhere));
  t.deepEqual(readdirSync(folder).toSorted(), ['folder', 'link', 'lock'], 'nothing was moved aside');
});

test('whoever sends gets the lease while others look whether somebody does', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'sender.lock');
  (await acquireSenderLease(folder))?.release();
  const child = spawn(
    process.execPath,
    [...scriptArguments('test/platform/concurrency/look-at-lock.process.ts'), path],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  await lines.next();
  // Without patience it is refused every fifth time. A look that is held up half-way, on a busy machine, is met as well:
  // so there are several rounds, and the first that shows the patience is believed.
  const refusals: number[] = [];
  while (!refusals.some((count) => count <= 2) && refusals.length < 10) {
    let refused = 0;
    for (let times = 0; times < 200; times += 1) {
      const lock = await acquireSenderLease(folder);
      refused += lock ? 0 : 1;
      lock?.release();
    }

    refusals.push(refused);
  }

  t.true(
    refusals.some((count) => count <= 2),
    refusals.join(),
  );
  child.stdin.end();
  await once(child, 'exit');
});
