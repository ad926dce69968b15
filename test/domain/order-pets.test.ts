import test from 'ava';
import { sortPets } from '../../source/domain/order-pets.ts';
import type { Pet } from '../../source/domain/pet.ts';

const pets = [
  { id: '1', name: 'zoe', categoryId: '10', status: 'sold' },
  { id: '2', name: 'Ångström', categoryId: '9' },
  { id: '3', name: 'Bo', categoryId: '10', status: 'available' },
  { id: '4', name: 'bo', categoryId: '9', status: 'pending' },
] as unknown as readonly Pet[];
const ids = (...sort: [Parameters<typeof sortPets>[1], boolean]): string =>
  sortPets(pets, ...sort)
    .map(({ id }) => id)
    .join('');

test('a list is sorted as a person reads it, highest id first where two are alike, and turned round', (t) => {
  t.is(ids('id', false), '4321');
  t.is(ids('id', true), '1234');
  t.is(ids('name', true), '1342');
  t.is(ids('name', false), '2431');
  t.is(ids('category', false), '4231');
  t.is(ids('category', true), '1324');
  t.is(ids('status', false), '3412');
});
