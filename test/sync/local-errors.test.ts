import test from 'ava';
import { createLocalErrors } from '../../source/sync/reconcile/troubles.ts';

test('what stopped the saving is in the log once, the disk as well as a mistake of ours, and again after it went well', (t) => {
  const logged: unknown[] = [];
  let shown: string | undefined;
  const errors = createLocalErrors({
    local: { folder: '/store', newer: () => undefined },
    options: { report: (error: unknown) => void logged.push(error) },
    show: ({ readOnly }: { readonly readOnly: { readonly code: string } | undefined }) => {
      shown = readOnly?.code;
    },
  });
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  errors.reportProblem('copy', full);
  errors.reportProblem('copy', full);
  t.is(shown, 'disk_full');
  t.deepEqual(logged, [full]);
  errors.reportProblem('round', new TypeError('ours'));
  t.is(logged.length, 2);
  errors.clearProblem('copy');
  errors.clearProblem('round');
  t.is(shown, undefined);
  errors.reportProblem('copy', full);
  t.is(logged.length, 3);
});
