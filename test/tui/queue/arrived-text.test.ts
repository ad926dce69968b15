import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.js';
import { arrivedText } from '../../../source/tui/words/outcome-text.js';

const ids = (...numbers: readonly number[]): readonly Int64[] => numbers.map((number) => String(number) as Int64);

test('animals that came onto the store are told with their ids, a row of them by its ends', (t) => {
  t.is(arrivedText(ids(351, 352, 353)), '3 animals are on the store: #351 to #353.');
  t.is(arrivedText(ids(351, 353)), '2 animals are on the store: #351, #353.');
  t.is(arrivedText(ids(1, 3, 5, 7, 9, 11, 13)), '7 animals are on the store: #1, #3, #5, #7, #9 and 2 more.');
});
