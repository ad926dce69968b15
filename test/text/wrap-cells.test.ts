import test from 'ava';
import { cellWidth } from '../../source/platform/text/terminal-text.js';
import { wrapCells } from '../../source/text/wrap-cells.js';

test('lines break between words, and within one only where it fits nowhere', (t) => {
  t.deepEqual(wrapCells('one two three', 7), ['one two', 'three']);
  t.deepEqual(wrapCells('a ポチポチポチ b', 5), ['a', 'ポチ', 'ポチ', 'ポチ', 'b']);
  t.deepEqual(wrapCells('', 5), ['']);
  t.deepEqual(wrapCells('ポチ', 1), ['ポ', 'チ'], 'at least one character a line');
});

test('a word of 100 000 characters breaks at once', (t) => {
  for (const letter of ['x', 'é', 'ポ', '👨‍👩‍👧']) {
    // Of processor time: how long a busy machine takes says nothing about the program.
    const started = process.cpuUsage();
    const lines = wrapCells(letter.repeat(letter.length > 1 ? 10_000 : 100_000), 60);
    t.true(lines.every((line) => cellWidth(line) <= 60));
    t.true(process.cpuUsage(started).user < 2_000_000, letter);
  }
});
