/** A long history is short, and says the same. */
import test from 'ava';
import type { Entry } from '../../../source/domain/entry.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { AttemptResult, EntryRecord } from '../../../source/domain/record.ts';
import { append, enter } from '../../../source/local/queue/changes.ts';
import { emptyQueue, type QueueData, withRecord } from '../../../source/local/queue/queue-document.ts';

const problem = { code: 'x', message: 'x' };
const results = {
  lost: { type: 'unknown', problem },
  deferred: { type: 'deferred', problem, nextTryAt: '2026-11-21T10:00:00.000Z' },
  'not-sent': { type: 'not-sent', problem, nextTryAt: '2026-11-21T10:00:00.000Z' },
  made: { type: 'created', pet: { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 }, differences: [] },
} as const satisfies Record<string, AttemptResult>;
type Step =
  | keyof typeof results
  | 'attempt'
  | 'looked'
  | 'absent'
  | 'edited'
  | 'held'
  | 'released'
  | 'reviewed'
  | 'gone'
  | 'again';

/** What may happen in a row, over and over. */
const rounds: readonly (readonly Step[])[] = [
  ['attempt', 'deferred'],
  ['attempt', 'lost', 'looked', 'looked', 'absent'],
  ['attempt', 'lost', 'attempt', 'not-sent', 'looked', 'looked', 'absent'],
  ['attempt', 'lost', 'edited', 'looked', 'absent'],
  ['attempt', 'lost', 'held', 'looked', 'absent', 'released'],
  ['attempt', 'lost', 'reviewed', 'again'],
  ['held', 'released'],
  ['attempt', 'made', 'gone', 'again'],
  ['edited'],
];

/** The event of a step at an entry, at a moment of its own. */
function toRecord(step: Step, { undecided }: Entry, second: number): EntryRecord {
  const at = new Date(Date.UTC(2026, 10, 21) + second * 1000).toISOString();
  switch (step) {
    case 'attempt':
      return { kind: 'attempt', at, uptime: second, process: 'p', honoured: false, credential: 'c' };
    case 'looked':
      return { kind: 'looked', at, uptime: second, complete: true, candidates: [], couldSettle: true };
    case 'absent':
      return { kind: 'absent', at, key: `key ${second}` };
    case 'edited':
      return { kind: 'edited', at, body: `{"name":"Rex ${second}","categoryId":3}`, key: `key ${second}` };
    case 'reviewed':
      return { kind: 'review', at, reason: 'r', candidates: [] };
    case 'gone':
      return { kind: 'gone', at, pet: results.made.pet, is: 'asked' };
    case 'again':
      return { kind: 'sent-again', at };
    case 'held':
    case 'released':
      return { kind: step, at };
    case 'lost':
    case 'deferred':
    case 'not-sent':
    case 'made':
      return { kind: 'outcome', at, attempt: undecided?.lastAttempt ?? 0, result: results[step] };
  }
}

const pet = { name: 'Rex', categoryId: '3' as Int64 };
const entered = (): { queue: QueueData; entry: Entry } => {
  const { queue, result } = enter(emptyQueue('http://shop.example/v1'), [pet], '2026-11-21T00:00:00.000Z', {});
  return { queue, entry: result[0]! };
};
/** The last error is that of a try to come as soon as there is one. */
const withoutHistory = ({ history: _, lastError: __, ...state }: Entry): unknown => state;

/** Repeats what happens, and holds each state against that of the whole history. */
function live(steps: Iterable<Step>, compare: (kept: unknown, whole: unknown) => void): Entry {
  let { queue, entry } = entered();
  let whole = entry;
  let second = 0;
  for (const step of steps) {
    const record = toRecord(step, entry, (second += 1));
    ({ queue, result: entry } = append(queue, entry, record));
    whole = withRecord(whole, record);
    compare(withoutHistory(entry), withoutHistory(whole));
  }

  return entry;
}

for (const round of rounds.filter((each) => each.includes('attempt'))) {
  test(`of ${round.join(', ')} over and over no more than fifty events are kept, and nothing is forgotten`, (t) => {
    const { history, attempts } = live(Array.from({ length: 40 }, () => round).flat(), (kept, whole) =>
      t.deepEqual(kept, whole),
    );
    t.true(history.length <= 50, String(history.length));
    t.is(history[0]?.kind, 'entered');
    t.is(attempts, 40 * round.filter((step) => step === 'attempt').length);
    t.is(history.filter(({ kind }) => kind === 'left-out').length, 1);
  });
}

test('whatever else a person does in between, an animal is as its whole history tells', (t) => {
  let state = 1;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let run = 0; run < 30; run += 1) {
    const steps = Array.from({ length: 60 }, () => rounds[random(rounds.length)] ?? []).flat();
    const { history } = live(steps, (kept, whole) => t.deepEqual(kept, whole));
    t.true(history.length < steps.length);
  }
});
