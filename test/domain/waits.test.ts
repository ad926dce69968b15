import test from 'ava';
import type { Entry } from '../../source/domain/entry.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import type { EntryRecord } from '../../source/domain/record.ts';
import {
  dueIn,
  failuresInRow,
  findBlocked,
  findOutage,
  findWaits,
  isDeferred,
  isRetryRequested,
  isUndecided,
  nextTryAt,
  restsFor,
} from '../../source/domain/waits.ts';

const at = '2026-11-23T10:00:00.000Z';
const now = Date.parse(at);
const inMs = (ms: number): string => new Date(now + ms).toISOString();
const problem = { code: 'x', message: 'x' };
const waiting: Entry = {
  localId: 'Q-1',
  number: 1,
  name: 'Rex',
  categoryId: '3' as Int64,
  state: 'created',
  createdAt: at,
  attempts: 0,
  body: '',
  key: '',
  history: [],
};
const refused = {
  ...waiting,
  localId: 'Q-2',
  state: 'checking',
  undecided: { honoured: false, searches: [] },
  history: [
    { kind: 'outcome', at, attempt: 1, result: { type: 'unknown', problem: { code: 'x', message: 'x', status: 503 } } },
  ],
} as unknown as Entry;

const tell = (now: string, ...entries: readonly Entry[]): ReturnType<typeof findOutage> =>
  findOutage(entries, Date.parse(now));

const lost = (localId: string, state: Entry['state'] = 'checking'): Entry => ({
  ...refused,
  localId,
  state,
  history: [{ kind: 'outcome', at, attempt: 1, result: { type: 'unknown', problem } }],
});

test('one lost answer is an accident; an error, or two lost in a row, are an outage until the first is settled', (t) => {
  t.is(tell(at, lost('Q-2')), undefined);
  t.like(tell(at, lost('Q-2'), lost('Q-3')), { by: { localId: 'Q-2' }, until: undefined });
  t.like(tell(at, refused), { by: { localId: 'Q-2' }, until: undefined });
});

test('each animal that a person must decide makes the next wait longer, which is short where no store answered', (t) => {
  const asked = (localId: string): Entry => ({ ...refused, localId, state: 'review' });
  t.is(tell(at, lost('Q-2', 'review'), lost('Q-3', 'review'))?.until, '2026-11-23T10:04:00.000Z');
  t.is(tell(at, lost('Q-2', 'review'), asked('Q-3'))?.until, '2026-11-23T10:20:00.000Z');
  t.is(tell(at, asked('Q-2'))?.until, '2026-11-23T10:10:00.000Z');
  t.is(tell(at, asked('Q-2'), asked('Q-3'))?.until, '2026-11-23T10:20:00.000Z');
  t.is(tell('2026-11-23T10:11:00.000Z', asked('Q-2')), undefined, 'it is over');
});

test('an outage is told in a queue of any length', (t) => {
  const entries = [...Array.from({ length: 300_000 }, () => waiting), refused, { ...refused, localId: 'Q-3' }];
  t.like(findOutage(entries, Date.parse(at)), { type: 'outage', by: { localId: 'Q-2' } });
});

test('an animal is deferred while it is queued and the service asked to wait when it was last sent', (t) => {
  const told = (type: string) =>
    ({ kind: 'outcome', at, attempt: 1, result: { type } }) as unknown as Entry['history'][number];
  const queued = { ...waiting, state: 'queued' } as const;
  t.true(isDeferred({ ...queued, history: [told('not-sent'), told('deferred')] }));
  t.false(isDeferred({ ...queued, history: [told('deferred'), told('not-sent')] }));
  t.false(isDeferred({ ...waiting, state: 'held', history: [told('deferred')] }));
  t.false(isDeferred(queued));
});

test('a wait ends at its time, and one beyond an hour was written under a wrong clock', (t) => {
  const left = (nextTryAt: string): number => dueIn({ ...waiting, nextTryAt }, Date.parse(at));
  t.is(left('2026-11-23T10:00:05.000Z'), 5000);
  t.is(left('2026-11-23T11:00:00.000Z'), 3_600_000);
  t.is(left('2026-11-23T11:00:00.001Z'), 0);
  t.is(left('2026-11-23T09:59:59.000Z'), 0);
  t.is(dueIn(waiting, Date.parse(at)), 0);
});

