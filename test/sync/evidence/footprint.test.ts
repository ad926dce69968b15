import test from 'ava';
import type { Entry } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { EntryRecord } from '../../../source/domain/record.js';
import type { Credit, Witness } from '../../../source/local/footprints.js';
import {
  isMissingYet,
  lastWitnesses,
  learnFromList,
  witnessesAfter,
  witnessesAmong,
} from '../../../source/sync/evidence/footprint.js';

const settleMs = 1000;
const rex: Pet = { id: '1' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const of = (id: number, uptime: number, more: Partial<Witness> = {}): Witness => ({
  ...rex,
  id: String(id) as Int64,
  boot: 'b',
  uptime,
  ...more,
});
const attempt = (uptime: number): EntryRecord => ({
  kind: 'attempt',
  at: '',
  uptime,
  boot: 'b',
  process: '',
  fence: null,
  honoured: false,
  credential: 'c',
});
const entry = (history: readonly (EntryRecord | undefined)[], more: Partial<Entry> = {}): Entry =>
  ({ state: 'created', pet: rex, history, ...more }) as Entry;
const entered = { kind: 'entered' } as EntryRecord;
const absent: EntryRecord = { kind: 'absent', at: '', key: 'k' };
const listing = (...ids: readonly number[]): ReadonlyMap<Int64, Pet> =>
  new Map(ids.map((id) => [String(id) as Int64, of(id, 0)]));
test('a witness is what the store itself answered, as of the first time that these bytes may have arrived', (t) => {
  t.like(witnessesAmong([entry([entered, attempt(5), attempt(9)])])[0], { id: '1', boot: 'b', uptime: 5 });
  t.like(witnessesAmong([entry([entered, attempt(5), absent, attempt(9)])])[0], { uptime: 9 });
  t.deepEqual(witnessesAmong([entry([entered, attempt(5)], { adopted: { by: 'engine', evidence: '' } })]), []);
  t.deepEqual(witnessesAmong([entry([entered, attempt(5)], { state: 'review' })]), []);
  t.deepEqual(witnessesAmong([entry([entered, undefined, attempt(9)])]), [], 'it may have been sent before');
});

test('only what was sent two settle times after a moment comes after it', (t) => {
  const after = (witness: Witness, moment = { boot: 'b', uptime: 100 }): number =>
    witnessesAfter([witness], moment, { boot: 'b', uptime: 9000, since: 500 }, settleMs).length;
  t.is(after(of(1, 2099)), 0);
  t.is(after(of(1, 2100)), 1);
  t.is(after(of(1, 2499), { boot: 'a', uptime: 100 }), 0, 'another start counts as over when this one was known');
  t.is(after(of(1, 2500), { boot: 'a', uptime: 100 }), 1);
  t.is(after(of(1, 8000, { boot: 'a' }), { boot: 'b', uptime: 100 }), 0);
});

test('what a list ever showed is noted, and the last five are kept', (t) => {
  const one: Credit = { witnesses: [of(1, 0)] };
  const seen = learnFromList(one, [], listing(1));
  t.true(seen.witnesses[0]?.isListed);
  t.is(learnFromList(seen, [], listing()), seen, 'it was there, and somebody removed it');
  const six = learnFromList({ witnesses: [1, 2, 3, 4, 5, 6].map((id) => of(id, 0)) }, [], listing());
  t.deepEqual(
    six.witnesses.map(({ id }) => id),
    ['2', '3', '4', '5', '6'],
  );
  t.is(lastWitnesses({ witnesses: [of(9, 0), ...seen.witnesses] }, [entry([entered, attempt(5)])]).length, 2);
});

test('a list may lack what was sent less than five settle times ago and was never listed, and merely lags then', (t) => {
  const missing = (witness: Witness, uptime: number): boolean =>
    isMissingYet(witness, { boot: 'b', uptime, since: 0 }, settleMs);
  t.true(missing(of(1, 0), 4999));
  t.false(missing(of(1, 0), 5000));
  t.false(missing(of(1, 0, { isListed: true }), 10), 'it was there, and somebody removed it');
  t.false(missing(of(1, 0, { boot: 'a' }), 10));
});
