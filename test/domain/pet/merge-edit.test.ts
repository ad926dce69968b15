import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { findClashes, mergeEdit } from '../../../source/domain/pet/compare-pets.ts';

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