const queued: Entry = { ...waiting, localId: 'Q-3', state: 'queued' };
const sent = (entry: Partial<Entry>, uptime: number, boot = 'b', sentAt = at): Entry => ({
  ...refused,
  ...entry,
  history: [{ kind: 'attempt', at: sentAt, uptime, boot } as EntryRecord, ...refused.history],
});

test('an animal may be on the store unless it is known to be, or was given up', (t) => {
  const told = (['checking', 'sending', 'review', 'queued', 'created', 'discarded'] as const).filter((state) =>
    isUndecided({ ...refused, state }),
  );
  t.deepEqual(told, ['checking', 'sending', 'review', 'queued']);
  t.false(isUndecided(queued), 'it was never sent');
});

test('what was just entered rests until its time, at most a minute, and only while it is queued', (t) => {
  const rests = (ms: number, state: Entry['state'] = 'queued') => restsFor({ state, restsUntil: inMs(ms) }, now);
  t.deepEqual([rests(5000), rests(60_000), rests(60_001), rests(-1), rests(5000, 'held')], [5000, 60_000, 0, 0, 0]);
  t.is(restsFor({ state: 'queued' }, now), 0);
});

test('a person ends every wait from before they asked, but the one that the service asked for', (t) => {
  const last = (type: string): Entry => ({
    ...queued,
    history: [{ kind: 'outcome', at, attempt: 1, result: { type, problem, nextTryAt: inMs(5000) } } as EntryRecord],
  });
  t.true(isRetryRequested(last('not-sent'), now + 1));
  t.false(isRetryRequested(last('not-sent'), now), 'it was answered no earlier than they asked');
  t.false(isRetryRequested(last('deferred'), now + 1));
  t.false(isRetryRequested(queued, now + 1));
});

test('an outage is over once the store took in an animal that was sent later, by the clock that nobody sets', (t) => {
  const taken = (uptime: number, boot?: string): Entry => sent({ ...waiting, undecided: undefined! }, uptime, boot);
  const lost = sent({}, 50);
  t.truthy(findOutage([taken(10), lost], now));
  t.truthy(findOutage([taken(10), taken(20), lost], now));
  t.is(findOutage([taken(60), lost], now), undefined);
  t.is(findOutage([taken(10), taken(60), lost], now), undefined);
  t.is(findOutage([taken(60), taken(10), lost], now), undefined);
  t.is(findOutage([taken(10), taken(60, 'earlier'), lost], now), undefined, 'of another start: by the calendar');
});

test('an animal that keys make safe, or that was never sent from here, is in no outage', (t) => {
  const { undecided } = refused;
  t.is(tell(at, { ...refused, undecided: { ...undecided!, honoured: true } }), undefined);
  t.is(tell(at, { ...refused, undecided: { ...undecided!, isCopied: true } }), undefined);
});

test('a person who asks to go on ends an outage that waits for the clock, and no other', (t) => {
  const asked: Entry = { ...refused, state: 'review' };
  t.truthy(findOutage([asked], now, now), 'they asked before it was answered');
  t.is(findOutage([asked], now, now + 1), undefined);
  t.truthy(findOutage([refused], now, now + 1), 'one is being looked for');
  t.is(findOutage([asked], now + 600_000), undefined);
  t.is(findOutage([asked], now - 3_600_000), undefined, 'the clock was set back');
});

