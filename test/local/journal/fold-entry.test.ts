import test from 'ava';
import type { Entry } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { AttemptResult, EntryRecord, RecordOf } from '../../../source/domain/record.js';
import { foldEntry } from '../../../source/local/journal/fold-entry.js';

const at = '2026-11-21T10:00:00.000Z';
const problem = { code: 'x', message: 'x' };
const entered: RecordOf<'entered'> = { kind: 'entered', at, localId: 'Q-7', store: 's', body: '{"name":"Rex","categoryId":3}', key: 'k1' };
const pet: Pet = { id: '42' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const attempt = (uptime: number, fence: string | null = 'f1'): EntryRecord => ({ kind: 'attempt', at, uptime, process: 'p', fence, honoured: false, credential: 'c' });
const outcome = (step: number, result: AttemptResult): EntryRecord => ({ kind: 'outcome', at, attempt: step, result });
const unknown: AttemptResult = { type: 'unknown', problem };
const notSent: AttemptResult = { type: 'not-sent', problem, nextTryAt: at };
const fold = (...later: (EntryRecord | undefined)[]) => foldEntry(entered, later);

test('an attempt without an outcome is sending and undecided', (t) => {
  t.like(fold(attempt(1)), { state: 'sending', attempts: 1, undecided: { firstAttempt: 1, baseline: 'f1' } });
});

test('a certain refusal decides the attempt it answers', (t) => {
  const expected: readonly [AttemptResult, Entry['state']][] = [
    [notSent, 'queued'],
    [{ type: 'deferred', problem, nextTryAt: at }, 'queued'],
    [{ type: 'unauthorized', problem, nextTryAt: at }, 'queued'],
    [{ type: 'misconfigured', problem, nextTryAt: at }, 'queued'],
    [{ type: 'rejected', problem }, 'rejected'],
  ];
  for (const [result, state] of expected) {
    const entry = fold(attempt(1), outcome(1, result));
    t.is(entry.state, state, result.type);
    t.is(entry.undecided, undefined, result.type);
  }
});

test('undecided stays undecided, whatever a later attempt comes to', (t) => {
  for (const result of [notSent, { type: 'rejected', problem }, { type: 'deferred', problem, nextTryAt: at }] as const) {
    const entry = fold(attempt(1, 'f1'), outcome(1, unknown), attempt(1, 'f2'), outcome(3, result));
    t.like(entry, { state: 'checking', undecided: { firstAttempt: 1, baseline: 'f1' } }, result.type);
  }
});

test('the true outcome that comes after a guess settles its attempt', (t) => {
  t.is(fold(attempt(1), outcome(1, unknown), outcome(1, { type: 'rejected', problem })).state, 'rejected');
  t.like(fold(attempt(1), outcome(1, unknown), outcome(1, { type: 'created', pet, differences: [] })), { state: 'created', petId: '42' });
});

test('an outcome that is told twice is heard once', (t) => {
  t.is(fold(attempt(1), outcome(1, notSent), outcome(1, notSent)).state, 'queued');
});

test('holding, releasing and retrying settle nothing that is undecided', (t) => {
  for (const kind of ['released', 'retried'] as const) {
    t.is(fold(attempt(1), outcome(1, unknown), { kind: 'held', at }, { kind, at }).state, 'checking', kind);
  }
});

test('a lost or damaged record after entering counts as undecided with a weak baseline', (t) => {
  t.like(fold(undefined), { state: 'checking', undecided: { baseline: null } });
  t.like(fold(attempt(1), undefined), { state: 'checking', undecided: { baseline: null } });
});

test('damage after the pet has its id changes nothing', (t) => {
  t.is(fold(attempt(1), outcome(1, { type: 'created', pet, differences: [] }), undefined).state, 'created');
});

test('a proven absence queues it again under a new key', (t) => {
  t.like(fold(attempt(1), outcome(1, unknown), { kind: 'absent', at, key: 'k2' }), { state: 'queued', key: 'k2', undecided: undefined });
});

test('editing a rejected animal gives it a new body and a new key, and drops a status that was taken away', (t) => {
  const entry = foldEntry({ ...entered, body: '{"name":"Rex","categoryId":3,"status":"sold"}' }, [
    attempt(1),
    outcome(1, { type: 'rejected', problem }),
    { kind: 'edited', at, body: '{"name":"Max","categoryId":9223372036854775807}', key: 'k2' },
  ]);
  t.like(entry, { state: 'queued', name: 'Max', categoryId: '9223372036854775807', key: 'k2', status: undefined });
});

test('restoring brings back the state that was discarded', (t) => {
  t.is(fold({ kind: 'held', at }, { kind: 'discarded', at }).state, 'discarded');
  t.is(fold({ kind: 'held', at }, { kind: 'discarded', at }, { kind: 'restored', at }).state, 'held');
});

test('what is held stays held until it is let go, whatever is changed about it', (t) => {
  const held: EntryRecord = { kind: 'held', at };
  const edited: EntryRecord = { kind: 'edited', at, body: '{"name":"Max","categoryId":4}', key: 'k2' };
  t.like(fold(held, edited), { state: 'held', name: 'Max', key: 'k2' });
  t.is(fold(held, edited, edited).state, 'held');
  t.is(fold(held, edited, { kind: 'released', at }).state, 'queued');
  t.is(fold(held, edited, { kind: 'discarded', at }, { kind: 'restored', at }).state, 'held');
  t.is(fold(held, undefined, { kind: 'absent', at, key: 'k2' }).state, 'held', 'a damaged record may have let it go, or not');
});

test('what is let go is what it was before it was held', (t) => {
  const rejected = [attempt(1), outcome(1, { type: 'rejected', problem })] as const;
  const edited: EntryRecord = { kind: 'edited', at, body: '{"name":"Max","categoryId":4}', key: 'k2' };
  t.is(fold({ kind: 'held', at }, { kind: 'released', at }).state, 'queued');
  t.is(fold(...rejected, { kind: 'held', at }, { kind: 'released', at }).state, 'rejected');
  t.is(fold(...rejected, { kind: 'held', at }, edited, { kind: 'released', at }).state, 'queued', 'what was refused is another animal now');
  t.is(fold(...rejected, { kind: 'held', at }, { kind: 'released', at }, edited).state, 'queued');
});

test('an animal that an earlier version let go when it was edited is not held for ever', (t) => {
  const edited: EntryRecord = { kind: 'edited', at, body: '{"name":"Max","categoryId":4}', key: 'k2' };
  const sent = [{ kind: 'held', at }, edited, attempt(1)] as const;
  t.is(fold(...sent, outcome(3, { type: 'rejected', problem }), edited).state, 'queued');
  t.is(fold(...sent, outcome(3, unknown), { kind: 'absent', at, key: 'k3' }).state, 'queued');
});

test('what is restored to be held is held, unless it is undecided', (t) => {
  const restored: EntryRecord = { kind: 'restored', at, held: true };
  t.is(fold({ kind: 'discarded', at }, restored).state, 'held');
  t.is(fold({ kind: 'discarded', at }, restored, { kind: 'released', at }).state, 'queued');
  t.is(fold(attempt(1), outcome(1, { type: 'rejected', problem }), { kind: 'discarded', at }, restored, { kind: 'released', at }).state, 'rejected');
  t.is(fold(attempt(1), outcome(1, unknown), { kind: 'review', at, reason: '', candidates: [] }, { kind: 'discarded', at }, restored).state, 'review');
});

test('an adopted animal that is not theirs goes back to review and is never adopted again', (t) => {
  const entry = fold(attempt(1), outcome(1, unknown), { kind: 'adopted', at, pet, by: 'engine', evidence: 'e' }, { kind: 'disowned', at, petId: pet.id });
  t.like(entry, { state: 'review', notMine: ['42'], petId: undefined, undecided: { baseline: null } });
});

test('a refusal of the first attempt that is told late settles nothing of the second', (t) => {
  const late = fold(attempt(1), outcome(1, unknown), attempt(2), outcome(1, { type: 'deferred', problem, nextTryAt: at }));
  t.like(late, { state: 'checking', undecided: { firstAttempt: 1 } });
});

test('a refusal of what a person decided about meanwhile changes nothing of the attempt that is on its way', (t) => {
  const review: EntryRecord = { kind: 'review', at, reason: 'r', candidates: [] };
  const again = [attempt(1), outcome(1, unknown), review, { kind: 'sent-again', at } as const, attempt(2)];
  t.like(fold(...again, outcome(1, { type: 'rejected', problem })), { state: 'sending', undecided: { firstAttempt: 5 } });
});

test('an outcome that is told after the animal was discarded does not send it, also not after it is restored', (t) => {
  for (const [result, restored] of [[notSent, 'queued'], [{ type: 'rejected', problem }, 'rejected'], [unknown, 'checking']] as const) {
    const discarded: readonly EntryRecord[] = [attempt(1), outcome(1, unknown), { kind: 'review', at, reason: '', candidates: [] }, { kind: 'discarded', at }, outcome(1, result)];
    t.is(fold(...discarded).state, 'discarded', result.type);
    t.is(fold(...discarded, { kind: 'restored', at }).state, restored, result.type);
  }
});

test('a discarded animal that has its id after all says so', (t) => {
  const discarded: readonly EntryRecord[] = [attempt(1), outcome(1, unknown), { kind: 'review', at, reason: '', candidates: [] }, { kind: 'discarded', at }];
  t.like(fold(...discarded, outcome(1, { type: 'created', pet, differences: [] })), { state: 'created', petId: '42' });
});

test('what the store itself answers counts more than what was found by looking', (t) => {
  const adopted = [attempt(1), outcome(1, unknown), { kind: 'adopted', at, pet, by: 'engine', evidence: 'e' }] as const;
  t.like(fold(...adopted, outcome(1, { type: 'created', pet: { ...pet, id: '43' as Int64 }, differences: [] })), { state: 'created', petId: '43', adopted: undefined });
  t.like(fold(...adopted, outcome(1, { type: 'conflict', pet, problem, resets: 0 })), { state: 'review', petId: undefined, pet: undefined, adopted: undefined });
});
