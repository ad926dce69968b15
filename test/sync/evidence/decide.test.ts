import test from 'ava';
import type { Entry, Undecided } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { Witness } from '../../../source/local/footprints.js';
import { decide, type Decision } from '../../../source/sync/evidence/decide.js';
import type { Footprint } from '../../../source/sync/evidence/footprint.js';
import { type Ground, type Look, see } from '../../../source/sync/evidence/see.js';
import { alteringQuirks, exactQuirks, noQuirks } from '../../helpers/quirks.js';

const settleMs = 60_000;
const minute = 60_000;
const boot = 'b';
const pet = (id: string, more: Partial<Pet> = {}): Pet => ({
  id: id as Int64,
  name: 'Rex',
  categoryId: '3' as Int64,
  status: 'available',
  ...more,
});
const old = pet('1', { name: 'Old' });
/** Sent this long after the lost one. */
const witness = (afterMs: number, more: Partial<Witness> = {}): Witness => ({
  ...pet('20', { name: 'Later' }),
  boot,
  uptime: afterMs,
  ...more,
});
const isOurs = ({ name }: Pet): boolean => name === 'Later';

type Search = Undecided['searches'][number];
const look = (uptime: number, more: Partial<Search> = {}): Search => ({
  uptime,
  boot,
  complete: true,
  candidates: [],
  others: [],
  ...more,
});

/** Its answer was lost when the machine had run for no time at all. */
function entry(searches: readonly Search[] = [], more: Partial<Undecided> = {}): Entry {
  return {
    localId: 'Q-1',
    number: 1,
    name: 'Rex',
    categoryId: '3' as Int64,
    status: 'available',
    state: 'checking',
    createdAt: '',
    attempts: 1,
    body: '',
    key: '',
    notMine: [],
    history: [],
    undecided: {
      firstAttempt: 1,
      lastAttempt: 1,
      baseline: 'f',
      lookalikes: [],
      freshAbove: undefined,
      highest: undefined,
      cutAt: undefined,
      glance: undefined,
      firstSentAt: new Date(0).toISOString(),
      firstUptime: 0,
      sentUptime: 0,
      sentBoot: boot,
      honoured: false,
      credential: 'c',
      applied: false,
      searches,
      failedSearches: 0,
      ...more,
    },
  };
}

/** It was looked for once, and not there. */
const lost = entry([look(minute)]);
const footprint: Footprint = { witnesses: [], doIdsRise: false, quirks: exactQuirks, settleMs };
const ground: Ground = {
  before: new Set(['1'] as Int64[]),
  risenTo: undefined,
  isOwned: isOurs,
  isAwaited: () => false,
};
const at = (uptime: number, pets: readonly Pet[], more: Partial<Look> = {}): Look => ({
  began: { boot, uptime, since: 0 },
  at: new Date(uptime).toISOString(),
  isToTheEnd: true,
  pets: [old, ...pets],
  ...more,
});
const decideAfter = (entry: Entry, look: Look, known: Footprint, on: Ground): Decision =>
  decide(entry, look, see(entry, look, known, on), known, on);
type Told = { readonly of?: Entry; readonly footprint?: Partial<Footprint>; readonly ground?: Partial<Ground> };
function tell(seen: Look, { of = lost, footprint: known = {}, ground: on = {} }: Told = {}): string {
  const decision = decideAfter(of, seen, { ...footprint, ...known }, { ...ground, ...on });
  return 'code' in decision ? `${decision.type}: ${decision.code}` : decision.type;
}

/** A witness that was sent in time, and a list that shows it. */
const later = witness(2 * minute);
const shown = (...more: readonly Pet[]): Look => at(3 * minute, [...more, later]);
const witnessed: Told = { footprint: { witnesses: [later] } };

