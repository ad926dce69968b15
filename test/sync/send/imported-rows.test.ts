import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { compareRows, digestRows } from '../../../source/sync/send/imported-rows.ts';

/** `Rex 3 sold` */
const toPet = (text: string): NewPet => {
  const [name = '', categoryId = '', status] = text.split(' ');
  return { name, categoryId: categoryId as Int64, ...(status === undefined ? {} : { status: status as 'sold' }) };
};
const rowsOf = (texts: readonly string[]): readonly string[] => digestRows(texts.map(toPet));
const monday = '2026-11-23T09:00:00.000Z';
const compare = (rows: readonly string[], ...earlier: (readonly string[])[]) =>
  compareRows(
    rowsOf(rows),
    earlier.map((each) => ({ at: monday, rows: rowsOf(each) })),
  );

const herd = ['Rex 3', 'Luna 2 sold', 'Coco 7', 'Milo 2', 'Bella 1 available'];

test('rows of before are known wherever they stand, and the others are new', (t) => {
  t.deepEqual(compare(herd, herd), { known: [0, 1, 2, 3, 4], corrections: [], at: monday });
  t.deepEqual(compare(['New 1', ...herd.toReversed(), 'Newer 1'], herd).known, [1, 2, 3, 4, 5]);
  t.deepEqual(compare(['New 1', 'Newer 1'], herd), { known: [], corrections: [], at: undefined });
  t.deepEqual(compare(['Rex 4', 'Rex 3 sold', 'Rex 3'], ['Rex 3']).known, [2], 'each cell counts');
});

test('it counts how often a row was imported: a fourth of three is new', (t) => {
  const puppies = Array.from({ length: 4 }, () => 'Puppy 3');
  t.deepEqual(compare(puppies, puppies.slice(1)).known, [0, 1, 2]);
  t.deepEqual(compare(puppies, ['Puppy 3', 'Rex 3'], ['Puppy 3']).known, [0, 1]);
});

test('a row with one changed cell is a correction, at its place and after others were put in above it', (t) => {
  const corrected = herd.with(1, 'Luna 2 available');
  t.deepEqual(compare(corrected, herd).corrections, [{ row: 1, field: 'status' }]);
  t.deepEqual(compare(['New 1', 'Newer 1', ...corrected], herd).corrections, [{ row: 3, field: 'status' }]);
  t.deepEqual(compare(herd.with(0, 'Rexy 3'), herd).corrections, [{ row: 0, field: 'name' }]);
  t.deepEqual(compare(herd.with(4, 'Bella 2 available'), herd).corrections, [{ row: 4, field: 'categoryId' }]);
  t.deepEqual(
    compare(corrected.slice(1), herd).corrections,
    [{ row: 0, field: 'status' }],
    'one was taken out above it',
  );
  t.deepEqual(compare(herd.with(1, 'Lana 2 available'), herd).corrections, [], 'two cells: another animal');
});

test('a file that is read with a column more is the same file: each row is corrected in its status', (t) => {
  const bare = ['Uno 2', 'Due 3', 'Uno 2'];
  const fields = (rows: readonly string[]) =>
    compare(rows, bare).corrections.map(({ row, field }) => `${row} ${field}`);
  const all = ['0 status', '1 status', '2 status'];
  t.deepEqual(fields(['Uno 2 sold', 'Due 3 pending', 'Uno 2 sold']), all);
  t.deepEqual(fields(['Due 3 sold', 'Uno 2 sold', 'Uno 2 available', 'New 1 sold']), all);
  t.is(compare(['Uno 2 sold', 'Due 3 pending', 'Uno 2 sold'], bare).at, monday);
});

test('rows that were put in or added at the end are new, and no correction', (t) => {
  t.deepEqual(compare([...herd, 'Bello 1 available'], herd).corrections, []);
  t.deepEqual(compare(herd.toSpliced(2, 0, 'Cocoa 7'), herd).corrections, []);
});

test("another day's file is no correction, though it shares a row and all its animals are dogs", (t) => {
  const [today, before] = ['Max Rex Bo Ida Zed', 'Rex Tom Ann Leo Kim'].map((names) =>
    names.split(' ').map((name) => `${name} 3`),
  );
  t.deepEqual(compare(today!, before!), { known: [1], corrections: [], at: monday });
});
