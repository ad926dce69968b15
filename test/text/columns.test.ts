import test from 'ava';
import type { Int64 } from '../../source/domain/int64.js';
import { cellWidth } from '../../source/platform/text/terminal-text.js';
import { animalColumns } from '../../source/text/animal/animal-columns.js';
import { headingLine, placeColumns, rowLine } from '../../source/text/columns.js';
import { queueColumns } from '../../source/text/queue/queue-columns.js';
import { foldEntry } from '../../source/local/journal/fold-entry.js';
import { entered } from '../helpers/fake-engine.js';

const facts = { labels: {}, longestId: 7, glyphs: undefined, isNarrow: false };
const pet = { name: 'Bartholomew the Third of Winterbourne', categoryId: '3' as Int64, status: 'available' } as const;
const entry = foldEntry(entered('Q-1234', pet, '2026-11-21T10:00:00.000Z'), []);

test('in every window the columns of list and queue fill exactly its width, and their titles stand above them', (t) => {
  for (let width = 30; width <= 200; width += 1) {
    const list = placeColumns(animalColumns, width, facts);
    t.is(3 + cellWidth(rowLine(list, { id: '1234567', pet, state: 'queued 20 Nov 09:12' }, facts)), width, `list at ${width}`);
    t.is(3 + cellWidth(headingLine(list)), width);
    const queue = placeColumns(queueColumns, width, facts);
    t.is(3 + cellWidth(rowLine(queue, { entry, age: '50 min', nextTry: '09:05:00', reason: 'The name must be shorter, by far.' }, facts)), width, `queue at ${width}`);
    t.is(3 + cellWidth(headingLine(queue)), width);
  }
});

test('an id as long as ids get is shown whole in a narrow window', (t) => {
  const id = '-9223372036854775808';
  const wide = { ...facts, longestId: id.length };
  t.true(rowLine(placeColumns(animalColumns, 40, wide), { id, pet, state: '' }, wide).startsWith(id));
});

test('the queue tells more the wider the window is', (t) => {
  const titles = (width: number): readonly string[] => headingLine(placeColumns(queueColumns, width, facts)).split(/ {2,}| (?=[A-Z]{3,})/).map((title) => title.trim()).filter(Boolean);
  t.deepEqual(titles(30), ['ID', 'NAME', 'STATE']);
  t.deepEqual(titles(40), ['ID', 'NAME', 'STATE', 'AGE']);
  t.deepEqual(titles(80), ['ID', 'NAME', 'STATE', 'AGE', 'TRIES', 'NEXT', 'TRY', 'REASON']);
  t.deepEqual(titles(100), ['ID', 'NAME', 'CATEGORY', 'STATE', 'AGE', 'TRIES', 'NEXT', 'TRY', 'REASON']);
});
