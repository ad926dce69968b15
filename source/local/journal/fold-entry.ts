/**
 * The state of an entry as a pure fold over its records.
 *
 * Two rules carry the promises. *Undecided stays undecided*: once an attempt may have been applied, nothing that
 * happens to
 * a later attempt settles it; only adoption, proven absence or a person does. *Damage is never good news*: a record
 * that
 * cannot be read may have been an attempt, so it makes the entry undecided with a weak baseline.
 */
import type { Entry, Undecided } from '../../domain/entry.js';
import type { EntryRecord, RecordOf } from '../../domain/record.js';
import { petFieldNames } from '../../domain/pet.js';
import { parseNewPet } from '../../platform/json/wire-json.js';

type Draft = { -readonly [K in keyof Entry]: Entry[K] };

/**
 * Folds the records of one entry, oldest first, `undefined` standing for a damaged one.
 *
 * Throws where the frozen text itself is no new pet, which only a hand-made record can cause.
 */
export function foldEntry(entered: RecordOf<'entered'>, later: readonly (EntryRecord | undefined)[]): Entry {
  const entry: Draft = {
    localId: entered.localId,
    number: Number(entered.localId.slice(2)),
    ...parseNewPet(entered.body),
    state: 'queued',
    createdAt: entered.at,
    ...(entered.credential === undefined ? {} : { credential: entered.credential }),
    attempts: 0,
    body: entered.body,
    key: entered.key,
    notMine: [],
    history: [entered, ...later],
  };
  let beforeDiscard: Entry['state'] = 'queued';
  const hold: Hold = { from: undefined };

  for (const [index, record] of later.entries()) {
    const step = index + 1;
    if (record === undefined) {
      applyDamage(entry, step);
    } else if (record.kind === 'discarded') {
      beforeDiscard = entry.state;
      entry.state = 'discarded';
    } else if (record.kind === 'restored') {
      if (entry.state !== 'discarded') {
        // The record that discarded it is damaged, and may have been an attempt.
        continue;
      }

      entry.state = beforeDiscard;
      if (record.held === true && (beforeDiscard === 'queued' || beforeDiscard === 'rejected')) {
        setAside(entry, hold);
      }
    } else if (record.kind === 'outcome' && entry.state === 'discarded') {
      // Told late, by a process that could not save it earlier. Only a pet id undoes what the person decided.
      entry.state = beforeDiscard;
      apply(entry, hold, record, step);
      if (record.result.type !== 'created' && record.result.type !== 'conflict') {
        beforeDiscard = entry.state;
        entry.state = 'discarded';
      }
    } else {
      apply(entry, hold, record, step);
    }
  }

  return entry;
}

/**
 * What an animal that a person set aside was before, and is again once it is let go; undefined: it was not set aside.
 * It
 * outlasts every other change: only letting go ends it, as whoever holds an animal means to correct it before it is
 * sent.
 */
type Hold = { from: 'queued' | 'rejected' | undefined };

function setAside(entry: Draft, hold: Hold): void {
  hold.from = entry.state === 'rejected' ? 'rejected' : (hold.from ?? 'queued');
  entry.state = 'held';
  delete entry.nextTryAt;
}

/** An undecided attempt of which nothing is known. */
function unknownAttempt(step: number): Undecided {
  return {
    firstAttempt: step,
    lastAttempt: step,
    baseline: null,
    lookalikes: [],
    freshAbove: undefined,
    highest: undefined,
    cutAt: undefined,
    glance: undefined,
    firstSentAt: undefined,
    firstUptime: undefined,
    sentUptime: undefined,
    honoured: false,
    credential: undefined,
    applied: false,
    searches: [],
    failedSearches: 0,
  };
}

function applyDamage(entry: Draft, step: number): void {
  if (entry.state !== 'created') {
    entry.undecided = { ...unknownAttempt(step), ...entry.undecided, baseline: null, honoured: false };
    entry.state = 'checking';
  }
}

