/**
 * The state of an entry as a pure fold over its records.
 *
 * Two rules carry the promises. *Undecided stays undecided*: once an attempt may have been applied, the result of a
 * later attempt does not settle it; only adoption, proven absence or a person does. *Damage is never good news*: a
 * record that cannot be read may have been an attempt, so it makes the entry undecided with a weak baseline.
 */
import type { Entry, Undecided } from '../../domain/entry.js';
import type { EntryRecord, RecordOf } from '../../domain/record.js';
import { type Pet, petFieldNames } from '../../domain/pet.js';
import { parseNewPet } from '../../platform/json/parse-new-pet.js';

type Draft = { -readonly [K in keyof Entry]: Entry[K] };

/**
 * Folds the records of one entry, oldest first, `undefined` standing for a damaged one.
 *
 * Throws if the frozen text itself is no new pet, which only a hand-made record can cause.
 */
export function foldEntry(entered: RecordOf<'entered'>, later: readonly (EntryRecord | undefined)[]): Entry {
  const entry: Draft = {
    localId: entered.localId,
    number: Number(entered.localId.slice(2)),
    ...parseNewPet(entered.body),
    state: 'queued',
    createdAt: entered.at,
    ...(entered.credential === undefined ? {} : { credential: entered.credential }),
    ...(entered.highest === undefined || entered.unasked ? {} : { askedAbove: entered.highest }),
    attempts: 0,
    body: entered.body,
    key: entered.key,
    notMine: [],
    history: [entered, ...later],
  };
  const will: Will = {
    heldFrom: undefined,
    isDiscarded: false,
    beforeDiscard: 'queued',
    instead: undefined,
    offered: [],
  };
  for (const [index, record] of later.entries()) {
    const step = index + 1;
    if (record === undefined) {
      applyDamage(entry, step);
    } else if (record.kind === 'outcome' && entry.state === 'discarded') {
      // Told late, by a process that could not save it earlier. Only a pet id undoes the person's decision.
      entry.state = will.beforeDiscard;
      apply(entry, will, record, step);
      fulfil(entry, will);
      if (record.result.type !== 'created' && record.result.type !== 'conflict') {
        will.beforeDiscard = entry.state;
        entry.state = 'discarded';
      }
    } else {
      apply(entry, will, record, step);
      fulfil(entry, will);
    }
  }

  if (entry.state === 'checking' && (will.isDiscarded || will.heldFrom !== undefined)) {
    entry.ifAbsent = will.isDiscarded ? 'discarded' : 'held';
  }

  if (will.instead) {
    entry.instead = { ...parseNewPet(will.instead.body), ...will.instead };
  }

  return entry;
}

/** A person's wish for an animal that may be on the store: it comes true once it is known not to be there. */
type Will = {
  /**
   * Its state before it was held, and again once it is released; undefined: it is not held. It outlasts every other
   * change: only a release ends it, as whoever holds an animal means to correct it before it is sent.
   */
  heldFrom: 'queued' | 'rejected' | undefined;
  /** It is discarded if it is not there. */
  isDiscarded: boolean;
  /** Its state before it was discarded, and again once it is restored. */
  beforeDiscard: Entry['state'];
  /** It was edited while it may have been there: petstore looks for the sent one, and sends this if that is missing. */
  instead: { readonly body: string; readonly key: string } | undefined;
  /** The animals that a person was asked about last: those that stay if they say that it is not the one they took. */
  offered: readonly Pet[];
};

/** Once it is known that an animal is not there, the wish comes true. For one that is there it is kept. */
function fulfil(entry: Draft, will: Will): void {
  if (entry.state === 'created') {
    will.heldFrom = undefined;
    will.isDiscarded = false;
    return;
  }

  if (entry.undecided || (entry.state !== 'queued' && entry.state !== 'rejected')) {
    return;
  }

  if (will.instead) {
    replace(entry, will.instead);
    entry.state = 'queued';
    will.instead = undefined;
  }

  if (will.heldFrom !== undefined) {
    setAside(entry, will);
  }

  if (will.isDiscarded) {
    discard(entry, will);
  }
}

function setAside(entry: Draft, will: Will): void {
  will.heldFrom = entry.state === 'rejected' ? 'rejected' : (will.heldFrom ?? 'queued');
  if (entry.state !== 'checking') {
    entry.state = 'held';
    delete entry.nextTryAt;
  }
}

