import test from 'ava';
import type { Entry } from '../../source/domain/entry.js';
import type { Int64 } from '../../source/domain/int64.js';
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
  });
  t.truthy(findOutage([lookedAt(3)], Date.parse(at)));
  t.is(findOutage([lookedAt(4)], Date.parse(at)), undefined);
  t.like(
    findOutage([lookedAt(4), refused], Date.parse(at)),
    { until: undefined },
    'the other one was not looked for yet',
  );
  const untilAfter = (count: number): string | undefined =>
    findOutage(
      Array.from({ length: count }, () => lookedAt(4)),
      Date.parse(at),
    )?.until;
  t.is(untilAfter(2), '2026-11-23T10:10:00.000Z', 'each one that went the same way makes the next one wait longer');
  t.is(untilAfter(3), '2026-11-23T10:20:00.000Z');
});

test('an outage is told in a queue of any length', (t) => {
  const entries = [...Array.from({ length: 300_000 }, () => waiting), refused];
  t.like(findOutage(entries, Date.parse(at)), { type: 'outage', by: { localId: 'Q-2' } });
});