function apply(
  entry: Draft,
  hold: Hold,
  record: Exclude<EntryRecord, RecordOf<'discarded' | 'restored'>>,
  step: number,
): void {
  switch (record.kind) {
    case 'entered':
      return;
    case 'attempt': {
      entry.attempts += 1;
      // Nothing that is set aside is sent; earlier versions let it go when it was edited.
      hold.from = undefined;
      entry.state = 'sending';
      delete entry.nextTryAt;
      // Until its outcome says otherwise an attempt may have been applied.
      const { fence, twins = [], freshAbove, highest, cutAt, at, uptime, honoured, credential } = record;
      const first = entry.undecided ?? {
        ...unknownAttempt(step),
        baseline: fence,
        lookalikes: twins,
        freshAbove,
        highest,
        cutAt,
        firstSentAt: at,
        firstUptime: uptime,
        honoured,
      };
      entry.undecided = {
        ...first,
        lastAttempt: step,
        glance: undefined,
        sentUptime: uptime,
        honoured: honoured && first.honoured,
        credential,
        searches: [],
        failedSearches: 0,
      };
      return;
    }
    case 'outcome':
      applyOutcome(entry, record);
      return;
    case 'looked':
      if (entry.undecided) {
        const { uptime, complete, candidates, isSecondOpinion = false } = record;
        entry.undecided = {
          ...entry.undecided,
          searches: [...entry.undecided.searches, { uptime, complete, candidates, isSecondOpinion }],
          failedSearches: 0,
        };
        delete entry.nextTryAt;
      }

      return;
    case 'glanced':
      if (entry.undecided) {
        entry.undecided = { ...entry.undecided, glance: record.ids };
      }

      return;
    case 'not-looked':
      if (entry.undecided) {
        entry.undecided = { ...entry.undecided, failedSearches: entry.undecided.failedSearches + 1 };
      }

      entry.lastError = record.problem;
      entry.nextTryAt = record.nextTryAt;
      return;
    case 'absent':
      settle(entry);
      entry.key = record.key;
      entry.state = record.refusal ? 'rejected' : 'queued';
      if (record.refusal) {
        entry.lastError = record.refusal;
      }

      // Damage to a record is the one way in which an animal that is set aside comes to be checked.
      if (hold.from !== undefined) {
        setAside(entry, hold);
      }

      return;
    case 'adopted':
      settle(entry);
      entry.state = 'created';
      entry.pet = record.pet;
      entry.petId = record.pet.id;
      entry.adopted = { by: record.by, evidence: record.evidence };
      return;
    case 'disowned':
      entry.notMine = [...entry.notMine, record.petId];
      entry.undecided = unknownAttempt(step);
      entry.state = 'review';
      entry.review = { reason: record.reason ?? `You said that #${record.petId} is not this animal.`, candidates: [] };
      delete entry.pet;
      delete entry.petId;
      delete entry.adopted;
      return;
    case 'review':
      entry.state = 'review';
      entry.review = { reason: record.reason, candidates: record.candidates };
      delete entry.nextTryAt;
      return;
    case 'edited': {
      for (const field of petFieldNames) {
        // A field that is not set any more must not stay as it was.
        Reflect.deleteProperty(entry, field);
      }

      Object.assign(entry, parseNewPet(record.body), { body: record.body, key: record.key });
      // What the store refused is another animal now.
      if (entry.state === 'held') {
        hold.from = 'queued';
      } else {
        requeue(entry);
      }

      return;
    }
    case 'held':
      setAside(entry, hold);
      return;
    case 'archived':
      entry.isMarkedArchived = true;
      return;
    case 'sent-again':
      settle(entry);
      letGo(entry, hold, 'queued');
      return;
    case 'released':
      letGo(entry, hold, hold.from ?? 'queued');
      return;
    case 'retried':
      letGo(entry, hold, 'queued');
      return;
  }
}

function letGo(entry: Draft, hold: Hold, to: 'queued' | 'rejected'): void {
  hold.from = undefined;
  requeue(entry, to);
}

function requeue(entry: Draft, to: 'queued' | 'rejected' = 'queued'): void {
  entry.state = entry.undecided ? 'checking' : to;
  delete entry.nextTryAt;
}

function settle(entry: Draft): void {
  delete entry.undecided;
  delete entry.review;
  delete entry.nextTryAt;
}

function applyOutcome(entry: Draft, { attempt, result, uptime }: RecordOf<'outcome'>): void {
  if (result.type === 'created') {
    settle(entry);
    delete entry.lastError;
    // The service's own word counts more than what was found by searching.
    delete entry.adopted;
    entry.state = 'created';
    entry.pet = result.pet;
    entry.petId = result.pet.id;
    entry.differences = result.differences;
    if (result.keyEchoed === true) {
      entry.keyEchoed = true;
    }

    return;
  }

  if (result.type !== 'conflict' && (entry.undecided === undefined || attempt < entry.undecided.firstAttempt)) {
    // Told twice (a disk error made the first telling doubtful), or late: what became of that attempt was decided
    // before.
    return;
  }

  entry.lastError = result.problem;
  if ('nextTryAt' in result && result.nextTryAt !== undefined) {
    entry.nextTryAt = result.nextTryAt;
  }

  if (result.type === 'conflict') {
    entry.state = 'review';
    entry.review = { reason: result.problem.message, candidates: [result.pet] };
    delete entry.petId;
    delete entry.pet;
    delete entry.adopted;
    return;
  }

  if (entry.undecided) {
    const { applied, sentUptime } = entry.undecided;
    entry.undecided = {
      ...entry.undecided,
      applied: applied || (result.type === 'unknown' && result.applied === true),
      sentUptime: uptime ?? sentUptime,
    };
  }

  // A refusal of one attempt says nothing of those before and after it.
  if (
    result.type === 'unknown' ||
    entry.undecided?.firstAttempt !== attempt ||
    entry.undecided.lastAttempt !== attempt
  ) {
    entry.state = 'checking';
    return;
  }

  delete entry.undecided;
  entry.state = result.type === 'rejected' ? 'rejected' : 'queued';
}
