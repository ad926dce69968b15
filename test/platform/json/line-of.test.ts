import test from 'ava';
import { lineOf } from '../../../source/app/preferences/preferences.js';

const text = `{
  "keys": {
    "hold": ["x", "{"],
    "do\\u0077n": "keys",
    "down ": { "hold": 1 }
  },
  "other": [ { "keys": { "hold": 2 } } ], "views":
    { "a \\"b\\": c": {},

      "last": 1 } }`;

test('the line of a name is found by where it stands, not by what it looks like', (t) => {
  t.deepEqual(
    [
      ['keys'],
      ['keys', 'hold'],
      ['keys', 'down'],
      ['keys', 'down ', 'hold'],
      ['views', 'a "b": c'],
      ['views', 'last'],
      ['hold'],
      ['keys', 'last'],
    ].map((path) => lineOf(text, path)),
    [2, 3, 4, 5, 8, 10, undefined, undefined],
  );
});
