import test from 'ava';
import type { Mistake, PetField } from '../../../source/domain/pet.ts';
import { checkPet, type PetSource, serviceMistakeText } from '../../../source/domain/pet/check-pet.ts';

type Values = Partial<Record<PetField, unknown>>;

/** What is wrong, as `field mistake`; an animal that is right comes back itself. */
function check(values: Values, source: PetSource): unknown {
  const checked = checkPet(values, source);
  return 'pet' in checked ? checked.pet : checked.mistakes.map(({ field, mistake }) => `${field} ${mistake}`);
}

const rexInJson = { name: 'Rex', categoryId: 3, status: 'sold' };
const rexTyped = { name: 'Rex', categoryId: '3', status: 'sold' };
const rex = { name: 'Rex', categoryId: '3', status: 'sold' };

test('an animal is read from JSON with numbers, and from what is typed with digits', (t) => {
  for (const source of ['body', 'item'] as const) {
    t.deepEqual(check(rexInJson, source), rex, source);
    t.deepEqual(check({ ...rexInJson, categoryId: 9_223_372_036_854_775_807n }, source), {
      ...rex,
      categoryId: '9223372036854775807',
    });
    t.deepEqual(check(rexTyped, source), ['categoryId not-integer'], source);
  }

  for (const source of ['text', 'argument'] as const) {
    t.deepEqual(check(rexTyped, source), rex, source);
    t.deepEqual(
      check({ name: 'Rex', categoryId: ' 3 ', status: ' sold ' }, source),
      rex,
      'blanks around a number or a word mean nothing',
    );
    t.deepEqual(check(rexInJson, source), ['categoryId not-integer'], source);
  }
});

test('a name is kept exactly, blanks around it too', (t) => {
  for (const source of ['body', 'item', 'text', 'argument'] as const) {
    const name = '  Rex\t';
    t.like(check({ ...(source === 'body' || source === 'item' ? rexInJson : rexTyped), name }, source), { name });
  }
});

test('what else is there is left alone', (t) => {
  t.deepEqual(check({ ...rexInJson, id: 1, colour: 'red' } as Values, 'body'), rex);
});

test('a status may be left out; what else counts as left out depends on where it comes from', (t) => {
  const unset = (given: unknown, source: PetSource): boolean => {
    const values = source === 'body' || source === 'item' ? rexInJson : rexTyped;
    const checked = check({ ...values, status: given }, source);
    return !Array.isArray(checked) && !('status' in (checked as object));
  };
  const given = [undefined, null, '', '  ', 5, 'asleep'];
  const isUnset = (source: PetSource) => given.map((each) => unset(each, source));
  t.deepEqual(isUnset('body'), [true, false, false, false, false, false]);
  t.deepEqual(isUnset('item'), [true, true, true, false, false, false]);
  t.deepEqual(isUnset('text'), [true, true, true, true, true, false]);
  t.deepEqual(isUnset('argument'), [true, true, true, true, true, false]);
  t.deepEqual(check({ ...rexInJson, status: 'asleep' }, 'body'), ['status not-choice']);
  t.deepEqual(check({ ...rexInJson, status: null }, 'body'), ['status not-choice']);
});

test('everything that is wrong is told at once, in the order of the fields', (t) => {
  t.deepEqual(check({}, 'body'), ['name missing', 'categoryId not-integer']);
  t.deepEqual(check({ name: 7, categoryId: 1.5, status: 'x' }, 'item'), [
    'name not-text',
    'categoryId not-integer',
    'status not-choice',
  ]);
  t.deepEqual(check({ name: '', categoryId: '1e3', status: 'x' }, 'text'), [
    'name empty',
    'categoryId not-integer',
    'status not-choice',
  ]);
  t.deepEqual(check({ name: 'Rex', categoryId: undefined }, 'argument'), ['categoryId missing']);
});

test('a name of blanks is empty to a person, and a name to the service', (t) => {
  t.deepEqual(check({ ...rexInJson, name: ' ' }, 'body'), { ...rex, name: ' ' });
  t.deepEqual(check({ ...rexInJson, name: '' }, 'body'), ['name empty']);
  for (const source of ['item', 'text', 'argument'] as const) {
    for (const name of ['', ' \t']) {
      t.deepEqual(check({ ...(source === 'item' ? rexInJson : rexTyped), name }, source), ['name empty'], source);
    }
  }
});

test('what cannot be kept is refused: NUL, half a character, and bytes that were no UTF-8', (t) => {
  for (const source of ['body', 'item', 'text', 'argument'] as const) {
    const named = (name: string) =>
      check({ ...(source === 'body' || source === 'item' ? rexInJson : rexTyped), name }, source);
    t.deepEqual(named('R\0x'), ['name nul'], source);
    t.deepEqual(named('R\uD83D'), ['name half-character'], source);
    // A client may have it in a name that it keeps; of what a person gives, letters were lost.
    t.deepEqual(named('R\uFFFDx'), source === 'body' ? { ...rex, name: 'R\uFFFDx' } : ['name not-utf8'], source);
  }
});

// What a person is told of each is held by the files that are imported.
const said: readonly (readonly [PetField, Mistake, string])[] = [
  ['name', 'missing', 'name must be text of at least 1 character'],
  ['name', 'not-text', 'name must be text of at least 1 character'],
  ['name', 'empty', 'name must be text of at least 1 character'],
  ['name', 'nul', 'name must not hold NUL or half a surrogate pair'],
  ['name', 'half-character', 'name must not hold NUL or half a surrogate pair'],
  ['name', 'not-utf8', 'name must not hold NUL or half a surrogate pair'],
  ['name', 'too-long', 'name must be at most 1000 characters'],
  ['categoryId', 'not-integer', 'categoryId must be a 64-bit integer'],
  ['status', 'not-choice', 'status must be one of available, pending, sold, or left out'],
];

for (const [field, mistake, sentence] of said) {
  test(`${field} ${mistake} is told in the words that the service has always had`, (t) => {
    t.is(serviceMistakeText({ field, mistake }), sentence);
  });
}
