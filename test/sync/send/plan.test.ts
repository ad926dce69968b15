import test from 'ava';
import type { Entry, Undecided } from '../../../source/domain/entry.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Knowledge } from '../../../source/sync/reconcile/known.ts';
import { planNext } from '../../../source/sync/send/plan.ts';

const undecided: Undecided = {
  firstAttempt: 1,
  lastAttempt: 1,
  alike: [],
  nearBefore: [],
  known: [],
  listAge: 0,
  listRows: 1,
  highest: undefined,
  atOnce: undefined,
  firstSentAt: new Date(0).toISOString(),
  firstUptime: 0,
  sentUptime: 0,
  honoured: false,
  credential: 'c',
  applied: false,
  searches: [],
  failedSearches: 0,
};

function entry(number: number, more: Partial<Entry> = {}): Entry {
  const name = more.name ?? `Pet ${number}`;
  return {
    localId: `Q-${number}`,
    number,
    name,
    categoryId: '1' as Int64,
    state: 'queued',
    createdAt: '',
    attempts: 0,
    body: '',
    key: '',
    history: [],
    ...more,
  };
}

/** A store whose list was always prompt. */
const knowledge: Knowledge = {
  ours: [],
  gone: new Set(),
  isRising: false,
  isPrompt: true,
  isQuick: false,
  settleMs: 60_000,
};

