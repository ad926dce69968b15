import test from 'ava';
import type { Entry } from '../../source/domain/entry.js';
import type { Int64 } from '../../source/domain/int64.js';
import { dueIn, findOutage, isDeferred } from '../../source/domain/waits.js';

const at = '2026-11-23T10:00:00.000Z';
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
  notMine: [],
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

test('one lost answer is an accident; an error, or two lost in a row, are an outage until the first is settled', (t) => {
  const problem = { code: 'x', message: 'x' };
  const lost = (localId: string): Entry => ({
    ...refused,
    localId,
    history: [{ kind: 'outcome', at, attempt: 1, result: { type: 'unknown', problem } }],
  });
  t.is(tell(at, lost('Q-2')), undefined);
  t.like(tell(at, lost('Q-2'), lost('Q-3')), { by: { localId: 'Q-2' }, until: undefined });
  t.like(tell(at, refused), { by: { localId: 'Q-2' }, until: undefined });
});

test('each animal that a person must decide makes the next wait longer', (t) => {
  const asked = (localId: string): Entry => ({ ...refused, localId, state: 'review' });
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