test('a queued animal rests, waits for one like it, for the service, or for the end of an outage', (t) => {
  const why = (entry: Entry, ...others: readonly Entry[]) => findWaits([...others, entry], now)(entry);
  t.is(why(queued), undefined);
  t.is(why({ ...refused, localId: 'Q-3' }), undefined, 'it is not queued');
  const resting = { ...queued, restsUntil: inMs(5000) };
  t.deepEqual(why(resting), { type: 'rest', until: inMs(5000) });
  t.like(why(resting, sent({}, 1)), { type: 'blocked' }, 'it is not sent when its rest ends');
  t.like(why(resting, sent({ name: 'Bo' }, 1)), { type: 'outage' });
  t.is(why({ ...queued, restsUntil: inMs(0) }), undefined);

  t.like(why(queued, sent({}, 1)), { type: 'blocked', by: { localId: 'Q-2' } });
  t.like(why(queued, sent({}, 1, 'b', inMs(-119_999))), { type: 'blocked' });
  t.like(why(queued, sent({}, 1, 'b', inMs(-120_000))), { type: 'outage' }, 'the settle time is over');
  t.like(why(queued, sent({ state: 'sending' }, 1, 'b', inMs(-120_000))), { type: 'blocked' });
  t.like(why(queued, sent({ name: 'Bo' }, 1)), { type: 'outage', by: { localId: 'Q-2' } });

  const deferred = (localId: string, ms: number): Entry => ({
    ...queued,
    localId,
    name: 'Bo',
    nextTryAt: inMs(ms),
    history: [{ kind: 'outcome', at, attempt: 1, result: { type: 'deferred', problem, nextTryAt: inMs(ms) } }],
  });
  t.deepEqual(why(queued, deferred('Q-4', 9000), deferred('Q-5', 5000), sent({ name: 'Mia' }, 1)), {
    type: 'deferred',
    until: inMs(9000),
  });
  t.is(why(queued, deferred('Q-4', 0), { ...queued, nextTryAt: inMs(9000) }), undefined, 'over, or its own wait');
});

test('an undecided animal keeps back the queued ones of its name and category, and no decided one does', (t) => {
  const others = [refused, queued, { ...queued, localId: 'Q-4', name: 'Bo' }, { ...waiting, localId: 'Q-5' }];
  t.deepEqual(
    findBlocked(others, refused).map(({ localId }) => localId),
    ['Q-3'],
  );
  t.deepEqual(findBlocked([...others, { ...queued, undecided: refused.undecided! }], refused).length, 2);
  t.deepEqual(findBlocked([queued], { ...refused, localId: 'Q-3' }), [], 'not itself');
  t.deepEqual(findBlocked(others, waiting), []);
});

test('the next try is later with each failure up to a minute, and never sooner than the service asked', (t) => {
  const wait = (failures: number, atLeastMs?: number): number =>
    Date.parse(nextTryAt(now, failures, () => 1, atLeastMs)) - now;
  t.deepEqual([wait(0), wait(1), wait(5), wait(6), wait(2000)], [1000, 2000, 32_000, 60_000, 60_000]);
  t.is(Date.parse(nextTryAt(now, 3, () => 0)) - now, 0);
  t.deepEqual([wait(0, 500), wait(0, 30_000), wait(0, 2 * 3_600_000)], [1000, 30_000, 3_600_000]);
});

const attempt: EntryRecord = {
  kind: 'attempt',
  at,
  uptime: 1,
  process: '',
  honoured: false,
  credential: '',
};
const outcome = (type: 'not-sent' | 'rejected'): EntryRecord => ({
  kind: 'outcome',
  at,
  attempt: 1,
  result: type === 'rejected' ? { type, problem } : { type, problem, nextTryAt: at },
});
const failed = [attempt, outcome('not-sent')];

test('attempts that came to nothing count as long as they come in a row', (t) => {
  t.is(failuresInRow([...failed, ...failed, attempt], 0), 3);
  t.is(failuresInRow([...failed, undefined, ...failed, attempt], 0), 3);
  t.is(failuresInRow([...failed, attempt], Date.parse(at) + 1), 0, 'nobody wants to wait any more');
});

test('an edit, a decision of a person and an answer to the data itself begin a new row', (t) => {
  t.is(failuresInRow([...failed, ...failed, { kind: 'edited', at, body: '', key: '' }, attempt], 0), 1);
  t.is(failuresInRow([...failed, ...failed, attempt, outcome('rejected'), attempt], 0), 1);
  for (const kind of ['retried', 'released', 'restored', 'sent-again'] as const) {
    t.is(failuresInRow([...failed, ...failed, { kind, at }, ...failed, attempt], 0), 2, kind);
  }
});
