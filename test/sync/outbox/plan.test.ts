import test from 'ava';
import type { Entry, Undecided } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import { planNext, type PlanInput } from '../../../source/sync/outbox/plan.js';

const undecided: Undecided = { firstAttempt: 1, lastAttempt: 1, baseline: 'f', lookalikes: [], freshAbove: undefined, glance: undefined, firstSentAt: new Date(0).toISOString(), firstUptime: 0, sentUptime: 0, honoured: false, credential: 'c', applied: false, searches: [], failedSearches: 0 };

function entry(number: number, more: Partial<Entry> = {}): Entry {
  const name = more.name ?? `Pet ${number}`;
  return { localId: `Q-${number}`, number, name, categoryId: '1' as Int64, state: 'queued', createdAt: '', attempts: 0, body: '', key: '', notMine: [], history: [], ...more };
}

function plan(entries: readonly Entry[], more: Partial<PlanInput> = {}) {
  const result = planNext({ entries, now: 1_000_000, uptime: 0, settleMs: 60_000, honoured: false, isUnanswered: false, credential: 'c', atOnce: 1, retryRequestedAt: 0, ...more });
  return 'entries' in result ? { type: result.type, ids: result.entries.map(({ localId }) => localId) } : result;
}

test('the oldest queued animal is sent first', (t) => {
  t.deepEqual(plan([entry(1), entry(2)]), { type: 'send', ids: ['Q-1'] });
});

test('checking comes before sending, as soon as the settle time is over', (t) => {
  const entries = [entry(1), entry(2, { state: 'checking', undecided })];
  t.deepEqual(plan(entries, { uptime: 59_999 }), { type: 'send', ids: ['Q-1'] });
  t.deepEqual(plan(entries, { uptime: 60_000 }), { type: 'search', ids: ['Q-2'] });
});

test('two looks are a settle time apart', (t) => {
  const looked = entry(1, { state: 'checking', undecided: { ...undecided, searches: [{ uptime: 60_000, complete: true, candidates: [], isSecondOpinion: false }] } });
  t.deepEqual(plan([looked], { uptime: 100_000 }), { type: 'wait', ms: 20_000 });
  t.deepEqual(plan([looked], { uptime: 120_000 }), { type: 'search', ids: ['Q-1'] });
});

test('after a restart of the machine only the time since then counts', (t) => {
  const sentLate = entry(1, { state: 'checking', undecided: { ...undecided, sentUptime: 5_000_000 } });
  t.deepEqual(plan([sentLate], { uptime: 20_000 }), { type: 'wait', ms: 40_000 });
});

test('the calendar clock settles nothing, a day back or a year forward', (t) => {
  const checking = entry(1, { state: 'checking', undecided });
  t.deepEqual(plan([checking], { uptime: 1000, now: 365 * 86_400_000 }), { type: 'wait', ms: 59_000 });
  t.deepEqual(plan([checking], { uptime: 60_000, now: -86_400_000 }), { type: 'search', ids: ['Q-1'] });
});

test('identical animals are never in flight together, and an undecided one blocks its like, held or not', (t) => {
  const twins = [entry(1, { name: 'Rex' }), entry(2, { name: ' Rex  ' }), entry(3)];
  t.deepEqual(plan(twins, { atOnce: 4 }), { type: 'send', ids: ['Q-1', 'Q-3'] });
  const blocked = [entry(1, { name: 'Rex', state: 'held', undecided }), entry(2, { name: 'Rex' })];
  t.deepEqual(plan(blocked), { type: 'idle' });
  t.deepEqual(plan([entry(2, { name: 'Rex' })], { others: blocked.slice(0, 1) }), { type: 'idle' }, 'also one that waits for another key, which may be the same tenant\'s');
  t.deepEqual(plan([entry(2, { name: 'Rex' })], { others: [entry(1, { name: 'Rex' })] }), { type: 'send', ids: ['Q-2'] });
});

test('an honoured key settles a lost answer at once, with the same credential and within a day', (t) => {
  const checking = entry(1, { state: 'checking', undecided: { ...undecided, honoured: true } });
  t.deepEqual(plan([checking], { honoured: true }), { type: 'resend', ids: ['Q-1'] });
  t.is(plan([checking], { honoured: true, credential: 'other' }).type, 'wait');
  t.is(plan([checking], { honoured: true, now: 24 * 3_600_000 }).type, 'wait');
  t.is(plan([entry(1, { state: 'checking', undecided })], { honoured: true }).type, 'wait');
});

test('waits are kept until a person asks, but for the one the service asked for', (t) => {
  const nextTryAt = new Date(1_030_000).toISOString();
  const failed = (type: 'not-sent' | 'deferred') =>
    entry(1, { nextTryAt, history: [{ kind: 'outcome', at: new Date(999_000).toISOString(), attempt: 1, result: { type, problem: { code: '', message: '' }, nextTryAt } }] });
  t.deepEqual(plan([failed('not-sent')]), { type: 'wait', ms: 30_000 });
  t.is(plan([failed('not-sent')], { retryRequestedAt: 999_999 }).type, 'send');
  t.deepEqual(plan([failed('deferred')], { retryRequestedAt: 999_999 }), { type: 'wait', ms: 30_000 });
});

test('a wait of more than an hour was written under a wrong clock and is over', (t) => {
  t.is(plan([entry(1, { nextTryAt: new Date(1_000_000 + 10 * 86_400_000).toISOString() })]).type, 'send');
});

test('what only a person can decide leaves nothing to do', (t) => {
  t.deepEqual(plan([entry(1, { state: 'review', undecided }), entry(2, { state: 'rejected' }), entry(3, { state: 'created' })]), { type: 'idle' });
});

test('where the question whether keys are honoured got lost, what only a key can settle waits for the answer, though not for ever', (t) => {
  const keyed = entry(1, { state: 'checking', undecided: { ...undecided, honoured: true, baseline: null } });
  t.deepEqual(plan([keyed], { isUnanswered: true, uptime: 60_000 }), { type: 'wait', ms: 60_000 });
  t.deepEqual(plan([keyed], { isUnanswered: true, uptime: 299_000 }), { type: 'wait', ms: 1000 });
  t.deepEqual(plan([keyed], { isUnanswered: true, uptime: 300_000 }), { type: 'search', ids: ['Q-1'] });
  t.deepEqual(plan([keyed], { uptime: 60_000 }), { type: 'search', ids: ['Q-1'] }, 'an answer that says no');
});

test('a service that asked to wait gets nothing else meanwhile either', (t) => {
  const nextTryAt = new Date(1_030_000).toISOString();
  const deferred = entry(1, { nextTryAt, history: [{ kind: 'outcome', at: new Date(999_000).toISOString(), attempt: 1, result: { type: 'deferred', problem: { code: '', message: '' }, nextTryAt } }] });
  t.deepEqual(plan([deferred, entry(2), entry(3)]), { type: 'wait', ms: 30_000 });
  t.deepEqual(plan([deferred, entry(2)], { now: 1_030_000 }), { type: 'send', ids: ['Q-1'] });
});

test('a key is not relied on past its time, also where the calendar clock was set back', (t) => {
  const keyed = entry(1, { state: 'checking', undecided: { ...undecided, honoured: true, firstUptime: 0, sentUptime: 0 } });
  t.is(plan([keyed], { honoured: true, uptime: 22 * 3_600_000 }).type, 'resend');
  t.is(plan([keyed], { honoured: true, uptime: 24 * 3_600_000 }).type, 'search');
});