test('a list that shows one of ours that was sent two settle times later shows the lost one, if it is there', (t) => {
  t.is(tell(shown(), witnessed), 'absent');
  t.is(tell(shown(), { ...witnessed, of: entry() }), 'wait: list-proves-nothing', 'one look');
  t.is(tell(shown(), { ...witnessed, of: entry([look(minute, { complete: false })]) }), 'wait: list-proves-nothing');
  t.is(tell(at(3 * minute, []), witnessed), 'wait: list-proves-nothing', 'the witness is not shown');
  const early = witness(2 * minute - 1);
  t.is(tell(shown(), { footprint: { witnesses: [early] } }), 'wait: list-proves-nothing', 'it was sent too early');
  t.is(tell(at(2 * minute - 1, [later]), witnessed), 'wait: list-proves-nothing', 'the look began too early');
  const renamed = { ...later, name: 'Other', categoryId: '9' as Int64 };
  t.is(tell(at(3 * minute, [renamed]), witnessed), 'wait: list-proves-nothing', 'its id shows quite another animal');
  const unknown = { of: entry([look(minute)], { baseline: null }), ground: { before: undefined } };
  t.is(tell(shown(), { ...witnessed, ...unknown }), 'wait: list-proves-nothing', 'nothing from before is known');
  const older = witness(-minute, { id: '1' as Int64, name: 'Old' });
  t.is(tell(shown(), { footprint: { witnesses: [older, later] }, ...unknown }), 'absent', 'one of ours from before is');
});

test('a list that lacks one of ours from around the lost one was put together of two, and proves nothing', (t) => {
  const between = witness(minute, { id: '15' as Int64 });
  const tellOf = (witnesses: readonly Witness[], ...pets: readonly Pet[]): string =>
    tell(shown(...pets), { footprint: { witnesses } });
  t.is(tellOf([between, later]), 'wait: list-proves-nothing');
  t.is(tellOf([between, later], between), 'absent');
  const before = [-3, -2, -1].map((minutes) => witness(minutes * minute, { id: `${10 + minutes}` as Int64 }));
  t.is(tellOf([...before, later], ...before.slice(0, 2)), 'wait: list-proves-nothing', 'the last one before it');
  t.is(tellOf([...before, later], ...before.slice(2)), 'absent', 'those may have been removed since');
  t.is(tellOf([later, witness(2.5 * minute, { id: '30' as Int64 })]), 'absent', 'the youngest may lag');
  t.is(tellOf([{ ...between, boot: 'before' }, later]), 'wait: list-proves-nothing', 'in an earlier start');
  t.is(tellOf([{ ...between, status: 'sold' }, later]), 'wait: list-proves-nothing', 'hidden or not');
});

test('clocks are compared within one start of the machine', (t) => {
  const elsewhere = { ...later, boot: 'before' };
  t.is(tell(shown(), { footprint: { witnesses: [elsewhere] } }), 'wait: list-proves-nothing');
  const restarted = (sentAt: number, since: number): string =>
    tell(
      { ...at(10 * minute, [later]), began: { boot: 'after', uptime: 10 * minute, since } },
      { footprint: { witnesses: [{ ...later, boot: 'after', uptime: sentAt }] } },
    );
  t.is(restarted(3 * minute, minute), 'absent');
  t.is(restarted(3 * minute - 1, minute), 'wait: list-proves-nothing', 'since this start was known');
  t.is(tell(shown(), { ...witnessed, of: entry([], { sentUptime: undefined }) }), 'wait: list-proves-nothing');
});

test('what a list may leave out lies at one end of it, or its pages name the next one', (t) => {
  const mixed = at(3 * minute, [later, pet('5', { name: 'Between' })]);
  const known: Told = { ...witnessed, ground: { isOwned: ({ name }) => name !== 'Rex' } };
  t.is(tell(mixed, known), 'wait: list-proves-nothing');
  t.is(tell({ ...mixed, namesNextPage: true }, known), 'absent');
  t.is(tell({ ...mixed, isGrown: true }, known), 'absent');
  t.is(tell({ ...mixed, pets: mixed.pets.toSorted((a, b) => Number(b.id) - Number(a.id)) }, known), 'absent');
});

test('a list of the newest alone proves nothing once it shows nothing from before', (t) => {
  const known = { ...footprint, witnesses: [witness(2 * minute)] };
  const shown = (count: number): readonly Pet[] => [
    ...Array.from({ length: count - 1 }, (_, index) => pet(String(21 + index), { name: 'Later' })).toReversed(),
    pet('20', { name: 'Later' }),
  ];
  const looked = (pets: readonly Pet[], more: Partial<Look> = {}): Look => ({ ...at(6 * minute, []), pets, ...more });
  const proven = (look: Look, before: readonly string[]): string =>
    decideAfter(lost, look, known, { ...ground, before: new Set(before as Int64[]) }).type;
  t.is(proven(looked([...shown(10), old]), ['1']), 'absent');
  t.is(proven(looked(shown(11)), ['1']), 'wait', 'what was there before is cut off, and the lost one may be too');
  t.is(proven(looked(shown(11), { namesNextPage: true }), ['1']), 'absent');
  t.is(proven(looked(shown(7)), []), 'absent', 'of a store that was empty: so few are shown everywhere');
  t.is(proven(looked(shown(8)), []), 'wait');
});

