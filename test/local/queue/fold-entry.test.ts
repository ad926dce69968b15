import test from 'ava';
import type { Entry } from '../../../source/domain/entry.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { AttemptResult, EntryRecord, RecordOf } from '../../../source/domain/record.ts';
import { foldEntry } from '../../../source/local/queue/fold-entry.ts';

const at = '2026-11-21T10:00:00.000Z';
const later = '2026-11-21T11:00:00.000Z';
const problem = { code: 'x', message: 'x' };
const entered: RecordOf<'entered'> = {
  kind: 'entered',
  at,
  localId: 'Q-7',
  body: '{"name":"Rex","categoryId":3}',
  key: 'k1',
};
const pet: Pet = { id: '42' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const attempt = (uptime: number, listAge = 5): Extract<EntryRecord, { kind: 'attempt' }> => ({
  kind: 'attempt',
  at,
  uptime,
  process: 'p',
  listAge,
  honoured: false,
  credential: 'c',
});
const outcome = (step: number, result: AttemptResult): EntryRecord => ({ kind: 'outcome', at, attempt: step, result });
const unknown: AttemptResult = { type: 'unknown', problem };
const notSent: AttemptResult = { type: 'not-sent', problem, nextTryAt: at };
const fold = (...later: EntryRecord[]) => foldEntry(entered, later);

test('an attempt without an outcome is sending and undecided', (t) => {
  t.like(fold(attempt(1)), { state: 'sending', attempts: 1, undecided: { firstAttempt: 1, listAge: 5 } });
});

test('what another copy of the queue may have sent is looked for before it is sent, once nobody holds it', (t) => {
  const copied: EntryRecord = { kind: 'copied', at, uptime: 9, boot: 'b', known: [], alike: [pet.id] };
  t.like(fold(copied), { state: 'checking', undecided: { isCopied: true, alike: ['42'], sentUptime: 9 } });
  t.like(fold(copied, { kind: 'absent', at, key: 'k2' }), { state: 'queued', undecided: undefined });
  const held: EntryRecord = { kind: 'held', at };
  t.is(fold(held, copied).state, 'held');
  t.is(fold(held, copied, { kind: 'released', at }).state, 'checking');
  const rejected = [attempt(1), outcome(1, { type: 'rejected', problem }), copied] as const;
  t.is(fold(...rejected).state, 'rejected');
  t.is(fold(...rejected, { kind: 'retried', at }).state, 'checking');
  const edited = fold(...rejected, { kind: 'edited', at, body: '{"name":"Coco","categoryId":3}', key: 'k2' });
  t.like(edited, { state: 'checking', name: 'Rex', instead: { name: 'Coco' } });
  t.is(fold({ kind: 'discarded', at }, copied, { kind: 'restored', at }).state, 'checking');
  t.like(fold(attempt(1), copied), { state: 'checking', undecided: { firstAttempt: 1, sentUptime: 9 } });
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
  for (const result of [
    notSent,
    { type: 'rejected', problem },
    { type: 'deferred', problem, nextTryAt: at },
  ] as const) {
    const entry = fold(attempt(1), outcome(1, unknown), attempt(1, 9), outcome(3, result));
    t.like(entry, { state: 'checking', undecided: { firstAttempt: 1, listAge: 5 } }, result.type);
  }
});

test('the true outcome that comes after a guess settles its attempt', (t) => {
  t.is(fold(attempt(1), outcome(1, unknown), outcome(1, { type: 'rejected', problem })).state, 'rejected');
  t.like(fold(attempt(1), outcome(1, unknown), outcome(1, { type: 'created', pet, differences: [] })), {
    state: 'created',
    petId: '42',
  });
});

test('holding, releasing and retrying settle nothing that is undecided', (t) => {
  for (const kind of ['released', 'retried'] as const) {
    t.is(fold(attempt(1), outcome(1, unknown), { kind: 'held', at }, { kind, at }).state, 'checking', kind);
  }
});

test('a proven absence queues it again under a new key', (t) => {
  t.like(fold(attempt(1), outcome(1, unknown), { kind: 'absent', at, key: 'k2' }), {
    state: 'queued',
    key: 'k2',
    undecided: undefined,
  });
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
});

test('what is let go is what it was before it was held', (t) => {
  const rejected = [attempt(1), outcome(1, { type: 'rejected', problem })] as const;
  const edited: EntryRecord = { kind: 'edited', at, body: '{"name":"Max","categoryId":4}', key: 'k2' };
  t.is(fold({ kind: 'held', at }, { kind: 'released', at }).state, 'queued');
  t.is(fold(...rejected, { kind: 'held', at }, { kind: 'released', at }).state, 'rejected');
  t.is(
    fold(...rejected, { kind: 'held', at }, edited, { kind: 'released', at }).state,
    'queued',
    'what was refused is another animal now',
  );
  t.is(fold(...rejected, { kind: 'held', at }, { kind: 'released', at }, edited).state, 'queued');
});

test('a refusal of the first attempt that is told late settles nothing of the second', (t) => {
  const late = fold(
    attempt(1),
    outcome(1, unknown),
    attempt(2),
    outcome(1, { type: 'deferred', problem, nextTryAt: at }),
  );
  t.like(late, { state: 'checking', undecided: { firstAttempt: 1 } });
});

test('a refusal of what a person decided about meanwhile changes nothing of the attempt that is on its way', (t) => {
  const review: EntryRecord = { kind: 'review', at, reason: 'r', candidates: [] };
  const again = [attempt(1), outcome(1, unknown), review, { kind: 'sent-again', at } as const, attempt(2)];
  t.like(fold(...again, outcome(1, { type: 'rejected', problem })), {
    state: 'sending',
    undecided: { firstAttempt: 5 },
  });
});

test('an outcome that is told after the animal was discarded does not send it, also not after it is restored', (t) => {
  for (const [result, restored] of [
    [notSent, 'queued'],
    [{ type: 'rejected', problem }, 'rejected'],
    [unknown, 'checking'],
  ] as const) {
    const discarded: readonly EntryRecord[] = [
      attempt(1),
      outcome(1, unknown),
      { kind: 'review', at, reason: '', candidates: [] },
      { kind: 'discarded', at },
      outcome(1, result),
    ];
    t.is(fold(...discarded).state, 'discarded', result.type);
    t.is(fold(...discarded, { kind: 'restored', at }).state, restored, result.type);
  }
});

test('a discarded animal that has its id after all says so', (t) => {
  const discarded: readonly EntryRecord[] = [
    attempt(1),
    outcome(1, unknown),
    { kind: 'review', at, reason: '', candidates: [] },
    { kind: 'discarded', at },
  ];
  t.like(fold(...discarded, outcome(1, { type: 'created', pet, differences: [] })), { state: 'created', petId: '42' });
});

test('what the store itself answers counts more than what was found by looking', (t) => {
  const adopted = [attempt(1), outcome(1, unknown), { kind: 'adopted', at, pet, by: 'engine', evidence: 'e' }] as const;
  t.like(fold(...adopted, outcome(1, { type: 'created', pet: { ...pet, id: '43' as Int64 }, differences: [] })), {
    state: 'created',
    petId: '43',
    adopted: undefined,
  });
  t.like(fold(...adopted, outcome(1, { type: 'conflict', pet, problem, resets: 0 })), {
    state: 'review',
    petId: undefined,
    pet: undefined,
    adopted: undefined,
  });
});

test('an animal that lists lack is told to be gone, or asked about, until one shows it again', (t) => {
  const created = [attempt(1), outcome(1, { type: 'created', pet, differences: [] })] as const;
  const gone = (is: 'told' | 'asked' | 'over'): EntryRecord => ({ kind: 'gone', at: later, pet, is });
  t.like(fold(...created, gone('told')), { state: 'created', gone: later });
  t.like(fold(...created, gone('asked')), { state: 'review', gone: later });
  for (const is of ['told', 'asked'] as const) {
    t.like(fold(...created, gone(is), gone('over')), { state: 'created', petId: pet.id, gone: undefined }, is);
  }

  const discarded: EntryRecord = { kind: 'discarded', at: later };
  t.is(fold(...created, gone('asked'), discarded, gone('over')).state, 'discarded', 'what a person decided stays');
});

test('an animal that was just entered holds what was entered, and has not been tried', (t) => {
  const { history, ...entry } = foldEntry({ ...entered, credential: 'c' }, []);
  t.deepEqual(entry, {
    localId: 'Q-7',
    number: 7,
    name: 'Rex',
    categoryId: '3' as Int64,
    state: 'queued',
    createdAt: at,
    credential: 'c',
    attempts: 0,
    body: entered.body,
    key: 'k1',
  });
  t.is(history.length, 1);
  t.false('credential' in fold(), 'one that was entered without a key belongs to none');
});

test('everything that settles an attempt is known from its record', (t) => {
  const sent = {
    ...attempt(5),
    alike: ['9' as Int64],
    nearBefore: ['8' as Int64],
    known: ['6' as Int64],
    listRows: 20,
    highest: '7' as Int64,
    honoured: true,
  };
  const first = {
    firstAttempt: 1,
    lastAttempt: 1,
    alike: ['9'],
    nearBefore: ['8'],
    known: ['6'],
    listAge: 5,
    listRows: 20,
    highest: '7',
    atOnce: undefined,
    firstSentAt: at,
    firstUptime: 5,
    sentUptime: 5,
    sentBoot: undefined,
    honoured: true,
    credential: 'c',
    applied: false,
    searches: [],
    failedSearches: 0,
  };
  t.deepEqual(fold(sent).undecided as unknown, first);
  const again: EntryRecord = {
    kind: 'attempt',
    at: later,
    uptime: 7,
    process: 'p',
    alike: ['10' as Int64],
    listAge: 0,
    highest: '12' as Int64,
    honoured: true,
    credential: 'd',
  };
  t.deepEqual(
    fold(sent, outcome(1, unknown), again).undecided as unknown,
    { ...first, lastAttempt: 3, sentUptime: 7, credential: 'd' },
    'what was on the service before counts from the first attempt',
  );
  t.like(
    fold(attempt(1)).undecided,
    { alike: [], known: [], highest: undefined, listRows: undefined },
    'nothing looked like it',
  );
});

test('a key settles only what was sent with an honoured key every time', (t) => {
  const sent = (honoured: boolean): EntryRecord => ({
    kind: 'attempt',
    at,
    uptime: 1,
    process: 'p',
    honoured,
    credential: 'c',
  });
  const twice = (first: boolean, second: boolean) =>
    fold(sent(first), outcome(1, unknown), sent(second)).undecided?.honoured;
  t.true(twice(true, true));
  t.false(twice(true, false));
  t.false(twice(false, true));
});

test('a search is added to those since the attempt, and one that ends well forgets those that failed', (t) => {
  const failed: EntryRecord = { kind: 'not-looked', at, problem, nextTryAt: later };
  const searched = (uptime: number): EntryRecord => ({
    kind: 'looked',
    at,
    uptime,
    complete: true,
    candidates: [pet],
    couldSettle: true,
  });
  const lost = [attempt(1), outcome(1, unknown)] as const;
  t.like(fold(...lost, failed, failed), {
    lastError: problem,
    nextTryAt: later,
    undecided: { failedSearches: 2, searches: [] },
  });
  const found = fold(...lost, failed, searched(2), searched(3));
  t.like(found.undecided?.searches, {
    length: 2,
    0: { uptime: 2, complete: true, candidates: [pet] },
    1: { uptime: 3, complete: true, candidates: [pet] },
  });
  t.is(found.undecided?.failedSearches, 0);
  t.is(found.undecided?.firstAttempt, 1);
  t.false('nextTryAt' in found, 'it waits for nothing any more');
  t.like(
    fold(...lost, searched(2), attempt(3)).undecided,
    { searches: [], firstAttempt: 1 },
    'another attempt is searched for anew',
  );
});

test('what was seen right after a lost answer is kept beside what is known of the attempt', (t) => {
  const seen: EntryRecord = { kind: 'looked-at-once', at, ids: ['9' as Int64] };
  t.like(fold(attempt(1), outcome(1, unknown), seen).undecided, { atOnce: ['9'], listAge: 5 });
});

test('a search of what is decided, written late, makes it undecided no more', (t) => {
  const created = [attempt(1), outcome(1, { type: 'created', pet, differences: [] })] as const;
  const records: readonly EntryRecord[] = [
    { kind: 'looked', at, uptime: 1, complete: true, candidates: [], couldSettle: true },
    { kind: 'looked-at-once', at, ids: [] },
    { kind: 'not-looked', at, problem, nextTryAt: at },
  ];
  for (const late of records) {
    t.like(fold(...created, late), { state: 'created', undecided: undefined }, late.kind);
  }
});

test('an animal that is sent waits for nothing, nor does one that was decided, edited or let go', (t) => {
  const waits = [attempt(1), outcome(1, notSent)] as const;
  t.is(fold(...waits).nextTryAt, at);
  const ends: readonly (readonly EntryRecord[])[] = [
    [attempt(2)],
    [{ kind: 'held', at }],
    [{ kind: 'retried', at }],
    [{ kind: 'edited', at, body: entered.body, key: 'k2' }],
    [{ kind: 'review', at, reason: '', candidates: [] }],
    [{ kind: 'sent-again', at }],
    [{ kind: 'adopted', at, pet, by: 'engine', evidence: '' }],
  ];
  for (const end of ends) {
    t.false('nextTryAt' in fold(...waits, ...end), end[0]?.kind);
  }
});

test('what an outcome tells is kept: the problem, the wait, the key that came back and the fields that the store changed', (t) => {
  t.like(fold(attempt(1), outcome(1, notSent)), { lastError: problem, nextTryAt: at });
  t.like(fold(attempt(1), outcome(1, { ...unknown, nextTryAt: later })), { lastError: problem, nextTryAt: later });
  t.false('nextTryAt' in fold(attempt(1), outcome(1, unknown)));
  const created = fold(
    attempt(1),
    outcome(1, unknown),
    attempt(2),
    outcome(3, { type: 'created', pet, differences: ['name'], keyEchoed: true }),
  );
  t.like(created, { petId: '42', pet, differences: ['name'], keyEchoed: true, undecided: undefined });
  t.false('lastError' in created, 'there is nothing wrong with it any more');
  t.false('keyEchoed' in fold(attempt(1), outcome(1, { type: 'created', pet, differences: [], keyEchoed: false })));
});

test('a store that said once that it took the animal in has said so for good', (t) => {
  const applied: AttemptResult = { ...unknown, applied: true };
  t.true(fold(attempt(1), outcome(1, applied)).undecided?.applied);
  t.true(fold(attempt(1), outcome(1, applied), attempt(2), outcome(3, unknown)).undecided?.applied);
  t.true(fold(attempt(1), outcome(1, applied), attempt(2)).undecided?.applied);
  t.false(fold(attempt(1), outcome(1, unknown)).undecided?.applied);
});

test('the time to settle counts from when the answer was lost, where that is known', (t) => {
  const lost = (uptime?: number): EntryRecord => ({
    kind: 'outcome',
    at,
    attempt: 1,
    result: unknown,
    ...(uptime === undefined ? {} : { uptime }),
  });
  t.is(fold(attempt(1), lost(9)).undecided?.sentUptime, 9);
  t.is(fold(attempt(1), lost()).undecided?.sentUptime, 1);
});

test('one that was refused time and again, and never arrived, is refused and not sent again', (t) => {
  const refusal = { code: 'refused', message: 'no' };
  t.like(fold(attempt(1), outcome(1, unknown), { kind: 'absent', at, key: 'k2', refusal }), {
    state: 'rejected',
    lastError: refusal,
    key: 'k2',
  });
  t.like(fold(attempt(1), outcome(1, unknown), { kind: 'absent', at, key: 'k2' }).lastError, problem);
});

test('an animal that was found says by whom and why, until that proves to be wrong', (t) => {
  const found = [attempt(1), outcome(1, unknown), { kind: 'adopted', at, pet, by: 'engine', evidence: 'e' }] as const;
  const adopted = fold(...found);
  t.like(adopted, { state: 'created', pet, petId: '42', adopted: { by: 'engine', evidence: 'e' } });
  t.false('undecided' in adopted);
  const claimed = fold(...found, { kind: 'review', at, reason: 'r', candidates: [] });
  t.deepEqual(claimed.review, { reason: 'r', candidates: [] });
  t.false('pet' in claimed || 'petId' in claimed || 'adopted' in claimed);
});

test('an answer that is taken back leaves the question as it was, with everything it may be', (t) => {
  const other: Pet = { ...pet, id: '43' as Int64 };
  const asked: readonly EntryRecord[] = [
    attempt(1),
    outcome(1, unknown),
    { kind: 'review', at, reason: 'r', candidates: [pet, other] },
  ];
  const { history: _, ...question } = fold(...asked);
  const answers: readonly EntryRecord[] = [
    { kind: 'adopted', at, pet, by: 'person', evidence: 'e' },
    { kind: 'sent-again', at, key: 'another' },
  ];
  for (const answer of answers) {
    const { history, ...reopened } = fold(...asked, answer, { kind: 'reopened', at });
    t.deepEqual(reopened, question);
    t.is(history.length, 6);
    t.like(fold(...asked, answer, { kind: 'reopened', at }, answer), { state: fold(...asked, answer).state });
  }
});

test('an animal that petstore found by itself is asked about once that is taken back', (t) => {
  const found: readonly EntryRecord[] = [
    attempt(1),
    outcome(1, unknown),
    { kind: 'adopted', at, pet, by: 'engine', evidence: 'e' },
  ];
  const reopened = fold(...found, { kind: 'reopened', at });
  t.like(reopened, { state: 'review', petId: undefined, adopted: undefined, review: { candidates: [pet] } });
  t.truthy(reopened.undecided, 'it may have arrived');
});

test('what a person has to decide is shown with its reason and what may be it, until it is decided', (t) => {
  const review: readonly EntryRecord[] = [
    attempt(1),
    outcome(1, unknown),
    { kind: 'review', at, reason: 'r', candidates: [pet] },
  ];
  t.deepEqual(fold(...review).review, { reason: 'r', candidates: [pet] });
  t.like(fold(...review, { kind: 'sent-again', at }), { state: 'queued', review: undefined, undecided: undefined });
  t.like(fold(attempt(1), outcome(1, { type: 'conflict', pet, problem, resets: 0 })).review, {
    reason: problem.message,
    candidates: [pet],
  });
});

test('an animal that was let go is held anew from where it is then', (t) => {
  const rejected = [attempt(1), outcome(1, { type: 'rejected', problem })] as const;
  const again = [
    ...rejected,
    { kind: 'held', at },
    { kind: 'released', at },
    { kind: 'edited', at, body: entered.body, key: 'k2' },
    { kind: 'held', at },
    { kind: 'released', at },
  ] as const;
  t.is(fold(...again).state, 'queued');
  t.is(fold({ kind: 'held', at }, { kind: 'held', at }, { kind: 'released', at }).state, 'queued');
  t.is(fold(...rejected, { kind: 'held', at }, { kind: 'retried', at }).state, 'queued');
  t.is(fold({ kind: 'held', at }, { kind: 'sent-again', at }).state, 'queued');
});

test('a pet id that another animal has, told late, is a review of a discarded animal too', (t) => {
  const discarded: readonly EntryRecord[] = [attempt(1), outcome(1, unknown), { kind: 'discarded', at }];
  t.is(fold(...discarded, outcome(1, { type: 'conflict', pet, problem, resets: 0 })).state, 'review');
});

test('nothing that is known of the key is left of an animal that proved to be another', (t) => {
  const sent = { ...attempt(5), honoured: true };
  t.false(
    fold(
      sent,
      outcome(1, unknown),
      { kind: 'adopted', at, pet, by: 'engine', evidence: '' },
      { kind: 'review', at, reason: 'r', candidates: [] },
    ).undecided?.honoured,
  );
});
