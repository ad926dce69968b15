import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import { areIdsAscending, placeOf } from '../../../source/domain/pet/compare-pets.ts';

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
});