function discard(entry: Draft, will: Will): void {
  if (entry.state === 'checking') {
    will.isDiscarded = true;
  } else {
    will.isDiscarded = false;
    will.beforeDiscard = entry.state;
    entry.state = 'discarded';
  }
}

function restore(entry: Draft, will: Will, isHeld: boolean): void {
  if (entry.state === 'discarded') {
    entry.state = will.beforeDiscard;
  } else if (!will.isDiscarded) {
    // The record that discarded it is damaged, and may have been an attempt.
    return;
  }

  will.isDiscarded = false;
  if (isHeld && (entry.state === 'queued' || entry.state === 'rejected' || entry.state === 'checking')) {
    setAside(entry, will);
  }
}

/** The text that is sent from here on. */
function replace(entry: Draft, { body, key }: { readonly body: string; readonly key: string }): void {
  for (const field of petFieldNames) {
    // A field that is not set any more must not stay as it was.
    Reflect.deleteProperty(entry, field);
  }

  Object.assign(entry, parseNewPet(body), { body, key });
}

/** An undecided attempt without any knowledge of it. */
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
    // When bytes last left is not known any more, so no list proves that it is not there.
    entry.undecided = {
      ...unknownAttempt(step),
      ...entry.undecided,
      baseline: null,
      sentUptime: undefined,
      honoured: false,
    };
    entry.state = 'checking';
  }
}

function apply(entry: Draft, will: Will, record: EntryRecord, step: number): void {
  switch (record.kind) {
    case 'entered':
      return;
    case 'attempt': {
      entry.attempts += 1;
      // A held animal is never sent; earlier versions released it when it was edited.
      will.heldFrom = undefined;
      // What a later attempt makes is none of those.
      will.offered = [];
      entry.state = 'sending';
      delete entry.nextTryAt;
      // Until its outcome says otherwise an attempt may have been applied.
      const { fence, twins = [], freshAbove, highest, cutAt, at, uptime, boot, honoured, credential } = record;
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
        // A damaged record may have told of an attempt before this one.
        sentUptime: entry.undecided && first.sentUptime === undefined ? undefined : uptime,
        sentBoot: boot,
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
        const { uptime, boot, complete, candidates, others } = record;
        entry.undecided = {
          ...entry.undecided,
          searches: [...entry.undecided.searches, { uptime, boot, complete, candidates, others }],
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
      entry.review = {
        reason: record.reason ?? `You said that #${record.petId} is not this animal.`,
        candidates: will.offered.filter(({ id }) => !entry.notMine.includes(id)),
      };
      delete entry.pet;
      delete entry.petId;
      delete entry.adopted;
      return;
    case 'review':
      entry.state = 'review';
      entry.review = { reason: record.reason, candidates: record.candidates };
      will.offered = record.candidates;
      delete entry.nextTryAt;
      return;
    case 'edited':
      if (entry.undecided) {
        will.instead = { body: record.body, key: record.key };
        return;
      }

      replace(entry, record);
      // The store rejected another animal than the present one.
      if (entry.state === 'held') {
        will.heldFrom = 'queued';
      } else {
        requeue(entry);
      }

      return;
    case 'held':
      setAside(entry, will);
      return;
    case 'discarded':
      discard(entry, will);
      return;
    case 'restored':
      restore(entry, will, record.held === true);
      return;
    case 'archived':
      entry.isMarkedArchived = true;
      // Versions that did not look for discarded animals archived them all the same.
      if (entry.state === 'checking' && will.isDiscarded) {
        entry.state = 'discarded';
      }

      return;
    case 'sent-again':
      settle(entry);
      will.isDiscarded = false;
      letGo(entry, will, 'queued');
      return;
    case 'released':
      letGo(entry, will, will.heldFrom ?? 'queued');
      return;
    case 'retried':
      letGo(entry, will, 'queued');
      return;
  }
}

function letGo(entry: Draft, will: Will, to: 'queued' | 'rejected'): void {
  will.heldFrom = undefined;
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
    // The service's own word counts more than the result of a search.
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
    // Told twice (a disk error made the first telling doubtful), or late: that attempt was decided before.
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
      sentUptime: sentUptime === undefined ? undefined : (uptime ?? sentUptime),
    };
  }

  // A refusal of one attempt does not tell about those before and after it.
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
