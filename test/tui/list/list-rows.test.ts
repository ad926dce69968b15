import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Entry } from '../../../source/domain/entry.ts';
import { sortFields, sortPets } from '../../../source/domain/order-pets.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { RecordOf } from '../../../source/domain/record.ts';
import { foldEntry } from '../../../source/local/queue/fold-entry.ts';
import { createCursorTie, locateRow, moveTo, scrollTo } from '../../../source/tui/models/position.ts';
import { findPet, createListModel, type ListQuery, type Rows } from '../../../source/tui/models/list-rows.ts';
import { entered } from '../../helpers/fake-engine.ts';
import { labels, makePets } from '../fixture/scene.ts';

const pets = makePets(24);
const entry = (localId: string, name: string): Entry =>
  foldEntry(
    entered(localId, { name, categoryId: '3' as Int64 }, '2026-03-14T09:00:00Z') satisfies RecordOf<'entered'>,
    [],
  );
const query: ListQuery = {
  pets,
  entries: [entry('Q-1', 'Shadow'), entry('Q-2', 'Coco')],
  tab: 'all',
  sort: 'id',
  reverse: false,
  filter: '',
  labels,
  seen: () => new Map(),
  now: Date.parse('2026-03-14T10:00:00Z'),
};
const keysOf = (rows: Rows): string[] => Array.from({ length: rows.count }, (_, index) => rows.at(index)?.key ?? '?');

test('queued animals stand in the order of the list within their section', (t) => {
  const model = createListModel();
  const entries = [entry('Q-1', 'Shadow'), entry('Q-2', 'Coco'), entry('Q-3', 'Luna')];
  const first = (change: Partial<ListQuery>): string[] =>
    keysOf(model.rows({ ...query, entries, isSectioned: true, ...change })).slice(0, 3);
  t.deepEqual(first({ sort: 'name' }), ['Q-2', 'Q-3', 'Q-1']);
  t.deepEqual(first({ sort: 'name', reverse: true }), ['Q-1', 'Q-3', 'Q-2']);
  t.deepEqual(first({ sort: 'id', reverse: true }), ['Q-1', 'Q-2', 'Q-3']);
  t.is(model.rows({ ...query, entries, sort: 'name' }).indexOf('Q-3'), 1);
});

test('a filter typed letter by letter, or changed, finds what it finds at once', (t) => {
  const model = createListModel();
  for (const filter of ['c', 'co', 'coc', 'coco', 'co', 'cat', 'cats 2', 'x', '']) {
    t.deepEqual(keysOf(model.rows({ ...query, filter })), keysOf(createListModel().rows({ ...query, filter })));
  }
});

test('every row is found where it is', (t) => {
  for (const change of [
    {},
    { reverse: true },
    { sort: 'name' as const },
    { tab: 'sold' as const },
    { filter: 'luna' },
  ]) {
    const rows = createListModel().rows({ ...query, ...change });
    t.deepEqual(
      keysOf(rows).map((key) => rows.indexOf(key)),
      Array.from({ length: rows.count }, (_, index) => index),
    );
  }

  t.is(
    createListModel()
      .rows({ ...query, tab: 'sold' })
      .indexOf('1'),
    -1,
  );
});

test('a pet is found by its id, also beyond 2^53', (t) => {
  const large = [
    ...pets,
    { ...pets[0]!, id: '9007199254740993' as Int64 },
    { ...pets[0]!, id: '9223372036854775807' as Int64 },
  ];
  t.is(findPet(large, '9007199254740993'), 24);
  t.is(findPet(large, '9223372036854775807'), 25);
  t.is(findPet(large, '9007199254740992'), -1);
  t.is(findPet(large, 'Q-1'), -1);
});

test('the cursor stays with its animal, follows it into its pet, and else stays where it was', (t) => {
  const rows = createListModel().rows(query);
  t.is(locateRow(rows, { key: '20', index: 0, top: 0 }), 6);
  t.is(locateRow(rows, { key: 'Q-9', index: 3, top: 0 }, [{ ...entry('Q-9', 'Max'), petId: '20' as Int64 }]), 6);
  t.is(locateRow(rows, { key: 'gone', index: 99, top: 0 }), 25);
  t.deepEqual(moveTo(rows, { key: 'Q-2', index: 0, top: 0 }, 12, 10), {
    key: '14',
    index: 12,
    top: 6,
  });
});

test('a cursor whose animal the filter leaves out stays with the one that it shows instead, until somebody types', (t) => {
  const model = createListModel();
  const rowsWith = (filter: string, more: readonly Pet[] = []) =>
    model.rows({ ...query, filter, pets: [...pets, ...more] });
  const tie = createCursorTie();
  const position = { key: '24', index: 0, top: 0 };
  const first = rowsWith('rex');
  t.is(tie(first, position, [], 'rex'), 0);
  const { key } = first.at(0)!;
  t.not(key, '24');
  const later = rowsWith('rex', [{ ...pets[0]!, id: '30' as Int64, name: 'Rex again' }]);
  t.is(later.at(0)?.key, '30');
  t.is(later.at(tie(later, position, [], 'rex'))?.key, key);
  t.is(tie(rowsWith('rex a', [{ ...pets[0]!, id: '30' as Int64, name: 'Rex again' }]), position, [], 'rex a'), 0);
  t.is(rowsWith('').at(tie(rowsWith(''), position, [], ''))?.key, '24', 'its own again as soon as that is there');
});

test('a list goes on row by row with three rows of context, and stays within its ends', (t) => {
  t.is(scrollTo(15, 17, 10, 100), 14);
  t.is(scrollTo(15, 18, 10, 100), 15);
  t.is(scrollTo(5, 11, 10, 100), 5);
  t.is(scrollTo(5, 12, 10, 100), 6);
  t.is(scrollTo(0, 2, 10, 100), 0);
  t.is(scrollTo(95, 99, 10, 100), 90);
  t.is(scrollTo(3, 2, 10, 5), 0);
  t.is(scrollTo(0, 99, 10, 100), 90);
  t.is(scrollTo(7, 7, 1, 100), 7);
  t.is(scrollTo(7, 8, 2, 100), 7);
  t.is(scrollTo(7, 9, 2, 100), 8);
});

test('the shell sorts as the app does', (t) => {
  for (const sort of sortFields) {
    for (const reverse of [false, true]) {
      const shown = keysOf(createListModel().rows({ ...query, entries: [], sort, reverse }));
      t.deepEqual(
        sortPets(pets, sort, reverse).map(({ id }) => id as string),
        shown,
        `${sort} ${String(reverse)}`,
      );
    }
  }
});