test('where none of ours was sent later the next one is awaited for a day, and a person is asked then', (t) => {
  const day = 24 * 60 * minute;
  const looks = [1, 2, 3, 4, 6, 10].map((each) => look(each * minute));
  t.is(tell(at(day - 1, []), { of: entry(looks) }), 'wait: list-proves-nothing');
  t.is(tell(at(day, []), { of: entry(looks) }), 'ask: list-proves-nothing');
  const next = witness(9 * minute);
  const lagging = (made: number): string =>
    tell(at(20 * minute, []), {
      of: entry([...looks, ...Array.from({ length: made }, () => look(11 * minute))]),
      footprint: { witnesses: [next] },
    });
  t.is(lagging(1), 'wait: list-proves-nothing', 'one was sent, and a list may lack it for a while');
  t.is(lagging(2), 'ask: list-proves-nothing', 'four lists lacked it');
});

test('a status that no animal of the list has may be hidden', (t) => {
  const sold: Entry = { ...lost, status: 'sold' };
  t.is(tell(shown(), { ...witnessed, of: sold }), 'wait: list-proves-nothing');
  const { status: _, ...bare } = lost;
  t.is(tell(shown(), { ...witnessed, of: bare }), 'wait: list-proves-nothing', 'which one it has is not known');
  const all = [pet('2', { name: 'Later', status: 'sold' }), pet('3', { name: 'Later', status: 'pending' })];
  t.is(tell(shown(...all), { ...witnessed, of: bare }), 'absent');
  const quirks = { ...exactQuirks, defaultStatus: 'available' as const };
  t.is(tell(shown(), { ...witnessed, of: bare, footprint: { ...witnessed.footprint, quirks } }), 'absent');
});

test('four looks that leave a newcomer open, or three that do not show the whole list, are for a person', (t) => {
  const looks = (count: number, complete = true): readonly Search[] =>
    Array.from({ length: count }, (_, index) => look(index, { complete }));
  const max = at(5 * minute, [pet('9', { name: 'Max' })]);
  t.is(tell(max, { of: entry(looks(2)) }), 'wait: corrected');
  t.is(tell(max, { of: entry(looks(3)) }), 'ask: corrected');
  const cut = at(minute, [pet('9')], { isToTheEnd: false });
  t.is(tell(cut, { of: entry(looks(1, false)) }), 'wait: list-proves-nothing');
  t.is(tell(cut, { of: entry(looks(2, false)) }), 'ask: list-proves-nothing');
});

test('the one newcomer like it is adopted, as early as it is seen', (t) => {
  t.deepEqual(decideAfter(lost, at(minute, [pet('9')]), footprint, ground), { type: 'adopt', pet: pet('9') });
  const cafe: Entry = { ...lost, name: 'Cafe\u0301' };
  t.is(
    tell(at(minute, [pet('9', { name: ' Café ' })]), { of: cafe }),
    'adopt',
    'names are compared as people read them',
  );
});

/** Many were there. */
const wide = new Set(Array.from({ length: 8 }, (_, id) => String(id) as Int64));

