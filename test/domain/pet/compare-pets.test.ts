import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { NewPet, Pet } from '../../../source/domain/pet.ts';
import {
  areIdsAscending,
  areIdsDescending,
  findClashes,
  findDifferences,
  mergeEdit,
  placeOf,
} from '../../../source/domain/pet/compare-pets.ts';

const rex: NewPet = { name: 'Rex', categoryId: '3' as Int64, status: 'sold' };
const unset: NewPet = { name: 'Rex', categoryId: '3' as Int64 };

test('a status that the service gave to an animal without one is its default, one that it lost is a difference', (t) => {
  t.deepEqual(findDifferences(unset, rex), ['default status']);
  t.deepEqual(findDifferences(rex, unset), ['status']);
});

const pets = ['-5', '2', '10', '9223372036854775807'].map((id): Pet => ({
  id: id as Int64,
  name: 'Rex',
  categoryId: '3' as Int64,
}));

test('an id is found where it is, and one that is not there where it belongs', (t) => {
  for (const [id, place] of [
    ['-6', 0],
    ['-5', 0],
    ['0', 1],
    ['2', 1],
    ['9', 2],
    ['10', 2],
    ['11', 3],
    ['9223372036854775807', 3],
  ] as const) {
    t.is(placeOf(pets, id as Int64), place, id);
  }

  t.is(placeOf(pets.slice(0, 3), '11' as Int64), 3, 'after all of them');
  t.is(placeOf([], '1' as Int64), 0);
});

test('ids are ascending where each is greater than the one before, by number and not by text', (t) => {
  const withIds = (...ids: readonly string[]): readonly Pet[] =>
    ids.map((id) => ({ id: id as Int64, name: 'Rex', categoryId: '1' as Int64 }));
  t.true(areIdsAscending([]));
  t.true(areIdsAscending(withIds('7')));
  t.true(areIdsAscending(withIds('-3', '9', '10', '9223372036854775807')));
  t.false(areIdsAscending(withIds('9', '9')));
  t.false(areIdsAscending(withIds('1', '10', '9')));
  t.false(areIdsAscending(withIds('2', '1', '3')));
  t.true(areIdsDescending(withIds('10', '9', '-3')));
  t.false(areIdsDescending(withIds('9', '9')));
  t.false(areIdsDescending(withIds('10', '3', '9')));
});

const from: NewPet = { name: 'Rex', categoryId: '3' as Int64, status: 'available' };

test('an edit changes the fields that it is about, and leaves what others changed meanwhile', (t) => {
  const edit = { from, pet: { ...from, name: 'Rexona' } };
  const { status: _, ...present } = { ...from, categoryId: '4' as Int64 };
  t.deepEqual(findClashes(edit, present), []);
  t.deepEqual(mergeEdit(edit, present), { name: 'Rexona', categoryId: '4' });
});

test('a field that both took away, or gave the same value, is no clash; one with two new values is', (t) => {
  const { status: _, ...without } = from;
  t.deepEqual(findClashes({ from, pet: without }, without), []);
  t.deepEqual(findClashes({ from, pet: { ...from, name: 'Max' } }, { ...from, name: 'Max' }), []);
  t.deepEqual(findClashes({ from, pet: { ...without, name: 'Max' } }, { ...from, name: 'Tom', status: 'sold' }), [
    'name',
    'status',
  ]);
});

test('an edit that saw nothing means every field', (t) => {
  const pet: NewPet = { name: 'Max', categoryId: '9' as Int64 };
  t.deepEqual(findClashes({ pet }, from), []);
  t.deepEqual(mergeEdit({ pet }, from), pet);
});
