import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import type { Problem } from '../../domain/problem.js';
import type { AttemptResult } from '../../domain/record.js';
import type { CreateOutcome } from '../../client/outcomes/outcomes.js';
import { nextTryAt } from '../../domain/back-off.js';
import type { ownerOf } from '../evidence/ownership.js';
import { findDifferences, isOther } from '../../domain/pet/compare-pets.js';

/** The facts to judge an outcome by. */
type ResultGrounds = {
  readonly now: number;
  readonly random: () => number;
  /** Failed attempts in a row, this one included, since a person last asked for one. */
  readonly failures: number;
  /** Whether this attempt's key is honoured. */
  readonly honoured: boolean;
  /** Ids that were on the service before the attempt; undefined if that is not known. */
  readonly baseline: { has(id: Int64): boolean } | undefined;
  /** The pet known under an id, from lists. */
  readonly known: (id: Int64) => Pet | undefined;
  /** Whether the store shows under the id of the answer, and others, the animals of before. Default false. */
  readonly isAsBefore?: boolean;
  /** How often a person confirmed that the service was reset. */
  readonly resets: number;
  /** The entry that owns a pet, other than this one. */
  readonly owner: (pet: Pet) => ReturnType<typeof ownerOf>;
};

/** The wait after the first answer whose asked wait is missing or cannot be read, in milliseconds; each doubles it. */
const unsaidWaitMs = 5000;
const longestUnsaidWaitMs = 60_000;

/** The meaning of one answer to `POST /pets` for the entry: the table of docs/internals/protocol.md as a function. */
export function toResult(entry: Entry, outcome: CreateOutcome, engine: ResultGrounds): AttemptResult {
  const later = (atLeastMs = 0): string => nextTryAt(engine.now, engine.failures, engine.random, atLeastMs);
  switch (outcome.type) {
    case 'created':
      return toCreated(entry, outcome, engine);
    case 'rejected':
      // The service thinks that the key was sent before with other bytes: that is no verdict on the data.
      return engine.honoured && outcome.code === 'idempotency_key_reused'
        ? { type: 'unknown', problem: outcome.problem }
        : { type: 'rejected', problem: outcome.problem };
    case 'not-sent':
    case 'unauthorized':
    case 'misconfigured':
      return { type: outcome.type, problem: outcome.problem, nextTryAt: later() };
    case 'deferred': {
      const unsaid = Math.min(longestUnsaidWaitMs, unsaidWaitMs * 2 ** (engine.failures - 1));
      return { type: 'deferred', problem: outcome.problem, nextTryAt: later(outcome.retryAfterMs ?? unsaid) };
    }
    case 'applied-id-unknown':
      return {
        type: 'unknown',
        problem: outcome.problem,
        applied: true,
        ...(engine.honoured ? { nextTryAt: later() } : {}),
      };
    case 'in-progress':
    case 'unknown':
      return {
        type: 'unknown',
        problem: outcome.problem,
        nextTryAt: later(outcome.retryAfterMs),
        ...(outcome.type === 'unknown' && outcome.refusal !== undefined ? { refusal: outcome.refusal } : {}),
      };
  }
}

function toCreated(
  entry: Entry,
  { pet, keyEchoed }: Extract<CreateOutcome, { type: 'created' }>,
  { honoured, baseline, known, owner, resets, isAsBefore = false }: ResultGrounds,
): AttemptResult {
  const holder = owner(pet);
  // Found by looking, and now the service itself says whose it is.
  const other = holder?.isAdopted === true ? undefined : holder;
  const before = known(pet.id);
  // With an honoured key the same answer may come twice, so a known id is only a conflict if it is somebody else's.
  const isAnother = before !== undefined && isOther(before, pet);
  if (other !== undefined || isAnother || (!honoured && baseline?.has(pet.id) === true)) {
    return { type: 'conflict', pet, resets, problem: { ...whoseId(pet, isAsBefore, other?.localId), status: 201 } };
  }

  return { type: 'created', pet, differences: findDifferences(entry, pet), ...(keyEchoed ? { keyEchoed } : {}) };
}

/** An id of before is a sign of a reset, unless all is as before: then the store took no second one. */
function whoseId({ id }: Pet, isAsBefore: boolean, owner: string | undefined): Problem {
  const message = isAsBefore
    ? `The store answered with #${id}, which was there before${owner === undefined ? '' : ` and is ${owner}`}. ` +
      `It may take no second animal of this name and category.`
    : `The store answered with #${id}, which already belongs to ${owner ?? 'another animal'}.`;
  return {
    code: isAsBefore ? 'no_second_animal' : 'id_conflict',
    message: `${message} Nothing is sent again until you decide.`,
  };
}
