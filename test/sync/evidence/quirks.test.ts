import test from 'ava';
import { kindsOf, mayBeRewritten } from '../../../source/domain/name-kinds.js';
import type { Entry } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { ServiceQuirks } from '../../../source/local/archive.js';
import { isAltered, isKeptExactly, learnQuirks } from '../../../source/sync/evidence/quirks.js';
import { alteringQuirks, noQuirks } from '../../helpers/quirks.js';

const category = '3' as Int64;
let ids = 0;

/** An animal that the service answered with an id, stored under this name. */
function created(name: string, stored = name, more: Partial<Pet> = {}): Entry {
  ids += 1;
  const pet: Pet = { id: String(ids) as Int64, name: stored, categoryId: category, status: 'available', ...more };
  return {
    localId: `Q-${ids}`,
    number: ids,
    name,
    categoryId: category,
    state: 'created',
    pet,
    petId: pet.id,
    createdAt: '',
    attempts: 1,
    body: '',
    key: '',
    notMine: [],
    history: [],
  };
}

const learn = (entries: readonly Entry[], before: ServiceQuirks = noQuirks): ServiceQuirks =>
  learnQuirks(entries, before);
const named = (name: string) => ({ name, categoryId: category });

test('a name is of every kind that it has a character of', (t) => {
  t.deepEqual(kindsOf('Rex 2'), ['plain']);
  t.deepEqual(kindsOf("O'Malley"), ['plain', 'signs']);
  t.deepEqual(kindsOf('Zoë'), ['plain', 'accents']);
  t.deepEqual(kindsOf('Max 🐾'), ['plain', 'accents', 'emoji']);
});

for (const [sent, found] of [
  ["O'Malley", 'O&#39;Malley'],
  ['Salt & Pepper', 'Salt &amp;amp; Pepper'],
  ['Luna', '????'],
  ['Zoë', 'Zo?'],
  ['Zoë', 'ZOE'],
  ['Rex <b>', 'Rex'],
  ['Bella Rose', 'Bella'],
  ['🐾', ''],
  ['Damn Dog', '**** Dog'],
  ['Damn Dog', 'D*** Dog'],
  ['Damn', '***'],
  ['007', '7'],
  ['Rex 007', 'Rex 7'],
  ['Coco <the great> 66', 'Coco <the '],
  ['Salt & Pepper', 'Salt &am'],
  ['Coco <3', 'Coco 3'],
] as const) {
  test(`"${sent}" may be stored as "${found}"`, (t) => t.true(mayBeRewritten(sent, found)));
}

for (const [sent, found] of [
  ['Bella', 'Bello'],
  ['Bella', 'Bella Rose'],
  ['Bella', 'B'],
  ['Luna', '?x'],
  ['Damn Dog', '**** Cat'],
  ['Rex 2', 'Rex 20'],
] as const) {
  test(`"${sent}" is not stored as "${found}"`, (t) => t.false(mayBeRewritten(sent, found)));
}

test('a name with a thousand lost characters is compared at once', (t) => {
  t.true(mayBeRewritten('я'.repeat(1000), '?'.repeat(1000)));
  t.false(mayBeRewritten(`${'я'.repeat(999)}a`, `${'?'.repeat(999)}b`));
  t.true(mayBeRewritten('я'.repeat(1000), '?*'.repeat(1000)));
  t.false(mayBeRewritten(`${'я'.repeat(999)}a`, `${'?*'.repeat(999)}b`));
});

test('a plain name that was kept says nothing of one with signs, accents, or more letters', (t) => {
  const quirks = learn([created('Archibald')]);
  t.true(isKeptExactly(quirks, named('Rex')));
  for (const name of ["O'Malley", 'Zoë', '🐾', 'Archibald II']) {
    t.false(isKeptExactly(quirks, named(name)), name);
  }
});

test('only the kind that was changed is distrusted, and plain names are not once one was kept', (t) => {
  const quirks = learn([created("O'Malley", 'O&#39;Malley'), created('Archibald')]);
  t.true(isAltered(quirks, named("Ma'am")));
  t.false(isAltered(quirks, named('Rex')));
  t.false(isAltered(quirks, named('Zoë')));
});

test('a service that capitalises names changes all of them, until enough were kept', (t) => {
  const changed = created('Rex', 'REX');
  const kept = (count: number): readonly Entry[] => Array.from({ length: count }, () => created('Ada'));
  t.true(isAltered(learn([created('Ada'), changed]), named('Bo')));
  t.true(isAltered(learn([changed, ...kept(19)]), named('Bo')));
  t.false(isAltered(learn([changed, ...kept(20)]), named('Bo')));
});

test('a category that the service replaces says that no name can be recognised', (t) => {
  const quirks = learn([created('Rex', 'Rex', { categoryId: '9' as Int64 })]);
  t.true(isAltered(quirks, named("O'Malley")) && isAltered(quirks, named('Ada')));
});

test('a list that shows a name otherwise than the answer did counts, and a correction by the desk does not', (t) => {
  const entry = created("O'Malley");
  const shown = (name: string, categoryId = category) =>
    learnQuirks([entry], noQuirks, (id) => ({ id, name, categoryId, status: 'available' }));
  t.true(isAltered(shown('O&#39;Malley'), named("Ma'am")));
  t.true(isKeptExactly(shown('Rexona'), named("O'Malley")));
  t.true(isKeptExactly(shown("O'Malley", '9' as Int64), named("O'Malley")));
});

test('only animals that the service answered itself tell how it treats what it is sent', (t) => {
  const entry = created('Rex');
  t.deepEqual(learn([{ ...entry, adopted: { by: 'engine', evidence: '' } }]), noQuirks);
  t.deepEqual(learn([{ ...entry, state: 'review' }]), noQuirks);
  const { pet: _, ...without } = entry;
  t.deepEqual(learn([without], alteringQuirks), alteringQuirks);
});

test('spaces and how accents are composed are no change', (t) => {
  t.true(isKeptExactly(learn([created('  Zoë  Two ', 'Zoe\u0308 Two')]), named('Zoë')));
});

test('the status that a service gives by itself is learnt from animals that were sent without one', (t) => {
  const sentWith = { ...created('Rex'), status: 'sold' } as const;
  t.is(learn([sentWith]).defaultStatus, undefined);
  t.is(learn([created('Rex')]).defaultStatus, 'available');
  const { status: _, ...bare } = created('Rex').pet ?? { id: '1' as Int64, ...named('Rex') };
  const before: ServiceQuirks = { ...noQuirks, defaultStatus: 'pending' };
  t.is(learn([{ ...created('Rex'), pet: bare }], before).defaultStatus, 'pending');
});
