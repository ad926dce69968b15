import test from 'ava';
import type { CategoryLabels } from '../../../source/domain/category-labels.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { cellWidth } from '../../../source/platform/text/terminal-text.ts';
import { glyphsOf } from '../../../source/text/glyphs.ts';
import {
  type AnimalLine,
  headingLine,
  type Longest,
  placeColumns,
  rowPieces,
} from '../../../source/tui/list/list-columns.ts';

const labels = { '3': 'Dogs', '4': 'Rodents and other small mammals' } as CategoryLabels;
const facts = { labels, glyphs: glyphsOf('unicode', true, true), now: 0 };
const usual: Longest = { id: 4, name: 22, category: 8 };
const pet = (name: string, categoryId = '3'): NewPet => ({
  name,
  categoryId: categoryId as Int64,
  status: 'available',
});

type Wish = Parameters<typeof placeColumns>[2];

/** The titles and a row, as a list of so many cells shows them. */
function draw(table: number, { longest = usual, ...line }: Partial<AnimalLine> & { longest?: Longest }, wish?: Wish) {
  const placed = placeColumns(table, longest, wish);
  const pieces = rowPieces(placed, { id: '12', pet: pet('Rex'), state: '', ...line }, facts);
  return { heading: headingLine(placed, 'ID', '▼'), row: pieces.map(({ text }) => text).join('') };
}

test('a row is as wide as its list, whatever is in it', (t) => {
  const long = pet('👨‍👩‍👧‍👦ポチ שלום'.repeat(30), '-9223372036854775808');
  for (let table = 30; table <= 200; table += 7) {
    for (const longest of [usual, { id: 20, name: 900, category: 31 }]) {
      for (const state of ['', 'new', 'held', 'queued 09:12', 'sends in 4 s']) {
        const { row } = draw(table, { longest, pet: long, state, id: '-9223372036854775808' }, { hasSeen: true });
        t.is(3 + cellWidth(row), table, `at ${table}: ${row}`);
      }
    }
  }
});

test('NAME is as wide as the longest one of the list, up to 32 cells, and what is free stays behind the last column', (t) => {
  t.is(draw(90, {}).heading.trimEnd(), '     ID ▼  NAME                    CATEGORY    STATUS');
  t.is(draw(90, {}).row.trimEnd(), '    12  Rex                     ▍Dogs       ● available');
  const longest = { ...usual, name: 300 };
  t.is(draw(120, { longest }).heading.indexOf('CATEGORY'), 3 + 6 + 2 + 32 + 2);
});

test('the name of an animal is strong, and faint once it is sold, as its status says so too', (t) => {
  const placed = placeColumns(90, usual);
  for (const [status, tone] of [
    ['available', 'strong'],
    ['sold', 'quiet'],
  ] as const) {
    const pieces = rowPieces(placed, { id: '12', pet: { ...pet('Rex'), status }, state: '' }, facts);
    t.is(pieces.find(({ text }) => text.startsWith('Rex'))?.tone, tone);
  }
});

test('in a narrow window the sign tells the status, and the category has its word', (t) => {
  t.is(draw(40, {}).heading.trimEnd(), '     ID ▼ NAME               CATEGORY');
  t.is(draw(40, { pet: pet('Rex', '4') }).row, '    12 Rex                ▍Rodents… ●');
});

test('without room first SEEN goes, then CATEGORY, and an id is never cut', (t) => {
  const longest = { ...usual, id: 20 };
  const titles = (table: number): readonly string[] =>
    draw(table, { longest }, { hasSeen: true })
      .heading.split(/ {2,}/u)
      .map((title) => title.trim())
      .filter(Boolean);
  t.deepEqual(titles(100), ['ID ▼', 'NAME', 'CATEGORY', 'STATUS', 'SEEN']);
  t.deepEqual(titles(66), ['ID ▼', 'NAME', 'CATEGORY', 'STATUS']);
  t.deepEqual(titles(59), ['ID ▼', 'NAME', 'STATUS']);
  t.true(draw(40, { longest, id: '-9223372036854775808' }).row.startsWith('-9223372036854775808 Rex'));
});

test('a state stands beside its name: without its time where that would cut the name', (t) => {
  const name = 'Shadow the Magnificent';
  const state = 'queued 09:12';
  t.regex(draw(90, { state }).row, /Rex {2,}queued 09:12 {2}▍Dogs/u);
  t.regex(draw(90, { pet: pet(name), state }).row, /Shadow the Ma… {2}queued {2}▍Dogs/u);
});

test('SEEN goes where it would leave no room for what a person waits for, and comes back where nothing waits', (t) => {
  for (let table = 59; table <= 120; table += 1) {
    const { heading, row } = draw(
      table,
      { longest: { ...usual, entry: 6 }, pet: pet('Mittens'), state: 'checking 0:42' },
      { hasSeen: true },
    );
    t.regex(`${row} `, /Mitte.* {2}checking 0:42 /u, `at ${table}: ${heading}`);
  }

  t.regex(draw(70, { longest: usual }, { hasSeen: true }).heading, /SEEN/u);
});

test('what a person waits for stands on the row, beside a name of 20 letters from 80 columns, and before the rest of a longer one', (t) => {
  const name = 'Maximilian of Ulm II';
  const longest = { ...usual, name: 8, entry: 20 };
  for (const state of ['checking 0:42', 'checking 12:42', 'sends in 4 s', 'sends in 30 s']) {
    t.true(draw(80, { longest, pet: pet(name), state }).row.includes(`${name}  `), state);
    for (const table of [59, 72, 80]) {
      t.regex(draw(table, { longest, pet: pet(name), state }).row, new RegExp(`Maxim.*[ …] +${state} {2}▍Dogs`, 'u'));
    }
  }

  t.regex(draw(40, { longest, pet: pet(name), state: 'sends in 4 s' }).row, /Maxim[a-z]*… {2}in 4 s/u);
});

test('in a window of 40 columns the seconds of a check take the cells of the category, and the row stays as wide', (t) => {
  const { row } = draw(40, { pet: pet('Maximilian'), state: 'checking 0:42' });
  t.is(row, '    12 Maximilian     checking 0:42 ●');
  t.is(draw(40, { pet: pet('Maximilian of Ulm'), state: 'checking 12:42' }).row.length, row.length);
});

test('seconds that would cut a name stand under SEEN, where there is room for both', (t) => {
  const longest = { ...usual, name: 9, entry: 9 };
  const line = { longest, pet: pet('Half time'), seen: { at: '1970-01-01', isOwn: true, isNew: false } };
  const draws = (state: string) => draw(73, { ...line, state }, { hasSeen: true }).row.trimEnd();
  t.regex(draws('sends in 30 s'), / Half time {2,}▍Dogs .* sends in 30 s$/u);
  t.regex(draws('checking 0:42'), / Half time {2,}▍Dogs .* checking 0:42$/u);
  t.regex(draws('held'), / Half time +held .* you$/u);
});