test('a newcomer is for a person where it may be somebody else', (t) => {
  const nine = '9' as Int64;
  const of = (more: Partial<Undecided>): Told => ({ of: entry([], more) });
  const rows: readonly (readonly [string, Look, Told, string])[] = [
    ['two of them', at(minute, [pet('9'), pet('10')]), {}, 'ask: several-alike'],
    [
      'one vanished',
      at(minute, [pet('9')]),
      { of: entry([look(0, { candidates: [pet('7')] })]) },
      'ask: several-alike',
    ],
    ['nobody knows what was there', at(minute, [pet('9')]), { ground: { before: undefined } }, 'ask: was-there-before'],
    ['not read anew', at(minute, [pet('9')]), of({ freshAbove: nine }), 'ask: was-there-before'],
    ['above what was read anew', at(minute, [pet('9')]), of({ freshAbove: '8' as Int64 }), 'adopt'],
    [
      'the list before showed our youngest',
      at(minute, [pet('9')]),
      { footprint: { witnesses: [witness(-6 * minute), witness(-5 * minute, { ...old })] } },
      'adopt',
    ],
    ['ids rise', at(minute, [pet('9')]), { ground: { risenTo: nine } }, 'ask: was-there-before'],
    ['above them', at(minute, [pet('9')]), { ground: { risenTo: '8' as Int64 } }, 'adopt'],
    ['the list was cut', at(minute, [pet('9')]), of({ cutAt: 20 }), 'ask: was-there-before'],
    ['it is longer now', at(minute, [pet('9')]), of({ cutAt: 1 }), 'adopt'],
    [
      'by many',
      at(minute, [pet('9'), ...many(2)]),
      { ...of({ cutAt: 1 }), ground: { before: wide } },
      'ask: was-there-before',
    ],
    ['by one more', at(minute, [pet('9'), ...many(1)]), { ...of({ cutAt: 1 }), ground: { before: wide } }, 'adopt'],
    ['it was all', at(minute, [pet('9')], { namesNextPage: true }), of({ cutAt: 20 }), 'adopt'],
    ['it was there under another name', at(minute, [pet('1')]), {}, 'ask: was-there-before'],
    ['it was its twin', at(minute, [pet('9'), pet('2')]), of({ lookalikes: ['2' as Int64], glance: [nine] }), 'adopt'],
    [
      'another entry got it since',
      at(minute, [pet('9')]),
      { ground: { isOwned: () => true } },
      'ask: was-there-before',
    ],
    ['the list showed almost nothing', at(minute, [pet('9'), ...many(2)]), {}, 'ask: was-there-before'],
    ['it showed half', at(minute, [pet('9'), ...many(1)]), {}, 'adopt'],
    ['another status', at(minute, [pet('9', { status: 'sold' })]), {}, 'ask: other-status'],
    ['it came after the glance', at(minute, [pet('9')]), of({ glance: [] }), 'ask: came-later'],
    ['nobody could glance', at(minute, [pet('9')]), of({ lookalikes: ['2' as Int64] }), 'ask: came-later'],
    ['two of them, one at the glance', at(minute, [pet('9'), pet('10')]), of({ glance: [nine] }), 'ask: several-alike'],
    [
      'two at the glance',
      at(minute, [pet('9'), pet('10')]),
      of({ glance: [nine, '10' as Int64] }),
      'ask: several-alike',
    ],
    ['it was there at the glance', at(minute, [pet('9')]), of({ glance: [nine] }), 'adopt'],
    [
      'another one nearly so',
      at(minute, [pet('9'), pet('10', { name: 'REX' })]),
      { footprint: { quirks: noQuirks } },
      'ask: several-alike',
    ],
    ['names are kept', at(minute, [pet('9'), pet('10', { name: 'REX' })]), {}, 'adopt'],
    ['a person said no', at(minute, [pet('9')]), { of: { ...lost, notMine: [nine] } }, 'wait: list-proves-nothing'],
  ];
  for (const [name, seen, told, expected] of rows) {
    t.is(tell(seen, told), expected, name);
  }
});

const many = (count: number): readonly Pet[] =>
  Array.from({ length: count }, (_, index) => pet(String(30 + index), { name: `Other ${index}` }));

test('a status that nothing had before, and several newcomers have, was hidden', (t) => {
  const first = { ...old, status: 'sold' as const };
  const seen = (...pets: readonly Pet[]): Look => ({ ...at(minute, []), pets: [first, ...pets] });
  t.is(tell(seen(pet('9'), pet('10', { name: 'Max' }))), 'ask: was-there-before');
  t.is(tell(seen(pet('9'), pet('10', { name: 'Max', status: 'sold' }))), 'adopt', 'only it has that status');
  t.is(tell({ ...at(minute, []), pets: [old, pet('9'), pet('10', { name: 'Max' })] }), 'adopt', 'it was shown before');
});

test('a status the store is known to give by itself is expected', (t) => {
  const { status: _, ...bare } = lost;
  t.is(tell(at(minute, [pet('9')]), { of: bare }), 'ask: other-status');
  const quirks = { ...exactQuirks, defaultStatus: 'available' as const };
  t.is(tell(at(minute, [pet('9')]), { of: bare, footprint: { quirks } }), 'adopt');
});

