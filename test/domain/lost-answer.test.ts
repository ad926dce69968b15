import test from 'ava';
import { lostAnswer, lostAnswerStart, promiseToLook, withoutPromise } from '../../source/domain/lost-answer.ts';
import type { EntryRecord } from '../../source/domain/record.ts';

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
