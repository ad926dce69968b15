import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import { narrows, parseQuery } from '../../../source/domain/search/query.ts';
import {
  splitMatches,
  shownWords,
  createMatcher,
  type Searched,
  toSearchText,
} from '../../../source/domain/search/match-query.ts';
import { entryStates } from '../../../source/domain/entry.ts';
import { queueSectionNames } from '../../../source/tui/words/queue-sections.ts';
import { foldText } from '../../../source/domain/search/fold-text.ts';

const labels = { ['3' as Int64]: 'Dogs', ['4' as Int64]: 'Great Danes', ['5' as Int64]: 'Área 51' };
const pet = (
  id: string,
  name: string,
  categoryId: string,
  status?: 'available' | 'pending' | 'sold',
): Searched & { readonly id: Int64 } => ({
  id: id as Int64,
  name,
  categoryId: categoryId as Int64,
  ...(status ? { status } : {}),
});
const pets = [
  pet('1', 'Žofka', '3', 'available'),
  pet('23', 'Søren', '4', 'sold'),
  pet('500', 'Luna III', '3'),
  pet('501', 'Weiß', '51', 'pending'),
  pet('9223372036854775807', 'Old-timer', '5', 'available'),
];
const queued: readonly Searched[] = [
  { localId: 'Q-7', name: 'Luna', categoryId: '3' as Int64, state: 'queued' },
  { localId: 'Q-8', name: 'Rex', categoryId: '3' as Int64, state: 'sending' },
  { localId: 'Q-9', name: 'Max', categoryId: '4' as Int64, state: 'rejected', status: 'sold' },
];
const find = (filter: string): string => {
  const matches = createMatcher(parseQuery(filter, 0), labels);
  return [...pets, ...queued]
    .filter((animal) => matches(animal, toSearchText(animal.id ?? animal.localId ?? '', animal, labels)))
    .map(({ name }) => name)
    .join();
};

for (const [filter, found] of [
  ['zof', 'Žofka'],
  ['SOREN', 'Søren'],
  ['weiss', 'Weiß'],
  ['Zo\u0301fka', 'Žofka'],
  ['cat:dogs', 'Žofka,Luna III,Luna,Rex'],
  ['cat:DOG luna', 'Luna III,Luna'],
  ['cat:5', 'Old-timer'],
  ['cat:area', 'Old-timer'],
  ['cat:"great danes"', 'Søren,Max'],
  ['cat:"great', 'Søren,Max'],
  ['id:500..', 'Luna III,Weiß,Old-timer'],
  ['id:..23', 'Žofka,Søren'],
  ['id:23..500', 'Søren,Luna III'],
  ['id:9223372036854775807', 'Old-timer'],
  ['id:Q-7', 'Luna'],
  ['is:available', 'Žofka,Old-timer'],
  ['is:none', 'Luna III,Luna,Rex'],
  ['is:queued', 'Luna,Rex'],
  ['is:needs-you', 'Max'],
  ['is:"needs you"', 'Max'],
  ['is:not-set', 'Luna III,Luna,Rex'],
  ['is:rejected', 'Max'],
  ['is:sold', 'Søren,Max'],
  ['is:s', 'Søren,Rex,Max'],
  ['luna -iii', 'Luna'],
  ['sold', 'Søren,Max'],
  ['-sold luna', 'Luna III,Luna'],
  ['sol', ''],
  ['l', 'Luna III,Old-timer,Luna'],
  ['^l', 'Luna III,Luna'],
  ['name:LU', 'Luna III,Luna'],
  ['name:"luna i"', 'Luna III'],
  ['-^luna cat:3', 'Žofka,Rex'],
  ['^na', ''],
  ['-cat:dogs -is:sold', 'Weiß,Old-timer'],
  ['"old-timer"', 'Old-timer'],
  ['-"a"', 'Weiß,Rex'],
  ['old-timer', 'Old-timer'],
  ['dogs (3)', 'Žofka,Luna III,Luna,Rex'],
  ['"luna iii', 'Luna III'],
  ['luna "i i"', ''],
  ['colour:red', ''],
  ['id:zoe', ''],
  ['is:nonsense', ''],
] as const) {
  test(`the filter ${filter} finds ${found === '' ? 'nothing' : found}`, (t) => {
    t.is(find(filter), found);
  });
}

