import { EventEmitter } from 'node:events';
import test from 'ava';
import { createSuspensions } from '../../../source/cli/run/signals.ts';
import { until } from '../../helpers/until.ts';

test('time in which a command is stopped is no time in which it waits', async (t) => {
  const stopFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const target = Object.assign(new EventEmitter(), { platform: 'linux', pid: 1, kill: () => stopFor(200) });
  const suspensions = createSuspensions(target as never, () => undefined);
  suspensions.watch({ suspendDuring: async (work) => work() });
  const begun = performance.now();
  const signal = suspensions.patience(300);
  target.emit('SIGTSTP');
  await until('it has waited', () => signal.aborted);
  t.true(performance.now() - begun >= 500);
  suspensions.stop();
});