function plan(entries: readonly Entry[], more: Partial<Parameters<typeof planNext>[0]> = {}) {
  const result = planNext({
    entries,
    now: 1_000_000,
    uptime: 0,
    settleMs: 60_000,
    honoured: false,
    knowledge,
    credential: 'c',
    atOnce: 1,
    retryRequestedAt: 0,
    ...more,
  });
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

test('right after the loss a list that is read quickly is looked at once, before another animal is sent', (t) => {
  const isQuick = { ...knowledge, isQuick: true };
  const attempt = { kind: 'attempt', at: '', uptime: 0, process: 'p', honoured: false, credential: 'c' } as const;
  const plans = (uptime: number, more: Partial<Undecided>) =>
    plan(
      [
        entry(1),
        entry(2, {
          state: 'checking',
          history: [attempt],
          nextTryAt: new Date(1_002_000).toISOString(),
          undecided: { ...undecided, listAge: 0, ...more },
        }),
      ],
      { uptime, knowledge: isQuick },
    ).type;
  t.is(plans(0, {}), 'search');
  t.is(plans(59_999, {}), 'search', 'the signal was away');
  t.is(plans(0, { atOnce: [] }), 'send', 'it was looked for');
  t.is(plans(0, { listAge: 60_001 }), 'send', 'the list before is too old to tell');
  t.is(plans(9999, { alike: ['7' as Int64] }), 'search');
  t.is(plans(10_000, { alike: ['7' as Int64] }), 'send', 'of a common name somebody may have added one by then');
  const later = { alike: ['7' as Int64], sentUptime: 90_000 };
  t.is(plans(84_999, { ...later, sentUptime: 80_000 }), 'search', 'a slow line');
  t.is(plans(90_000, later), 'send', 'the machine slept between the attempt and its loss');
  t.is(plans(90_000, { ...later, alike: [] }), 'search');
});

test('two looks are a settle time apart', (t) => {
  const looked = entry(1, {
    state: 'checking',
    undecided: { ...undecided, searches: [{ uptime: 60_000, complete: true, candidates: [], couldSettle: false }] },
  });
  t.deepEqual(plan([looked], { uptime: 100_000 }), { type: 'wait', ms: 20_000 });
  t.deepEqual(plan([looked], { uptime: 120_000 }), { type: 'search', ids: ['Q-1'] });
});

test('looks grow rarer once they could have settled it, and none is made before it could', (t) => {
  const nextLook = (counted: readonly boolean[], more: Partial<Knowledge> = {}): ReturnType<typeof plan> => {
    const searches = counted.map((couldSettle, index) => ({
      uptime: (index + 1) * 60_000,
      complete: true,
      candidates: [],
      couldSettle,
    }));
    const looked = entry(1, { state: 'checking', undecided: { ...undecided, searches } });
    return plan([looked], { uptime: counted.length * 60_000, knowledge: { ...knowledge, ...more } });
  };
  t.deepEqual(nextLook([false]), { type: 'wait', ms: 60_000 });
  t.deepEqual(nextLook([false, true]), { type: 'wait', ms: 60_000 });
  t.deepEqual(nextLook([false, true, true]), { type: 'wait', ms: 2 * 60_000 });
  t.deepEqual(nextLook([false, true, true, true]), { type: 'wait', ms: 4 * 60_000 });
  t.deepEqual(nextLook([false, ...Array.from({ length: 9 }, () => true)]), { type: 'wait', ms: 15 * 60_000 });
  t.deepEqual(nextLook([false, false], { isPrompt: false }), { type: 'wait', ms: 8 * 60_000 }, 'ten settle times');
});

test('of what another start of the machine recorded only the time since this one was known counts', (t) => {
  const there = entry(1, { state: 'checking', undecided: { ...undecided, sentUptime: 0, sentBoot: 'a' } });
  t.deepEqual(plan([there], { uptime: 90_000, boot: 'b', since: 50_000 }), { type: 'wait', ms: 20_000 });
  t.deepEqual(plan([there], { uptime: 110_000, boot: 'b', since: 50_000 }), { type: 'search', ids: ['Q-1'] });
});

test('after a restart of the machine only the time since then counts', (t) => {
  const sentLate = entry(1, { state: 'checking', undecided: { ...undecided, sentUptime: 5_000_000 } });
  t.deepEqual(plan([sentLate], { uptime: 20_000 }), { type: 'wait', ms: 40_000 });
});

test('identical animals are not sent together, and an open one keeps its like back for two settle times', (t) => {
  const twins = [entry(1, { name: 'Rex' }), entry(2, { name: ' Rex  ' }), entry(3)];
  t.deepEqual(plan(twins, { atOnce: 4, honoured: true }), { type: 'send', ids: ['Q-1', 'Q-3'] });
  t.deepEqual(plan(twins, { atOnce: 4 }), { type: 'send', ids: ['Q-1'] }, 'without keys all go in their order');
  const blocked = [entry(1, { name: 'Rex', state: 'held', undecided }), entry(2, { name: 'Rex' })];
  t.deepEqual(plan(blocked), { type: 'wait', ms: 120_000 });
  t.deepEqual(plan(blocked, { uptime: 120_000 }), { type: 'send', ids: ['Q-2'] }, 'a litter does not stand still');
  t.deepEqual(
    plan([entry(2, { name: 'Rex' })], { others: blocked.slice(0, 1) }),
    { type: 'wait', ms: 120_000 },
    "also one that waits for another key, which may be the same tenant's",
  );
  t.deepEqual(plan([entry(2, { name: 'Rex' })], { others: [entry(1, { name: 'Rex' })] }), {
    type: 'send',
    ids: ['Q-2'],
  });
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
    entry(1, {
      nextTryAt,
      history: [
        {
          kind: 'outcome',
          at: new Date(999_000).toISOString(),
          attempt: 1,
          result: { type, problem: { code: '', message: '' }, nextTryAt },
        },
      ],
    });
  t.deepEqual(plan([failed('not-sent')]), { type: 'wait', ms: 30_000 });
  t.is(plan([failed('not-sent')], { retryRequestedAt: 999_999 }).type, 'send');
  t.deepEqual(plan([failed('deferred')], { retryRequestedAt: 999_999 }), { type: 'wait', ms: 30_000 });
});

test('what only a person can decide leaves nothing to do', (t) => {
  t.deepEqual(
    plan([entry(1, { state: 'review', undecided }), entry(2, { state: 'rejected' }), entry(3, { state: 'created' })]),
    { type: 'idle' },
  );
});

const keyed = (number: number, more: Partial<Entry> = {}): Entry =>
  entry(number, { state: 'checking', undecided: { ...undecided, honoured: true }, ...more });
const outcome = (result: object): Entry['history'][number] =>
  ({
    kind: 'outcome',
    at: new Date(0).toISOString(),
    attempt: 1,
    result: { problem: { code: '', message: '' }, ...result },
  }) as Entry['history'][number];

test('where a person waits for one animal nothing is done with the others', (t) => {
  t.deepEqual(plan([entry(1), entry(2)], { only: 'Q-2' }), { type: 'send', ids: ['Q-2'] });
  t.deepEqual(plan([entry(1)], { only: 'Q-2' }), { type: 'idle' });
});

test('with one animal asked for, the pause that the service asked for with another holds it up too, and so does one like it that is open', (t) => {
  const nextTryAt = new Date(1_030_000).toISOString();
  const deferred = entry(1, { nextTryAt, history: [outcome({ type: 'deferred', nextTryAt })] });
  t.deepEqual(plan([deferred, entry(2)], { only: 'Q-2' }), { type: 'wait', ms: 30_000 });
  const lost = entry(3, { name: 'Rex', state: 'review', undecided });
  t.deepEqual(plan([deferred, entry(2, { name: 'Rex' }), lost], { only: 'Q-2' }), { type: 'wait', ms: 120_000 });
  t.deepEqual(plan([entry(2, { name: 'Rex' }), lost], { only: 'Q-2' }), { type: 'wait', ms: 120_000 });
});

test('an answer that a key gives again and again is not asked for once more', (t) => {
  const after = (...results: object[]): string =>
    plan([keyed(1, { history: results.map(outcome) })], { honoured: true, uptime: 60_000 }).type;
  const applied = { type: 'unknown', applied: true };
  t.is(after({ type: 'rejected' }), 'search');
  t.is(after({ type: 'rejected' }, { type: 'unknown' }), 'resend', 'the last one counts');
  t.is(after({ type: 'unknown', problem: { code: '', message: '', status: 422 } }), 'search');
  t.is(after({ type: 'unknown', problem: { code: '', message: '', status: 500 } }), 'resend');
  t.is(after({ type: 'not-sent', problem: { code: '', message: '', status: 422 } }), 'resend');
  t.is(after(applied, applied, applied, applied), 'resend');
  t.is(after(applied, applied, applied, applied, applied), 'search');
  t.is(
    after(...Array.from({ length: 5 }, () => ({ type: 'unknown' }))),
    'resend',
    'it never said that it took the animal in',
  );
});

test('events that are no outcomes say nothing of what a key answers', (t) => {
  const history = [{ kind: 'held', at: '' } as const, outcome({ type: 'unknown' })];
  t.is(plan([keyed(1, { history })], { honoured: true }).type, 'resend');
});

test('no more are sent again at once than at all, and each keeps its wait', (t) => {
  t.deepEqual(plan([keyed(1), keyed(2)], { honoured: true }), { type: 'resend', ids: ['Q-1'] });
  const inSeconds = (seconds: number): Partial<Entry> => ({
    nextTryAt: new Date(1_000_000 + seconds * 1000).toISOString(),
  });
  t.deepEqual(plan([keyed(1, inSeconds(20)), keyed(2, inSeconds(10))], { honoured: true, uptime: 60_000 }), {
    type: 'wait',
    ms: 10_000,
  });
  t.deepEqual(plan([keyed(1, inSeconds(20)), keyed(2)], { honoured: true }), { type: 'resend', ids: ['Q-2'] });
});

test('a search waits for its own time as well as for the settle time, and every one that is due is made at once', (t) => {
  const lost = (number: number, more: Partial<Entry> = {}): Entry =>
    entry(number, { state: 'checking', undecided, ...more });
  const later = new Date(1_030_000).toISOString();
  t.deepEqual(plan([lost(1, { nextTryAt: later })], { uptime: 60_000 }), { type: 'wait', ms: 30_000 });
  t.deepEqual(plan([lost(1, { nextTryAt: later })], { uptime: 1000 }), { type: 'wait', ms: 59_000 });
  t.deepEqual(plan([lost(1), lost(2)], { uptime: 60_000 }), { type: 'search', ids: ['Q-1', 'Q-2'] });
  t.deepEqual(
    plan([lost(1, { nextTryAt: new Date(1_000_000 + 10 * 86_400_000).toISOString() })], { uptime: 1000 }),
    { type: 'wait', ms: 59_000 },
    'a wait that was written under a wrong clock is over',
  );
  t.deepEqual(
    plan([lost(1, { undecided: { ...undecided, sentUptime: undefined } })]),
    { type: 'search', ids: ['Q-1'] },
    'nobody knows when it was sent',
  );
});

test('a key is relied on for less than a day by either clock', (t) => {
  const lifetimeMs = 23 * 3_600_000;
  const sent = (more: Partial<Undecided> = {}): Entry =>
    keyed(1, {
      undecided: {
        ...undecided,
        honoured: true,
        firstSentAt: new Date(500_000).toISOString(),
        firstUptime: 500,
        ...more,
      },
    });
  const type = (of: Entry, now: number, uptime: number): string => plan([of], { honoured: true, now, uptime }).type;
  t.is(type(sent(), 500_000 + lifetimeMs - 1, 500), 'resend');
  t.is(type(sent(), 500_000 + lifetimeMs, 500), 'wait');
  t.is(type(sent(), 500_000, 500 + lifetimeMs - 1), 'resend');
  t.is(type(sent(), 500_000, 500 + lifetimeMs), 'search');
  t.is(
    type(sent({ firstUptime: undefined }), 500_000, 500),
    'resend',
    "where the machine's clock is not known the calendar's counts",
  );
  t.is(type(sent({ firstSentAt: undefined }), 500_000, 500), 'wait');
});

test('a repeat that is still running is waited for, two settle times at most', (t) => {
  const running = outcome({ type: 'unknown', problem: { code: '', message: '', status: 409 } });
  const repeated = keyed(1, { history: [running] });
  t.is(plan([repeated], { honoured: true, now: 119_999 }).type, 'resend');
  t.is(plan([repeated], { honoured: true, now: 120_000, uptime: 60_000 }).type, 'search');
});

test('whoever sends one animal makes the looks that are due first, and waits for its own alone', (t) => {
  const open = entry(1, { state: 'checking', undecided });
  t.deepEqual(plan([open, entry(2)], { only: 'Q-2', uptime: 60_000 }), { type: 'search', ids: ['Q-1'] });
  t.deepEqual(plan([open], { only: 'Q-2', uptime: 1000 }), { type: 'idle' });
});

test('whoever only reads the list makes the looks that are due, and sends nothing', (t) => {
  const open = entry(1, { state: 'checking', undecided });
  t.deepEqual(plan([open, entry(2)], { looksOnly: true, uptime: 60_000 }), { type: 'search', ids: ['Q-1'] });
  t.deepEqual(plan([open, entry(2)], { looksOnly: true, uptime: 1000 }), { type: 'idle' });
});

test('after an unclear answer nothing is sent for a while', (t) => {
  t.deepEqual(plan([entry(1)], { sendInMs: 2000 }), { type: 'wait', ms: 2000 });
});
