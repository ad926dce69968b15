import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { createRunIdentity } from '../../../source/platform/process/self.ts';

test('a run goes on as long as its process does, on this start of the machine', async (t) => {
  const run = createRunIdentity(systemClock);
  t.false(run.hasEnded(run.id));
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  t.teardown(() => child.kill('SIGKILL'));
  const [, start] = run.id.split('.');
  const other = `${child.pid}.${start}.0123abcd`;
  t.false(run.hasEnded(other));
  t.true(
    run.hasEnded(`${child.pid}.${Number(start) - 3_600_000}.0123abcd`),
    'the number is from before the machine was restarted',
  );
  t.true(run.hasEnded('no such id'));
  t.true(run.hasEnded(`${process.pid}.${start}.0123abcd`), 'the number was given to this process since');
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.true(run.hasEnded(other));
});
