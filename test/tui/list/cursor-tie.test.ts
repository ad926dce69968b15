import test from 'ava';
import { createCursorTie } from '../../../source/tui/models/position.js';

function rowsOf(keys: readonly string[]) {
  const looked = { up: 0 };
  const indexOf = (key: string): number => {
    looked.up += 1;
    return keys.indexOf(key);
  };
  return {
    looked,
    rows: {
      count: keys.length,
      at: (index: number) => (keys[index] === undefined ? undefined : { key: keys[index] }),
      indexOf,
    },
  };
}

test('one drawing, which asks for the cursor many times, looks it up once', (t) => {
  const tie = createCursorTie();
  const { rows, looked } = rowsOf(['a', 'b', 'c']);
  const position = { key: 'c', index: 0, top: 0 };
  const entries = [] as const;
  t.is(tie(rows, position, entries, 'all'), 2);
  const once = looked.up;
  t.is(tie(rows, position, entries, 'all'), 2);
  t.is(looked.up, once);
  t.is(tie(rowsOf(['c', 'a', 'b']).rows, position, entries, 'all'), 0, 'and in other rows anew');
});
