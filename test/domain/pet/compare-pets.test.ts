import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { findDifferences, isSamePet } from '../../../source/domain/pet/compare-pets.ts';

const rex: NewPet = { name: 'Rex', categoryId: '3' as Int64, status: 'sold' };
const unset: NewPet = { name: 'Rex', categoryId: '3' as Int64 };

test('animals are the same when every field is, and each field counts', (t) => {
  t.true(isSamePet(rex, { ...rex }));
  t.true(isSamePet(unset, { ...unset }));
  for (const other of [
    { ...rex, name: 'rex' },
    { ...rex, categoryId: '4' as Int64 },
    { ...rex, status: 'pending' as const },
    unset,
  ]) {
    t.false(isSamePet(rex, other), JSON.stringify(other));
  }
});

test('what else an entry holds does not make it another animal', (t) => {
  const entry = { ...rex, localId: 'Q-1' };
  t.true(isSamePet(entry, rex));
});

test('differences are named as people call the fields, in their order', (t) => {
  t.deepEqual(findDifferences(rex, rex), []);
  t.deepEqual(findDifferences(rex, { name: 'R', categoryId: '4' as Int64, status: 'pending' }), [
    'name',
    'category',
    'status',
  ]);
  t.deepEqual(findDifferences(rex, { ...rex, categoryId: '4' as Int64 }), ['category']);
});

test('a status that the service gave to an animal without one is its default, one that it lost is a difference', (t) => {
  t.deepEqual(findDifferences(unset, rex), ['default status']);
  t.deepEqual(findDifferences(rex, unset), ['status']);
});
