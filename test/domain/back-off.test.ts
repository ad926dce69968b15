import test from 'ava';
import type { EntryRecord } from '../../source/domain/record.js';
import { failuresInRow } from '../../source/domain/waits.js';

const at = '2026-11-22T09:00:00.000Z';
const problem = { code: 'x', message: '' };
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
