import test from 'ava';
import { parse } from 'csv-parse/sync';
import { cellWidth, toCsvLine, toTsvLine, unguardCell } from '../../../source/platform/text/terminal-text.ts';
import { toJsonText, toTableLines } from '../../../source/cli/run/output.ts';

function secondCell(text: string, delimiter: string): string {
  return parse(text, { delimiter, relax_quotes: true })[1]?.[0] ?? '';
}

test('a TSV line has as many tabs as columns, whatever the cells hold', (t) => {
  const line = toTsvLine(['1', 'a\tb\nc\rd\\e\u001b[31m\u009b', 'x']);
  t.is(line, '1\ta\\tb\\nc\\rd\\\\e\\x1b[31m\\x9b\tx');
  t.is(line.split('\t').length, 3);
});

test('a TSV line reads in the order it is written in', (t) => {
  t.is(toTsvLine(['1', 'a\u202eevil\u2066', 'שלום', '👨‍👩‍👧']), '1\ta\\u202eevil\\u2066\tשלום\t👨‍👩‍👧');
});

test('no CSV cell starts a formula, and reading one back gives what was written', (t) => {
  const names = [
    '=1+1',
    '+1',
    '-x',
    '@SUM(A1)',
    '\tx',
    "'=1",
    "''-",
    "'quoted",
    'plain',
    'a,b',
    'a;b',
    'say "hi"',
    'two\nlines',
    ' spaces ',
    '',
    '-5',
  ];
  for (const name of names) {
    const line = toCsvLine([name, 'end']);
    const cell = secondCell(`h,t\n${line}`, ',');
    t.notRegex(cell, /^[=+@\t\r]|^-(?!\d+$)/, name);
    t.is(unguardCell(cell), name);
  }
});

test('no TSV cell starts a formula, and reading one back gives what was written', (t) => {
  for (const name of [
    '=HYPERLINK("https://x.example","win")',
    '+1',
    '-x',
    '@SUM(A1)',
    "'=1",
    'plain',
    "'quoted",
    '-5',
  ]) {
    const cell = secondCell(`h\tt\n${toTsvLine([name, 'end'])}`, '\t');
    t.notRegex(cell, /^[=+@]|^-(?!\d+$)/, name);
    t.is(unguardCell(cell), name);
  }
});

test('no control character reaches a CSV reader', (t) => {
  t.notRegex(toCsvLine(['a\u001b]0;x\u0007b\u009b']), /[\u0000-\u0008\u001b\u007f-\u009f]/);
});

test('JSON says the same without anything that acts or hides', (t) => {
  const name = 'a\u001b\u009b\u202e\u200d\ufeffé🐾';
  const text = toJsonText({ name });
  t.notRegex(text, /[\u001b\u0080-\u009f\u202e\u200d\ufeff]/);
  t.deepEqual(JSON.parse(text), { name });
});

test('a table keeps to its width, and only the flexible column gives way', (t) => {
  const lines = toTableLines(
    ['ID', 'NAME', 'STATUS'],
    [
      ['9223372036854775807', '猫'.repeat(5000), 'available'],
      ['1', 'x', 'sold'],
    ],
    1,
    80,
  );
  t.true(lines.every((line) => cellWidth(line) <= 80));
  t.true(lines[1]?.includes('9223372036854775807') && lines[1].endsWith('available'));
  const column = cellWidth(lines[1]?.split('available')[0] ?? '');
  t.is(cellWidth(lines[2]?.split('sold')[0] ?? ''), column);
});

test('a sentence in the last column stands below its row, whole, where it does not fit beside it', (t) => {
  const rows = [
    ['Q-1', 'rejected', '400 this category is not known here'],
    ['Q-2', 'queued', ''],
  ];
  t.deepEqual(toTableLines(['ID', 'STATE', 'REASON'], rows, 2, 60), [
    'ID   STATE     REASON',
    'Q-1  rejected  400 this category is not known here',
    'Q-2  queued',
  ]);
  t.deepEqual(toTableLines(['ID', 'STATE', 'REASON'], rows, 2, 30), [
    'ID   STATE     REASON',
    'Q-1  rejected',
    '     400 this category is not',
    '     known here',
    'Q-2  queued',
  ]);
});
