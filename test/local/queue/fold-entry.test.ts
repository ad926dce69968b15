import test from 'ava';
import type { Entry } from '../../../source/domain/entry.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { AttemptResult, EntryRecord, RecordOf } from '../../../source/domain/record.ts';
import { foldEntry } from '../../../source/local/queue/fold-entry.ts';

const at = '2026-11-21T10:00:00.000Z';
const later = '2026-11-21T11:00:00.000Z';
const problem = { code: 'x', message: 'x' };
const pet: Pet = { id: '42' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const other: Pet = { ...pet, id: '43' as Int64 };

const entered: RecordOf<'entered'> = {
  kind: 'entered',
  at,
  localId: 'Q-7',
  body: '{"name":"Rex","categoryId":3}',
  key: 'k1',
};
const attempt = (uptime: number, listAge = 5): RecordOf<'attempt'> => ({
  kind: 'attempt',
  at,
  uptime,
  process: 'p',
  listAge,
  honoured: false,
  credential: 'c',
});
const outcome = (step: number, result: AttemptResult): EntryRecord => ({ kind: 'outcome', at, attempt: step, result });
const looked = (uptime: number): EntryRecord => ({
  kind: 'looked',
  at,
  uptime,
  complete: true,
  candidates: [pet],
  couldSettle: true,
});
const gone = (is: 'told' | 'asked' | 'over'): EntryRecord => ({ kind: 'gone', at: later, pet, is });

const unknown: AttemptResult = { type: 'unknown', problem };
const notSent: AttemptResult = { type: 'not-sent', problem, nextTryAt: at };
const deferral: AttemptResult = { type: 'deferred', problem, nextTryAt: at };
const rejection: AttemptResult = { type: 'rejected', problem };
const answer: AttemptResult = { type: 'created', pet, differences: [] };
const conflict: AttemptResult = { type: 'conflict', pet, problem };

const held: EntryRecord = { kind: 'held', at };
const released: EntryRecord = { kind: 'released', at };
const retried: EntryRecord = { kind: 'retried', at };
const discarded: EntryRecord = { kind: 'discarded', at };
const restored: EntryRecord = { kind: 'restored', at };
const reopened: EntryRecord = { kind: 'reopened', at };
const again: RecordOf<'sent-again'> = { kind: 'sent-again', at };
const absent: RecordOf<'absent'> = { kind: 'absent', at, key: 'k2' };
const edited: RecordOf<'edited'> = { kind: 'edited', at, body: '{"name":"Max","categoryId":4}', key: 'k2' };
const adopted: RecordOf<'adopted'> = { kind: 'adopted', at, pet, by: 'engine', evidence: 'e' };
const asked: RecordOf<'review'> = { kind: 'review', at, reason: 'r', candidates: [] };
const copied: EntryRecord = { kind: 'copied', at, uptime: 9, boot: 'b', known: [], alike: [pet.id] };

const lost = [attempt(1), outcome(1, unknown)] as const;
const rejected = [attempt(1), outcome(1, rejection)] as const;
const created = [attempt(1), outcome(1, answer)] as const;

const fold = (...records: readonly EntryRecord[]): Entry => foldEntry(entered, records);

/** The state after each history. */
function states(title: string, rows: readonly (readonly [Entry['state'], ...EntryRecord[]])[]): void {
  test(title, (t) => {
    for (const [state, ...records] of rows) {
      t.is(fold(...records).state, state, records.map(({ kind }) => kind).join());
    }
  });
}

states('what is held stays held until it is let go, whatever is changed about it', [
  ['held', held, edited],
  ['held', held, edited, edited],
  ['queued', held, edited, released],
  ['held', held, edited, discarded, restored],
]);
states('what is let go is what it was before it was held', [
  ['queued', held, released],
  ['rejected', ...rejected, held, released],
  // What was refused is another animal now.
  ['queued', ...rejected, held, edited, released],
  ['queued', ...rejected, held, released, edited],
  ['queued', ...rejected, held, released, edited, held, released],
  ['queued', held, held, released],
  ['queued', ...rejected, held, retried],
  ['queued', held, again],
]);
states('what another copy of the queue may have sent is looked for before it is sent, once nobody holds it', [
  ['held', held, copied],
  ['checking', held, copied, released],
  ['rejected', ...rejected, copied],
  ['checking', ...rejected, copied, retried],
  ['checking', discarded, copied, restored],
]);
states('an outcome that is told after the animal was discarded does not send it, also not after it is restored', [
  ['discarded', ...lost, asked, discarded, outcome(1, notSent)],
  ['queued', ...lost, asked, discarded, outcome(1, notSent), restored],
  ['discarded', ...lost, asked, discarded, outcome(1, rejection)],
  ['rejected', ...lost, asked, discarded, outcome(1, rejection), restored],
  ['discarded', ...lost, asked, discarded, outcome(1, unknown)],
  ['checking', ...lost, asked, discarded, outcome(1, unknown), restored],
]);
states('a pet id that another animal has, told late, is a review of a discarded animal too', [
  ['review', ...lost, discarded, outcome(1, conflict)],
]);

test('an attempt without an outcome is sending and undecided', (t) => {
  t.like(fold(attempt(1)), { state: 'sending', attempts: 1, undecided: { firstAttempt: 1, listAge: 5 } });
});

test('what another copy may have sent is known with all that settles it', (t) => {
  t.like(fold(copied), { state: 'checking', undecided: { isCopied: true, alike: ['42'], sentUptime: 9 } });
  t.like(fold(copied, absent), { state: 'queued', undecided: undefined });
  t.like(fold(...rejected, copied, edited), { state: 'checking', name: 'Rex', instead: { name: 'Max' } });
  t.like(fold(attempt(1), copied), { state: 'checking', undecided: { firstAttempt: 1, sentUptime: 9 } });
});

test('a certain refusal decides the attempt it answers', (t) => {
  const expected: readonly [AttemptResult, Entry['state']][] = [
    [notSent, 'queued'],
    [deferral, 'queued'],
    [{ type: 'unauthorized', problem, nextTryAt: at }, 'queued'],
    [{ type: 'misconfigured', problem, nextTryAt: at }, 'queued'],
    [rejection, 'rejected'],
  ];
  for (const [result, state] of expected) {
    t.like(fold(attempt(1), outcome(1, result)), { state, undecided: undefined }, result.type);
  }
});

test('undecided stays undecided, whatever a later attempt comes to', (t) => {
  const undecided = { state: 'checking', undecided: { firstAttempt: 1, listAge: 5 } } as const;
  for (const result of [notSent, rejection, deferral]) {
    t.like(fold(...lost, attempt(1, 9), outcome(3, result)), undecided, result.type);
  }

  t.like(fold(...lost, attempt(2), outcome(1, deferral)), undecided, 'a refusal of the first one, told late');
});

test('the true outcome that comes after a guess settles its attempt', (t) => {
  t.is(fold(...lost, outcome(1, rejection)).state, 'rejected');
  t.like(fold(...lost, outcome(1, answer)), { state: 'created', petId: '42' });
  const late = fold(...lost, asked, discarded, outcome(1, answer));
  t.like(late, { state: 'created', petId: '42' }, 'of a discarded animal too');
});

test('a proven absence queues it again under a new key', (t) => {
  t.like(fold(...lost, absent), { state: 'queued', key: 'k2', undecided: undefined, lastError: problem });
});

test('a refusal of what a person decided about meanwhile changes nothing of the attempt that is on its way', (t) => {
  const sending = fold(...lost, asked, again, attempt(2), outcome(1, rejection));
  t.like(sending, { state: 'sending', undecided: { firstAttempt: 5 } });
});

test('what the store itself answers counts more than what was found by looking', (t) => {
  const answered = fold(...lost, adopted, outcome(1, { ...answer, pet: other }));
  t.like(answered, { state: 'created', petId: '43', adopted: undefined });
  const denied = fold(...lost, adopted, outcome(1, conflict));
  t.like(denied, { state: 'review', petId: undefined, pet: undefined, adopted: undefined });
});

test('an animal that lists lack is told to be gone, or asked about, until one shows it again', (t) => {
  t.like(fold(...created, gone('told')), { state: 'created', gone: later });
  t.like(fold(...created, gone('asked')), { state: 'review', gone: later });
  for (const is of ['told', 'asked'] as const) {
    t.like(fold(...created, gone(is), gone('over')), { state: 'created', petId: pet.id, gone: undefined }, is);
  }

  t.is(fold(...created, gone('asked'), discarded, gone('over')).state, 'discarded', 'what a person decided stays');
  const sentAgain = fold(...lost, adopted, gone('told'), again);
  t.like(sentAgain, { state: 'queued', gone: undefined, pet: undefined, petId: undefined, adopted: undefined });
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
  const next = { ...sent, at: later, uptime: 7, alike: ['10' as Int64], listAge: 0, highest: '12' as Int64 };
  t.deepEqual(
    fold(sent, outcome(1, unknown), { ...next, credential: 'd' }).undecided as unknown,
    { ...first, lastAttempt: 3, sentUptime: 7, credential: 'd' },
    'what was on the service before counts from the first attempt',
  );
  const nothing = { alike: [], known: [], highest: undefined, listRows: undefined };
  t.like(fold(attempt(1)).undecided, nothing, 'nothing looked like it');
});

test('a key settles only what was sent with an honoured key every time', (t) => {
  const twice = (first: boolean, second: boolean): boolean | undefined =>
    fold({ ...attempt(1), honoured: first }, outcome(1, unknown), { ...attempt(1), honoured: second }).undecided
      ?.honoured;
  t.deepEqual([twice(true, true), twice(true, false), twice(false, true)], [true, false, false]);
  const another = fold({ ...attempt(5), honoured: true }, outcome(1, unknown), adopted, asked);
  t.false(another.undecided?.honoured, 'nor an animal that proved to be another');
});

test('a search is added to those since the attempt, and one that ends well forgets those that failed', (t) => {
  const failed: EntryRecord = { kind: 'not-looked', at, problem, nextTryAt: later };
  t.like(fold(...lost, failed, failed), {
    lastError: problem,
    nextTryAt: later,
    undecided: { failedSearches: 2, searches: [] },
  });
  const found = fold(...lost, failed, looked(2), looked(3));
  t.like(found.undecided?.searches, {
    length: 2,
    0: { uptime: 2, complete: true, candidates: [pet] },
    1: { uptime: 3, complete: true, candidates: [pet] },
  });
  t.like(found.undecided, { failedSearches: 0, firstAttempt: 1 });
  t.false('nextTryAt' in found, 'it waits for nothing any more');
  const sent = fold(...lost, looked(2), attempt(3));
  t.like(sent.undecided, { searches: [], firstAttempt: 1 }, 'another attempt is searched for anew');
});

test('what was seen right after a lost answer is kept beside what is known of the attempt', (t) => {
  const seen = fold(...lost, { kind: 'looked-at-once', at, ids: ['9' as Int64] });
  t.like(seen.undecided, { atOnce: ['9'], listAge: 5 });
  const kept = fold(attempt(1), outcome(1, { ...unknown, nextTryAt: at }), { kind: 'looked-at-once', at, ids: [] });
  t.false('nextTryAt' in kept, 'the look that it waited for was made');
  const later = '2999-01-01T00:00:00.000Z';
  const asked = fold(attempt(1), outcome(1, { ...unknown, nextTryAt: later }), { kind: 'looked-at-once', at, ids: [] });
  t.is(asked.nextTryAt, later, 'a pause that the store asked for goes on');
});

test('a search of what is decided, written late, makes it undecided no more', (t) => {
  const records: readonly EntryRecord[] = [
    looked(1),
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
  for (const end of [attempt(2), held, retried, edited, asked, again, adopted]) {
    t.false('nextTryAt' in fold(...waits, end), end.kind);
  }

  t.false('restsUntil' in foldEntry({ ...entered, restsUntil: later }, [attempt(1)]), 'nor does it rest');
});

test('what an outcome tells is kept: the problem, the wait and the fields that the store changed', (t) => {
  t.like(fold(attempt(1), outcome(1, notSent)), { lastError: problem, nextTryAt: at });
  t.like(fold(attempt(1), outcome(1, { ...unknown, nextTryAt: later })), { lastError: problem, nextTryAt: later });
  t.false('nextTryAt' in fold(...lost));
  const entry = fold(...lost, attempt(2), outcome(3, { ...answer, differences: ['name'] }));
  t.like(entry, { petId: '42', pet, differences: ['name'], undecided: undefined });
  t.false('lastError' in entry, 'there is nothing wrong with it any more');
});

test('a store that said once that it took the animal in has said so for good', (t) => {
  const taken = [attempt(1), outcome(1, { ...unknown, applied: true })] as const;
  for (const more of [[], [attempt(2), outcome(3, unknown)], [attempt(2)]]) {
    t.true(fold(...taken, ...more).undecided?.applied, String(more.length));
  }

  t.false(fold(...lost).undecided?.applied);
});

test('the time to settle counts from when the answer was lost, where that is known', (t) => {
  t.is(fold(attempt(1), { kind: 'outcome', at, attempt: 1, result: unknown, uptime: 9 }).undecided?.sentUptime, 9);
  t.is(fold(...lost).undecided?.sentUptime, 1);
});

test('an animal that was found says by whom and why, until that proves to be wrong', (t) => {
  const found = fold(...lost, adopted);
  t.like(found, { state: 'created', pet, petId: '42', adopted: { by: 'engine', evidence: 'e' } });
  t.false('undecided' in found);
  const claimed = fold(...lost, adopted, asked);
  t.deepEqual(claimed.review, { reason: 'r', candidates: [] });
  t.false('pet' in claimed || 'petId' in claimed || 'adopted' in claimed);
});

test('an answer that is taken back leaves the question as it was, with everything it may be', (t) => {
  const question: readonly EntryRecord[] = [...lost, { ...asked, candidates: [pet, other] }];
  const { history: _, ...before } = fold(...question);
  const decisions: readonly EntryRecord[] = [
    { ...adopted, by: 'person' },
    { ...again, key: 'another' },
  ];
  for (const decision of decisions) {
    const { history, ...after } = fold(...question, decision, reopened);
    t.deepEqual(after, before);
    t.is(history.length, 6);
    t.is(fold(...question, decision, reopened, decision).state, fold(...question, decision).state);
  }
});

test('an animal that petstore found by itself is asked about once that is taken back', (t) => {
  const entry = fold(...lost, adopted, reopened);
  t.like(entry, { state: 'review', petId: undefined, adopted: undefined, review: { candidates: [pet] } });
  t.truthy(entry.undecided, 'it may have arrived');
});

test('what a person has to decide is shown with its reason and what may be it, until it is decided', (t) => {
  const question: EntryRecord = { ...asked, candidates: [pet] };
  t.deepEqual(fold(...lost, question).review, { reason: 'r', candidates: [pet] });
  t.like(fold(...lost, question, again), { state: 'queued', review: undefined, undecided: undefined });
  t.deepEqual(fold(attempt(1), outcome(1, conflict)).review, { reason: problem.message, candidates: [pet] });
});
