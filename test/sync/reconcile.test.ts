import test from 'ava';
import type { Entry, Undecided } from '../../source/domain/entry.js';
import type { Int64 } from '../../source/domain/int64.js';
import type { Pet } from '../../source/domain/pet.js';
import { findCandidates, findChanged, type Grounds, type Habits, learnHabits, reconcile } from '../../source/sync/reconcile.js';

const plain: Habits = { altersData: false, defaultStatus: undefined };
const pet = (id: string, more: Partial<Pet> = {}): Pet => ({ id: id as Int64, name: 'Rex', categoryId: '3' as Int64, status: 'available', ...more });
const undecided: Undecided = { firstAttempt: 1, lastAttempt: 1, fence: 'f', twins: [], firstSentAt: '', firstUptime: 0, sentUptime: 0, honoured: false, credential: 'c', applied: false, looks: [], failedLooks: 0 };
const strong: Grounds = { hasStrongFence: true, changed: [], habits: plain };
const weak: Grounds = { ...strong, hasStrongFence: false };

function entry(looks: readonly { complete: boolean; candidates: readonly Pet[] }[], more: Partial<Entry> = {}, applied = false): Entry {
  const base = { localId: 'Q-1', number: 1, name: 'Rex', categoryId: '3' as Int64, status: 'available', state: 'checking', createdAt: '', attempts: 1, body: '', key: '', notMine: [], history: [] } as const;
  return { ...base, undecided: { ...undecided, applied, looks: looks.map((look) => ({ uptime: 0, ...look })) }, ...more };
}

test('candidates have the same name and category, are new, unowned and not denied', (t) => {
  const seen = [pet('1'), pet('2'), pet('3'), pet('4'), pet('5', { name: 'Max' }), pet('6', { categoryId: '4' as Int64 }), pet('7', { name: '  Rex ' })];
  const found = findCandidates(entry([], { notMine: ['3' as Int64] }), seen, new Set(['1' as Int64]), new Set(['2' as Int64]));
  t.deepEqual(found.map(({ id }) => id), ['4', '7']);
});

test('names are compared as people read them', (t) => {
  const found = findCandidates(entry([], { name: 'Cafe\u0301' }), [pet('1', { name: 'Café' })], new Set(), new Set());
  t.is(found.length, 1);
});

test('a strong fence, a complete view and one newcomer: it is ours', (t) => {
  t.like(reconcile(entry([{ complete: true, candidates: [pet('9')] }]), strong), { type: 'adopt', pet: { id: '9' } });
});

test('absence takes two complete looks', (t) => {
  const none = { complete: true, candidates: [] };
  t.is(reconcile(entry([none]), strong).type, 'look-again');
  t.is(reconcile(entry([none, none]), strong).type, 'absent');
});

test('what cannot be decided goes to a person', (t) => {
  const none = { complete: true, candidates: [] };
  const one = { complete: true, candidates: [pet('9')] };
  t.is(reconcile(entry([one]), weak).type, 'review', 'weak fence');
  t.is(reconcile(entry([none, none]), weak).type, 'review', 'weak fence, nothing seen');
  t.is(reconcile(entry([{ ...one, complete: false }]), strong).type, 'review', 'incomplete view');
  t.is(reconcile(entry([{ complete: true, candidates: [pet('9'), pet('10')] }]), strong).type, 'review', 'two candidates');
  t.is(reconcile(entry([{ complete: true, candidates: [pet('9', { status: 'sold' })] }]), strong).type, 'review', 'another status');
  t.is(reconcile(entry([none, none]), { ...strong, habits: { ...plain, altersData: true } }).type, 'review', 'a service that rewrites names');
  t.is(reconcile(entry([none, none], {}, true), strong).type, 'review', 'the service said that it took it in');
});

test('an animal that was there before and looks like it only now makes every verdict a person\'s', (t) => {
  const [before, twin, other] = [pet('1'), pet('2'), pet('3', { name: 'Max' })];
  const lost = { ...entry([]), undecided: { ...undecided, twins: ['2' as Int64] } };
  const changed = findChanged(lost, [before, twin, other, pet('9')], new Set(['1', '2', '3'] as Int64[]), new Set());
  t.deepEqual(changed, [before]);
  const none = { complete: true, candidates: [] };
  t.like(reconcile(entry([none, none]), { ...strong, changed }), { type: 'review', candidates: [before] });
  t.like(reconcile(entry([{ complete: true, candidates: [pet('9')] }]), { ...strong, changed }), { type: 'review', candidates: [pet('9'), before] });
});

test('a status the service is known to give by itself is expected', (t) => {
  const { status: _, ...bare } = entry([{ complete: true, candidates: [pet('9')] }]);
  t.is(reconcile(bare, strong).type, 'review');
  t.is(reconcile(bare, { ...strong, habits: { ...plain, defaultStatus: 'available' } }).type, 'adopt');
});

test('habits are learnt from direct answers only', (t) => {
  const { status: _, ...bare } = entry([]);
  const created = { ...bare, state: 'created', pet: pet('1'), differences: ['default status'] } as const;
  t.deepEqual(learnHabits([created], plain), { altersData: false, defaultStatus: 'available' });
  t.deepEqual(learnHabits([{ ...created, adopted: { by: 'engine', evidence: '' } }], plain), plain);
  t.true(learnHabits([{ ...created, differences: ['name'] }], plain).altersData);
  const named = { ...created, adopted: { by: 'person', evidence: '' }, pet: pet('1', { name: 'Zoë' }) } as const;
  t.deepEqual(learnHabits([named], plain), plain, 'a person may have mistyped the id');
});
