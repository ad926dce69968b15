import test from 'ava';
import type { Int64 } from '../../source/domain/int64.js';
import type { CategoryLabels } from '../../source/domain/category-labels.js';
import { cellWidth, safeText, truncateCells } from '../../source/platform/text/terminal-text.js';
import { animalColumns, type AnimalFacts, type AnimalLine } from '../../source/text/animal/animal-columns.js';
import { headingLine, type PlacedColumn, rowPieces } from '../../source/text/columns.js';
import { placeColumns } from '../../source/text/place-columns.js';
import { glyphsOf } from '../../source/text/glyphs.js';
import { createRandom } from '../helpers/fault-service/seeded-random.js';
import { howMany } from '../helpers/tier.js';

const facts = { labels: {}, longestId: 7, glyphs: undefined, isNarrow: false, now: 0 };
const pet = { name: 'Bartholomew the Third of Winterbourne', categoryId: '3' as Int64, status: 'available' } as const;

test('in every window the columns fill exactly its width, and their titles stand above them', (t) => {
  for (let width = 30; width <= 200; width += 1) {
    const list = placeColumns(animalColumns, width, facts);
    t.is(
      3 + cellWidth(rowLine(list, { id: '1234567', pet, state: 'queued 20 Nov 09:12' }, facts)),
      width,
      `list at ${width}`,
    );
    t.is(3 + cellWidth(headingLine(list)), width);
  }
});

test('an id as long as ids get is shown whole in a narrow window', (t) => {
  const id = '-9223372036854775808';
  const wide = { ...facts, longestId: id.length };
  t.true(rowLine(placeColumns(animalColumns, 40, wide), { id, pet, state: '' }, wide).startsWith(id));
});

const random = createRandom(11);
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
const names = [
  'Rex',
  'Mr. Whiskers',
  'Shadow the Magnificent',
  'Fluffy the Third of Little Whinging',
  'é'.repeat(300),
  '👨‍👩‍👧‍👦'.repeat(30),
  'שלום עולם '.repeat(20),
  'ポチ'.repeat(40),
  'a',
];
const labels = { '3': 'Dogs', '4': 'Rodents and other small mammals', '5': 'Fish' } as CategoryLabels;
/** A row as one text. */
function rowLine<Row, Facts>(...row: Parameters<typeof rowPieces<Row, Facts>>): string {
  return rowPieces(...row)
    .map(({ text }) => text)
    .join('');
}

const glyphs = glyphsOf('unicode', true, false);

/**
 * Cells that neither a column's title nor any text in sight needs. One is none: a character of two cells cannot have
 * half of it.
 */
function spareCells<Row, Facts>(
  placed: readonly PlacedColumn<Row, Facts>[],
  rows: readonly Row[],
  facts: Facts,
): number {
  return placed.reduce((sum, { column, width }) => {
    const spare =
      width -
      Math.max(
        cellWidth(column.title) + 2,
        ...rows.map((row) => cellWidth(truncateCells(column.cell(row, facts), width))),
      );
    return sum + (spare > 1 && column.isSteady !== true ? spare : 0);
  }, 0);
}

function isCut<Row, Facts>(placed: readonly PlacedColumn<Row, Facts>[], rows: readonly Row[], facts: Facts): boolean {
  return placed.some(({ column, width }) =>
    rows.some((row) => truncateCells(column.cell(row, facts), width) !== safeText(column.cell(row, facts))),
  );
}

for (const isFitted of [true, false]) {
  test(`nothing in sight is cut while a column has cells to spare, from 30 to 220 columns (${isFitted ? 'beside a pane' : 'alone'})`, (t) => {
    for (let width = 30; width <= 220; width += howMany(3, 1)) {
      // The rows go by, as if somebody scrolled, and the columns stay where they can.
      let list: readonly PlacedColumn<AnimalLine, AnimalFacts>[] | undefined;
      const lines = Array.from({ length: 20 }, (_, index): AnimalLine => ({
        id: String(1000 + index),
        pet: { name: pick(names), categoryId: pick(['3', '4', '5']) as Int64, status: pick(['available', 'sold']) },
        state: index < 4 ? pick(['held', 'rejected', 'queued 20 Nov 09:12']) : '',
      }));
      const animalFacts: AnimalFacts = { labels, longestId: 4, glyphs, isNarrow: width < 60, now: 0 };
      for (let top = 0; top + 8 <= lines.length; top += 4) {
        const rows = lines.slice(top, top + 8);
        const inList = (list = placeColumns(animalColumns, width, animalFacts, {
          rows,
          isFitted,
          before: list,
          signed: 'NAME',
        }));
        t.is(3 + cellWidth(headingLine(inList)), width);
        t.true(
          !isCut(inList, rows, animalFacts) || spareCells(inList, rows, animalFacts) === 0,
          `list at ${width}, row ${top}:\n${headingLine(inList)}\n${rows.map((row) => rowLine(inList, row, animalFacts)).join('\n')}`,
        );
      }
    }
  });
}

test('columns stay where they are while rows go by that they show whole, and move for one that they would cut', (t) => {
  const facts: AnimalFacts = { labels: {}, longestId: 4, glyphs, isNarrow: false, now: 0 };
  const line = (name: string): AnimalLine => ({ id: '1', pet: { name, categoryId: '3' as Int64 }, state: '' });
  const first = placeColumns(animalColumns, 80, facts, { rows: [line('Shadow the Great')], isFitted: true });
  const shorter = placeColumns(animalColumns, 80, facts, { rows: [line('Rex')], isFitted: true, before: first });
  t.is(shorter, first);
  const longer = placeColumns(animalColumns, 80, facts, {
    rows: [line('Fluffy the Third of Little Whinging')],
    isFitted: true,
    before: shorter,
  });
  t.true(rowLine(longer, line('Fluffy the Third of Little Whinging'), facts).includes('Whinging '));
});
