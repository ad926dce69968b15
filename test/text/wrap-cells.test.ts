import test from 'ava';
import { wrapCells } from '../../source/text/wrap-cells.ts';

test('lines break between words, and within one only where it fits nowhere', (t) => {
  t.deepEqual(wrapCells('one two three', 7), ['one two', 'three']);
  t.deepEqual(wrapCells('a ポチポチポチ b', 5), ['a', 'ポチ', 'ポチ', 'ポチ', 'b']);
  t.deepEqual(wrapCells('', 5), ['']);
  t.deepEqual(wrapCells('ポチ', 1), ['ポ', 'チ'], 'at least one character a line');
});
