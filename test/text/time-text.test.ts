import test from 'ava';
import { lengthText } from '../../source/text/time-text.js';

test('a length of time is told roughly, and never below nothing', (t) => {
  t.deepEqual([-5000, 0, 59_400, 5 * 60_000, 2 * 3_600_000, 72 * 3_600_000].map(lengthText), ['0 s', '0 s', '59 s', '5 min', '2 h', '3 days']);
});
