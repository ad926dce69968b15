import test from 'ava';
import { type CategoryLabels, createCategoryReader, findLabelMistake } from '../../source/domain/category-labels.ts';
import type { Int64 } from '../../source/domain/int64.ts';

const labels = { 2: 'Cats', 3: 'Great Danes', 7: 'Žirafy', 8: 'cats' } as unknown as CategoryLabels;

test('a category is read by its number, its name, or as it is shown, whatever its accents and capitals', (t) => {
  const read = createCategoryReader(labels);
  for (const typed of ['3', ' 03 ', 'Great Danes', 'great  danes', ' GREAT DANES ', 'Great Danes (3)']) {
    t.deepEqual(read(typed), ['3'] as never, typed);
  }

  t.deepEqual(read('zirafy'), ['7'] as never);
  t.deepEqual(read('Cats (2)'), ['2'] as never);
  t.deepEqual(read('-5'), ['-5'] as never);
});

test('a part of a name is no name, and a name that two categories have means both', (t) => {
  const read = createCategoryReader(labels);
  for (const typed of ['', 'great', 'Great Danes (4)', '9223372036854775808', '3.0', '__proto__', 'constructor']) {
    t.deepEqual(read(typed), [], typed);
  }

  t.deepEqual(read('cats'), ['2', '8'] as never);
});

test('what could be mistaken, or not be typed, is refused as the name of a category', (t) => {
  const refusals: readonly (readonly [label: string, words: RegExp])[] = [
    ['', /is empty/],
    [' \u00a0\t', /is empty/],
    ['\u200b\u200d', /is empty/],
    ['3', /needs a letter; "3" has none/],
    ['-12', /needs a letter/],
    ['٣', /needs a letter/],
    ['1.5', /needs a letter/],
    ['!!!', /needs a letter/],
    ['Dogs\nCats', /control character/],
    ['\u001b[31mDogs', /control character/],
    ['a\u2028b', /control character/],
    ['\u202eDogs', /direction of writing/],
    ['Dogs\u2067', /direction of writing/],
    ['a\ud800', /not UTF-8/],
    ['x'.repeat(5000), /longer than 60 characters/],
    ['Dogs (3)', /number in brackets/],
    ['the "big" ones', /quotation mark/],
    ['žirafy', /Category 7 is called Žirafy already/],
    ['ZIRAFY', /Category 7 is called Žirafy already/],
  ];
  for (const [label, words] of refusals) {
    t.regex(findLabelMistake('5' as Int64, label, labels) ?? '', words, JSON.stringify(label));
  }
});

test('any other name is taken, in any script, and one can be written otherwise', (t) => {
  for (const label of [
    'Dogs',
    'חתולים',
    '👨‍👩‍👧‍👦 family',
    '2nd hand',
    'x'.repeat(60),
    '<script>',
    '$(rm -rf .)',
    '__proto__',
  ]) {
    t.is(findLabelMistake('5' as Int64, label, labels), undefined, label);
  }

  t.is(findLabelMistake('7' as Int64, 'zirafy', labels), undefined);
});