test('what may be it under another name stops absence', (t) => {
  const named = (name: string, more: Partial<Pet> = {}): Pet => pet('9', { name, ...more });
  const zofka: Told = { ...witnessed, of: { ...lost, name: 'Žofka Superstar' } };
  for (const name of ['žofka superstar', 'ZOFKA  SUPERSTAR', 'Žofka S', 'Žof']) {
    t.is(tell(shown(named(name)), zofka), 'ask: name-rewritten', name);
  }

  t.is(tell(shown(named('ZOFKA SUPERSTAR', { categoryId: '4' as Int64 })), zofka), 'ask: name-rewritten');
  t.is(tell(shown(named('Žo')), zofka), 'absent');
  t.is(
    tell(shown(), { ...witnessed, footprint: { ...witnessed.footprint, quirks: alteringQuirks } }),
    'ask: name-rewritten',
  );
  // A name that others had before, at a store that keeps such names: a colleague gave it once more.
  const inAnother = named('Rex', { categoryId: '4' as Int64 });
  const common = { ground: { before: new Set(['1', '2'] as Int64[]) } };
  const before = pet('2', { categoryId: '5' as Int64 });
  t.is(tell(shown(before, inAnother), { ...witnessed, ...common }), 'absent');
  t.is(tell(shown(inAnother), { ...witnessed, ...common }), 'ask: name-rewritten', 'nobody had it before');
  t.is(
    tell(shown(before, inAnother), { ...common, footprint: { ...witnessed.footprint, quirks: noQuirks } }),
    'ask: name-rewritten',
  );
  const unknown: Told = { ...witnessed, footprint: { ...witnessed.footprint, quirks: noQuirks } };
  t.is(tell(shown(named('Bella')), unknown), 'wait: name-rewritten', 'names of this kind were never seen kept');
  t.is(tell(shown(), unknown), 'absent', 'nothing there could be it');
});

test('a newcomer that came after somebody had time to correct it stops absence', (t) => {
  const max = pet('9', { name: 'Max' });
  const after = (uptime: number): Look => at(uptime, [max, later]);
  t.is(tell(after(4.5 * minute), witnessed), 'absent');
  t.is(tell(after(4.5 * minute + 1), witnessed), 'wait: corrected');
  t.is(tell(at(5 * minute, [later]), witnessed), 'absent', 'there is none');
  const known = entry([look(minute, { others: [max.id] })]);
  t.is(tell(after(5 * minute), { ...witnessed, of: known }), 'absent', 'it had that name before');
  const late = entry([look(4.5 * minute + 1, { others: [max.id] })]);
  t.is(tell(after(5 * minute), { ...witnessed, of: late }), 'wait: corrected');
});

test('where the ids of ours rose, what has a higher one than a witness came after it', (t) => {
  const after = pet('21', { name: 'Max' });
  const seen = at(5 * minute, [later, after]);
  t.is(tell(seen, witnessed), 'wait: corrected');
  const risen: Told = { footprint: { witnesses: [later], doIdsRise: true } };
  t.is(tell(seen, risen), 'absent');
  t.is(tell(at(5 * minute, [pet('19', { name: 'Max' }), later]), risen), 'wait: corrected');
  t.is(tell(at(5 * minute, [later, pet('21')]), risen), 'adopt', 'nobody else has its name');
  const common: Told = { ...risen, of: entry([look(minute)], { lookalikes: ['2' as Int64] }) };
  t.is(tell(at(5 * minute, [later, pet('21')]), common), 'absent', 'others have its name too');
  t.is(tell(at(5 * minute, [pet('19'), later]), common), 'ask: came-later');
  t.is(tell(at(5 * minute, [later, pet('21')]), witnessed), 'adopt', 'ids need not rise');
  const two = [later, { ...witness(4 * minute), id: '30' as Int64 }];
  const between = at(6 * minute, [later, after, pet('30', { name: 'Later' })]);
  t.is(tell(between, { footprint: { witnesses: two, doIdsRise: true } }), 'absent', 'the first witness counts');
});

test('one that was found before, or that the store said it took, is never called absent', (t) => {
  const found = entry([look(minute, { candidates: [pet('9')] })]);
  t.is(tell(shown(), { ...witnessed, of: found }), 'wait: list-proves-nothing');
  t.is(tell(shown(), { ...witnessed, of: { ...found, notMine: ['9' as Int64] } }), 'absent', 'a person said it is not');
  t.is(tell(shown(), { ...witnessed, of: entry([], { applied: true }) }), 'wait: accepted-not-listed');
});
