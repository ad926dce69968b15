import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { SavedCopy } from '../../../source/local/saved-pets.ts';
import type { Reading } from '../../../source/sync/list/read-list.ts';
import {
  emptyCopy,
  isSameButDates,
  petFetchedAt,
  savedView,
  withList,
  withNews,
  withPet,
  withShown,
} from '../../../source/sync/list/saved-lists.ts';

const at = '2026-01-01T00:00:00.000Z';
const pet = (id: number, more: Partial<Pet> = {}): Pet => ({
  id: String(id) as Int64,
  name: `Pet ${id}`,
  categoryId: '1' as Int64,
  status: 'available',
  ...more,
});
const pets = [pet(1), pet(2), pet(3)];
const reading = (read: readonly Pet[], more: Partial<Reading> = {}): Reading => ({
  type: 'list',
  pets: read,
  complete: true,
  ageMs: 0,
  etag: '"e"',
  pages: 1,
  ...more,
});
const whole = (copy: SavedCopy, read: readonly Pet[], before = copy): SavedCopy =>
  withList(copy, 'all', reading(read), { at, before });
const held = whole(emptyCopy, pets);

test('a whole list takes away what it lacks, but not what was learnt while it was read', (t) => {
  const later = withPet(held, pet(9), at);
  t.deepEqual(whole(later, [pet(3), pet(1)], held).pets, [pet(1), pet(3), pet(9)]);
  t.is(whole(held, pets.toReversed()).pets, held.pets, 'the same ones are the same array');
});

test('the list of a status takes nothing away', (t) => {
  const sold = withList(held, 'sold', reading([pet(2, { status: 'sold' })]), { at, before: held });
  t.deepEqual(sold.pets, [pet(1), pet(2, { status: 'sold' }), pet(3)]);
});

test('of what was looked up alone the list has the last word, once it shows it or it is gone', (t) => {
  const looked = [9, 8, 2].reduce((copy, id) => withPet(copy, pet(id, { name: 'New' }), at), held);
  t.is(looked.lookedUp.length, 3);
  const listed = whole(looked, [pet(1), pet(2)], withPet(held, pet(8, { name: 'New' }), at));
  t.deepEqual(
    listed.lookedUp.map(({ id }) => id),
    ['9' as Int64],
  );
});

test('a later date is not worth writing all the rows again, and everything else is', (t) => {
  const later = withList(held, 'all', reading(pets), { at: '2026-01-01T00:01:00.000Z', before: held });
  t.true(isSameButDates(withNews({ ...later, readMs: 9 }, [], '/v1/pets?since=y', at), held));
  for (const other of [
    whole(held, [pet(1), pet(2)]),
    withNews(held, [pet(4)], '/v1/pets?since=x', at),
    { ...held, lists: { all: { ...held.lists.all!, complete: false } } },
    { ...held, resets: 1 },
    { ...held, pageTrouble: { code: 'page_failed', message: 'Page 2 answers 404.' } },
    withPet(held, pet(9), at),
  ]) {
    t.false(isSameButDates(other, held));
  }
});

test('a pet read by itself takes its place, and a new one ends what the validator of the list says', (t) => {
  const changed = withPet(held, pet(2, { name: 'Other' }), at);
  t.deepEqual(changed.pets, [pet(1), pet(2, { name: 'Other' }), pet(3)]);
  t.is(changed.lists.all?.etag, '"e"');
  t.is(withPet(held, pet(9), at).lists.all?.etag, undefined);
  t.is(withPet(held, pet(2), at), held);
});

test('a part of a list is as old as its oldest page, until one reading shows all of it again', (t) => {
  const [second, third] = ['2026-01-01T00:02:00.000Z', '2026-01-01T00:03:00.000Z'];
  const alone = withPet(emptyCopy, pet(9), at);
  t.is(savedView(alone).lists.all.fetchedAt, undefined, 'one that was looked up is no list');
  const broken = withShown(alone, pets, at);
  const shorter = withShown(broken, [pet(1)], second);
  for (const [copy, date] of [
    [broken, at],
    [shorter, at],
    [withShown(shorter, pets, third), third],
  ] as const) {
    t.is(savedView(copy).lists.all.fetchedAt, date);
    t.is(savedView(copy).lists.sold.fetchedAt, date);
    t.is(petFetchedAt(copy, pet(3)), date);
  }
});
