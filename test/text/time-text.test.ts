import test from 'ava';
import { lengthText, waitEndText } from '../../source/text/time-text.ts';

test('a length of time is told roughly, and never below nothing', (t) => {
  t.deepEqual([-5000, 0, 59_400, 5 * 60_000, 2 * 3_600_000, 72 * 3_600_000].map(lengthText), [
    '0 s',
    '0 s',
    '59 s',
    '5 min',
    '2 h',
    '3 days',
  ]);
});

test('the end of a wait is told to the second, with its date where it is not today', (t) => {
  const now = new Date(2026, 10, 22, 23, 30).getTime();
  const end = (seconds: number): string => waitEndText(new Date(now + seconds * 1000).toISOString(), now);
  t.is(end(16), '23:30:16');
  t.is(end(29 * 60), '23:59:00');
  t.is(end(30 * 60), '2026-11-23 00:00:00');
  t.is(end(60 * 60), '2026-11-23 00:30:00');
});
