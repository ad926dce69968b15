import test from 'ava';
import { isLikeCap } from '../../../source/sync/lists/read-list.js';

test('a list may be cut off at the lengths that people choose for a page', (t) => {
  for (const rows of [5, 8, 10, 12, 16, 20, 24, 25, 32, 36, 48, 50, 64, 75, 96, 99, 101, 128, 1000]) {
    t.true(isLikeCap(rows), String(rows));
  }

  for (const rows of [0, 1, 3, 7, 11, 13, 21, 33, 49, 51, 63, 98]) {
    t.false(isLikeCap(rows), String(rows));
  }
});
