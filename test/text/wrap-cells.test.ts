import test from 'ava';
import { cellWidth } from '../../source/platform/text/terminal-text.js';
import { wrapCells } from '../../source/text/wrap-cells.js';
import { growth, mostGrowth } from '../helpers/growth.js';

test('lines break between words, and within one only where it fits nowhere', (t) => {
  t.deepEqual(wrapCells('one two three', 7), ['one two', 'three']);
  t.deepEqual(wrapCells('a ポチポチポチ b', 5), ['a', 'ポチ', 'ポチ', 'ポチ', 'b']);
  t.deepEqual(wrapCells('', 5), ['']);
  t.deepEqual(wrapCells('ポチ', 1), ['ポ', 'チ'], 'at least one character a line');
});

test('a word of 100 000 characters breaks in a time that grows with its length', (t) => {
  for (const letter of ['x', 'é', 'ポ', '👨‍👩‍👧']) {
    const wrap = (length: number) =>
      t.true(wrapCells(letter.repeat(length), 60).every((line) => cellWidth(line) <= 60));
    t.true(growth(wrap, letter.length > 1 ? 10_000 : 100_000) < mostGrowth, letter);
  }
});