test('since finds what is known here since then, entered or seen, and is:new what others added since', (t) => {
  const now = new Date(2026, 10, 28, 12).getTime();
  const at = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
  const seen = new Map([
    ['1' as Int64, { at: at(30), isOwn: false, isNew: false }],
    ['23' as Int64, { at: at(20), isOwn: false, isNew: true }],
    ['500' as Int64, { at: at(1), isOwn: true, isNew: false }],
  ]);
  const all = [...pets, { ...queued[0]!, createdAt: at(3) }, { ...queued[1]!, createdAt: at(200) }];
  const finds = (filter: string): string =>
    all
      .filter((animal) => createMatcher(parseQuery(filter, now), labels, seen)(animal, ''))
      .map(({ name }) => name)
      .join();
  t.is(finds('since:2h'), 'Luna III');
  t.is(finds('since:today'), 'Luna III,Luna');
  t.is(finds('since:yesterday'), 'Žofka,Søren,Luna III,Luna');
  t.is(finds('since:2026-11-28'), 'Luna III,Luna');
  t.is(finds('-since:7d'), 'Weiß,Old-timer,Rex', 'of whom nobody knows since when');
  t.is(finds('is:new'), 'Søren');
  t.is(finds('-is:new since:1d'), 'Luna III,Luna');
  for (const half of ['since:', 'since:2', 'since:foo', 'since:2026-02-30']) {
    t.false(
      parseQuery(half, now).terms.some(({ field }) => field === 'since'),
      half,
    );
  }
});

test('every word of the screens for a state finds the animals that are in it', (t) => {
  const animal = (state: (typeof entryStates)[number]): Searched => ({ name: 'Luna', categoryId: '3' as Int64, state });
  const finds = (filter: string, state: (typeof entryStates)[number]): boolean =>
    createMatcher(parseQuery(filter, 0), labels)(animal(state), '');
  for (const state of entryStates) {
    t.true(finds(`is:${state}`, state), state);
    t.false(finds(`is:${state}`, state === 'held' ? 'review' : 'held'), state);
  }

  for (const [section, state] of [
    ['needs-you', 'review'],
    ['waiting', 'queued'],
    ['held', 'held'],
    ['discarded', 'discarded'],
  ] as const) {
    t.true(finds(`is:"${queueSectionNames[section]}"`, state), section);
  }
});

test('what is half typed hides nothing', (t) => {
  const everything = find('');
  for (const filter of ['-', '^', '"', '""', 'cat:', 'is:', 'id:', 'name:', '-cat:', '-"', ' ', '\u0301']) {
    t.is(find(filter), everything, filter);
  }
});

test('of a filter with too many words the first are read, and it says so', (t) => {
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  t.is(parseQuery(words(1000), 0).terms.length, 64);
  t.true(parseQuery(words(65), 0).isCut);
  t.false(parseQuery(words(64), 0).isCut);
  t.false(parseQuery('luna '.repeat(1000), 0).isCut);
});

test('a query narrows another one only where nothing new can be found by it', (t) => {
  const typed = [
    '',
    'l',
    'lu',
    'una',
    '-l',
    '-lu',
    '"l"',
    'cat:d',
    'cat:dogs',
    'cat:3',
    'cat:',
    'id:5',
    'id:5..',
    'id:500..',
    'id:..600',
    'id:500..600',
    'is:s',
    'is:so',
    'is:sold',
    'is:x',
    'lu is:sold',
    'luna cat:3',
    '^l',
    '^lu',
    'name:luna',
    'sold',
    'sol',
    'ln',
    'o',
    's',
    'so',
  ];
  for (const earlier of typed) {
    for (const later of typed) {
      if (narrows(parseQuery(later, 0), parseQuery(earlier, 0))) {
        const before = new Set(find(earlier).split(','));
        t.true(
          find(later)
            .split(',')
            .every((name) => name === '' || before.has(name)),
          `${earlier} → ${later}`,
        );
      }
    }
  }

  t.true(narrows(parseQuery('lun is:sold', 0), parseQuery('lu', 0)));
  t.false(narrows(parseQuery('-lu', 0), parseQuery('-l', 0)));
  t.false(narrows(parseQuery('id:50', 0), parseQuery('id:5', 0)));
});

test('what was found is marked where it stands, whatever folding did to the lengths', (t) => {
  const marked = (text: string, filter: string) =>
    splitMatches(text, shownWords(parseQuery(filter, 0)))
      .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
      .join('');
  t.is(marked('Žofka  Dogs', 'zof'), '[Žof]ka  Dogs');
  t.is(marked('Weiß Wein', 'ss'), 'Wei[ß] Wein');
  t.is(marked('Zoe\u0308 x', 'zoe'), '[Zoe\u0308] x');
  t.is(marked('İzmir', 'izm'), '[İzm]ir');
  t.is(marked('Luna Lu', 'lu una'), '[Lu][na] [Lu]'.replace('[Lu][na]', '[Lu]na'));
  t.is(marked('Luna', '-lu'), 'Luna');
  t.is(marked('😀 Luna', 'cat:lu'), '😀 [Lu]na');
});

test('letters that keyboards lack are folded, those of other scripts are not', (t) => {
  t.is(foldText('ØŁĐÞIßÆŒ'), 'oldthissaeoe');
  t.is(foldText('Ångström Çiko Ñandú'), 'angstrom ciko nandu');
  t.is(foldText('がぎ'), 'がぎ');
  t.is(foldText('가각'), '가각');
  t.is(foldText('Ὀδυσσεύς'), foldText('οδυσσευσ'));
});
