import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import { promiseToLook, withoutPromise } from '../../domain/lost-answer.ts';
import type { Problem } from '../../domain/problem.ts';
import type { AttemptResult } from '../../domain/record.ts';
import type { CreateOutcome } from '../../client/outcomes/outcomes.ts';
import { failuresInRow, nextTryAt } from '../../domain/waits.ts';
import type { Part } from '../state.ts';
import { ownerOf } from '../reconcile/ownership.ts';
import { findSavedPet } from '../list/saved-lists.ts';
import type { Before } from '../reconcile/prepare-list.ts';
import { findDifferences, isOther } from '../../domain/pet/compare-pets.ts';

/** How it was sent. `honoured`: its key is, as far as is known. */
export type Sent = {
  readonly before: Before;
  readonly honoured: boolean;
  readonly signal: AbortSignal;
  /** Whether it is still to be sent once the attempt is noted. */
  readonly mayGo: () => boolean;
};

/** The wait after the first answer whose asked wait is missing or cannot be read, in milliseconds; each doubles it. */
const unsaidWaitMs = 5000;
const longestUnsaidWaitMs = 60_000;

/** The meaning of one answer to `POST /pets` for the entry: the table of docs/internals/protocol.md as a function. */
export async function toResult(
  engine: Part<'clock' | 'local' | 'options' | 'retryRequestedAt' | 'saved'>,
  entry: Entry,
  outcome: CreateOutcome,
  sent: Sent,
): Promise<AttemptResult> {
  const { clock, options, retryRequestedAt } = engine;
  const failures = failuresInRow(entry.history, retryRequestedAt);
  const later = (atLeastMs = 0): string => nextTryAt(clock.now(), failures, options.random, atLeastMs);
  switch (outcome.type) {
    case 'created':
      return await toCreated(engine, entry, outcome, sent, later);
    case 'rejected':
      // The service thinks that the key was sent before with other bytes: that is no verdict on the data.
      return sent.honoured && outcome.code === 'idempotency_key_reused'
        ? { type: 'unknown', problem: outcome.problem }
        : { type: 'rejected', problem: outcome.problem };
    case 'not-sent':
    case 'unauthorized':
    case 'misconfigured':
      return { type: outcome.type, problem: outcome.problem, nextTryAt: later() };
    case 'deferred': {
      const unsaid = Math.min(longestUnsaidWaitMs, unsaidWaitMs * 2 ** (failures - 1));
      return { type: 'deferred', problem: outcome.problem, nextTryAt: later(outcome.retryAfterMs ?? unsaid) };
    }
    case 'applied-id-unknown':
      return { type: 'unknown', problem: outcome.problem, applied: true, ...(sent.honoured && { nextTryAt: later() }) };
    case 'in-progress':
      // To a repeat of the same key it means that the first request still runs; otherwise it is the store's word.
      return isRepeat(entry)
        ? { type: 'unknown', problem: outcome.problem, nextTryAt: later(outcome.retryAfterMs) }
        : { type: 'rejected', problem: withoutPromiseOf(outcome.problem) };
    case 'unknown':
      return {
        type: 'unknown',
        problem: outcome.problem,
        nextTryAt: later(outcome.retryAfterMs),
        ...(outcome.refusal === undefined ? {} : { refusal: outcome.refusal }),
      };
  }
}

/** Whether the same bytes were sent under the same key before, and are open. */
function isRepeat({ undecided }: Entry): boolean {
  return undecided !== undefined && undecided.firstAttempt !== undecided.lastAttempt;
}

function withoutPromiseOf(problem: Problem): Problem {
  return { ...problem, message: withoutPromise(problem.message) };
}

function notOurs({ id, name }: Pet): Problem {
  return {
    code: 'not_ours',
    message:
      `The store answered with another animal, #${id} ${name}, as if two answers had been mixed up. ` + promiseToLook,
  };
}

async function toCreated(
  engine: Part<'local' | 'saved'>,
  entry: Entry,
  { pet, status, keyEchoed }: Extract<CreateOutcome, { type: 'created' }>,
  { before, honoured }: Sent,
  later: () => string,
): Promise<AttemptResult> {
  const isNamedSo = matchingKey({ ...pet, categoryId: entry.categoryId }) === matchingKey(entry);
  if (!isNamedSo && pet.categoryId !== entry.categoryId) {
    // A proxy mixed two answers up, or a cache answered in the store's place.
    return { type: 'unknown', problem: { ...notOurs(pet), status }, ...(honoured && { nextTryAt: later() }) };
  }

  await engine.local.archive.prepareOwners([pet.id]);
  const holder = ownerOf(engine.local, pet.id, entry.localId);
  // Found by looking, and now the service itself says whose it is.
  const other = holder?.isAdopted === true ? undefined : holder?.localId;
  const saved = findSavedPet(engine.saved, pet.id);
  // With an honoured key the same answer may come twice, so a known id is only a conflict if it is somebody else's.
  const isAnother = saved !== undefined && isOther(saved, pet);
  if (other !== undefined || isAnother || (!honoured && before.has(pet.id))) {
    return { type: 'conflict', pet, problem: { ...idOfBefore(pet, other), status } };
  }

  return { type: 'created', pet, differences: findDifferences(entry, pet), ...(keyEchoed ? { keyEchoed } : {}) };
}

/** The store took no second animal, or it was put back and numbers anew: which of them, its list tells (`same-store.ts`). */
function idOfBefore({ id }: Pet, owner: string | undefined): Problem {
  const as = owner === undefined ? '' : `, as ${owner}`;
  const message =
    `The store answered with #${id}, which was there before${as}. It may have taken no second animal of this name and ` +
    'category, or it was put back and gave this number anew. This one is not sent again until you decide.';
  return { code: 'id_conflict', message };
}
