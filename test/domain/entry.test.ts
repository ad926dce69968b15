import test from 'ava';
import {
  type Entry,
  entryOfPet,
  entryStates,
  findLikelyDouble,
  isWaiting,
  matchingKey,
  needsPerson,
  placeOfEntry,
  wantedOf,
} from '../../source/domain/entry.ts';
import { compareInt64, highestInt64, type Int64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';

const oldest = [1, 2, 5, 9, 10, 11, 200].map((number) => ({ number, localId: `Q-${number}` }));
const rex: Pet = { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const queued = { localId: 'Q-1', name: 'Rex', categoryId: '3', state: 'queued' } as unknown as Entry;

test('an entry is found by its number, and nothing but a local id finds one', (t) => {
  for (const [place, { localId }] of oldest.entries()) {
    t.is(placeOfEntry(oldest, localId), place);
  }

  for (const key of ['Q-0', 'Q-3', 'Q-201', 'Q-', 'Q-x', '5', 'Q-05', '']) {
    t.is(placeOfEntry(oldest, key), -1, key);
  }

  t.is(placeOfEntry([], 'Q-1'), -1);
});

test('an animal waits until it has its id or was given up, and only a refusal or a question needs a person', (t) => {
  t.deepEqual(
    entryStates.filter((state) => !isWaiting(state)),
    ['created', 'discarded'],
  );
  t.deepEqual(entryStates.filter(needsPerson), ['rejected', 'review']);
});

test('what a person wants of an animal is the last that they typed, until it is on the store', (t) => {
  const instead = { name: 'Rexi', categoryId: '3' as Int64, body: '', key: '' };
  t.is(wantedOf(queued), queued);
  t.is(wantedOf({ ...queued, instead }), instead);
  const created: Entry = { ...queued, instead, state: 'created' };
  t.is(wantedOf(created), created);
});

test('an id of the store leads to the entry that became it, unless it is of a former store', (t) => {
  const created: Entry = { ...queued, state: 'created', petId: rex.id };
  t.is(entryOfPet([queued, created], rex.id), created);
  t.is(entryOfPet([created], '8' as Int64), undefined);
  t.is(entryOfPet([{ ...created, elsewhere: 'former-store' }], rex.id), undefined);
});

test('an animal of the same name and category is a likely double, on the store or on its way there', (t) => {
  t.is(matchingKey({ name: '  Zoe\u0308   B ', categoryId: rex.categoryId }), '3 zo\u00EB b');
  const find = (pets: readonly Pet[], entries: readonly Entry[], except?: string) =>
    findLikelyDouble({ name: ' Rex', categoryId: rex.categoryId }, { pets, entries }, except);
  t.deepEqual(find([{ ...rex, name: 'Bo' }, rex], [queued]), { pet: rex });
  t.deepEqual(find([{ ...rex, name: 'REX' }], []), { pet: { ...rex, name: 'REX' } });
  t.deepEqual(find([{ ...rex, categoryId: '4' as Int64 }], [queued]), { entry: queued });
  t.is(find([], [queued], 'Q-1'), undefined, 'the animal itself');
  t.is(find([], [{ ...queued, state: 'created' }]), undefined);
  t.is(find([], [{ ...queued, name: 'Bo' }]), undefined);
});

test('ids are compared by value, however long they are', (t) => {
  const ids = (...texts: readonly string[]): readonly Int64[] => texts as unknown as readonly Int64[];
  const sorted = ids('-20', '-3', '0', '9', '10', '9223372036854775807');
  t.deepEqual(sorted.toReversed().sort(compareInt64), [...sorted]);
  t.is(highestInt64(ids('9', '10', '2')), '10' as Int64);
  t.is(highestInt64([]), undefined);
});
