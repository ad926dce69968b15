import test from 'ava';
import { formatDuration, parseDuration } from '../../source/domain/duration.ts';

test('lengths of time are read and written as people write them', (t) => {
  for (const [text, ms] of [
    ['500ms', 500],
    ['2s', 2000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['0s', 0],
    ['24h', 86_400_000],
  ] as const) {
    t.is(parseDuration(text), ms);
  }

  for (const text of ['', '5', '5 s', '-1s', '1d', 'soon', '1e3s', '25h', '2s ago']) {
    t.is(parseDuration(text), undefined, text);
  }

  t.deepEqual([500, 2000, 90_000, 120_000, 3_600_000, 1500].map(formatDuration), [
    '500ms',
    '2s',
    '90s',
    '2m',
    '1h',
    '1500ms',
  ]);
});
