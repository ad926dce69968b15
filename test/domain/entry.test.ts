import test from 'ava';
import { placeOfEntry } from '../../source/domain/entry.js';

const oldest = [1, 2, 5, 9, 10, 11, 200].map((number) => ({ number, localId: `Q-${number}` }));

test('an entry is found by its number', (t) => {
  for (const [place, { localId }] of oldest.entries()) {
    t.is(placeOfEntry(oldest, localId), place);
  }
});

test('what is not there is not found, nor is anything but a local id', (t) => {
  for (const key of ['Q-0', 'Q-3', 'Q-201', 'Q-', 'Q-x', '5', 'Q-05', '']) {
    t.is(placeOfEntry(oldest, key), -1, key);
  }

  t.is(placeOfEntry([], 'Q-1'), -1);
});
