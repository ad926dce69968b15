import test from 'ava';
import type { Entry } from '../../source/domain/entry.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import { lostAnswer, lostAnswerStart, promiseToLook, withoutPromise } from '../../source/domain/lost-answer.ts';
import { proofOf } from '../../source/domain/proof.ts';
import type { EntryRecord, ProofStep } from '../../source/domain/record.ts';

const at = '2026-11-23T10:00:00.000Z';
const pet = { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 };
const problem = { code: 'lost', message: `The answer was lost. ${promiseToLook}` };
const tell = (...history: readonly unknown[]): readonly ProofStep[] =>
  proofOf({ history: history as readonly EntryRecord[] } as Entry);

test('each send is told with the key it went out with', (t) => {
  const attempt = { kind: 'attempt', at, uptime: 1, process: 'p', honoured: false, credential: 'c' };
  const keys = tell(
    { kind: 'entered', at, localId: 'Q-1', body: '{}', key: 'first' },
    attempt,
    { kind: 'sent-again', at },
    attempt,
    { kind: 'edited', at, body: '{}', key: 'second' },
    attempt,
    { kind: 'absent', at, key: 'third' },
    attempt,
  ).flatMap((step) => (step.kind === 'attempt' ? step.key : []));
  t.deepEqual(keys, ['first', 'first', 'second', 'third']);
});

const kept: readonly (readonly [record: object, step: object | undefined])[] = [
  [
    { kind: 'entered', profile: 'shop', keyEnd: 'dtSg', body: '{}', key: 'k' },
    { kind: 'entered', profile: 'shop', keyEnd: 'dtSg' },
  ],
  [
    { kind: 'entered', profile: 'shop', body: '{}', key: 'k' },
    { kind: 'entered', profile: 'shop' },
  ],
  [
    {
      kind: 'attempt',
      uptime: 1,
      process: 'p',
      honoured: true,
      credential: 'c',
      keyEnd: 'dtSg',
      baseUrl: 'http://a/v1',
    },
    { kind: 'attempt', key: '', keyEnd: 'dtSg', baseUrl: 'http://a/v1' },
  ],
  [
    { kind: 'outcome', attempt: 1, result: { type: 'created', pet, differences: [] }, answer: { status: 201 } },
    { kind: 'outcome', result: 'created', status: 201, petId: pet.id },
  ],
  [
    { kind: 'outcome', attempt: 1, result: { type: 'unknown', problem } },
    { kind: 'outcome', result: 'unknown', message: 'The answer was lost.' },
  ],
  [
    { kind: 'looked', uptime: 1, complete: true, candidates: [pet], couldSettle: false },
    { kind: 'looked', isWhole: true, ids: [pet.id], near: [] },
  ],
  [
    { kind: 'looked-at-once', ids: [pet.id] },
    { kind: 'looked-at-once', ids: [pet.id] },
  ],
  [{ kind: 'not-looked', problem, nextTryAt: at }, undefined],
  [
    { kind: 'adopted', pet, by: 'engine', evidence: 'It is.' },
    { kind: 'adopted', by: 'engine', petId: pet.id, evidence: 'It is.' },
  ],
  [
    { kind: 'gone', pet, is: 'asked' },
    { kind: 'gone', petId: pet.id, isOver: false },
  ],
  [
    { kind: 'gone', pet, is: 'over' },
    { kind: 'gone', petId: pet.id, isOver: true },
  ],
  [
    { kind: 'review', reason: 'Two fit.', candidates: [pet] },
    { kind: 'review', message: 'Two fit.' },
  ],
  [
    { kind: 'edited', body: '{"name":"Rexi"}', key: 'k' },
    { kind: 'edited', body: '{"name":"Rexi"}' },
  ],
  [{ kind: 'restored' }, { kind: 'restored' }],
];
test('each event keeps what somebody may want to check, and looks that prove nothing are left out', (t) => {
  for (const [record, step] of kept) {
    t.deepEqual(tell({ at, ...record }), step ? [{ at, ...step } as ProofStep] : [], JSON.stringify(record));
  }
});

test('of an archived animal the proof that was kept is told', (t) => {
  const proof: readonly ProofStep[] = [{ at, kind: 'entered' }];
  t.is(proofOf({ history: [], proof } as unknown as Entry), proof);
});

const history = (...kinds: readonly object[]) => ({ history: kinds as readonly EntryRecord[] });
const unclear = { kind: 'outcome', result: { type: 'unknown', problem: { code: 'c', message: 'm', status: 503 } } };

test('why nobody knows whether an animal arrived: lost, unclear, or sent from another copy perhaps', (t) => {
  const attempt = { kind: 'attempt' };
  t.is(lostAnswer(history(attempt)), 'the answer was lost');
  t.is(lostAnswer(history(attempt, unclear, { kind: 'held' })), 'the answer (503) was unclear');
  t.is(lostAnswer(history(unclear, attempt)), 'the answer was lost');
  t.is(lostAnswer(history({ kind: 'outcome', result: { type: 'created' } })), 'the answer was lost');
  t.is(lostAnswer(history(unclear, { kind: 'copied' })), 'this queue was copied or restored');
  t.is(lostAnswer(history()), 'the answer was lost');
  t.is(lostAnswerStart(history(unclear)), 'The answer (503) was unclear');
  t.is(withoutPromise(`It broke. ${promiseToLook}`), 'It broke.');
});
