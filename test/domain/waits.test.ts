import test from 'ava';
import type { Entry } from '../../source/domain/entry.js';
import type { Int64 } from '../../source/domain/int64.js';
import type { EntryRecord } from '../../source/domain/record.js';
import { findOutage } from '../../source/domain/waits.js';

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

test('an outage ends, for one more animal, once the store was looked at four times without a decision', (t) => {
  const lookedAt = (times: number): Entry => ({
    ...refused,
    undecided: {
      ...refused.undecided!,
      searches: Array.from({ length: times }, () => ({ uptime: 0, complete: true, candidates: [] })),
    },
    history: [
      ...refused.history,
      ...Array.from({ length: times }, () => ({ kind: 'looked', at: '2026-11-23T10:04:00.000Z' }) as EntryRecord),
    ],
  });
  const tell = (...entries: readonly Entry[]): ReturnType<typeof findOutage> =>
    findOutage(entries, Date.parse('2026-11-23T10:05:00.000Z'));
  t.truthy(tell(lookedAt(3)));
  t.is(tell(lookedAt(4)), undefined);
  t.is(tell(lookedAt(4), lookedAt(4)), undefined, 'the other one was sent before that');
  t.like(tell(lookedAt(4), refused), { until: undefined }, 'the other one was not looked for yet');
  const [outcome] = refused.history;
  const probe = { ...lookedAt(4), history: [{ ...outcome, at: '2026-11-23T10:05:00.000Z' } as EntryRecord] };
  t.is(
    tell(lookedAt(4), probe)?.until,
    '2026-11-23T10:15:00.000Z',
    'each that went the same way makes the wait longer',
  );
  t.is(tell(lookedAt(4), probe, probe)?.until, '2026-11-23T10:25:00.000Z');
});

test('an outage is told in a queue of any length', (t) => {
  const entries = [...Array.from({ length: 300_000 }, () => waiting), refused];
  t.like(findOutage(entries, Date.parse(at)), { type: 'outage', by: { localId: 'Q-2' } });
});
