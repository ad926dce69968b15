/**
 * The state of an entry as a pure fold over its records.
 *
 * Two rules carry the promises. *Undecided stays undecided*: once an attempt may have been applied, the result of a
 * later attempt does not settle it; only adoption, proven absence or a person does. *Damage is never good news*: a
 * record that cannot be read may have been an attempt, so it makes the entry undecided with a weak baseline.
 */
import type { Entry, Undecided } from '../../domain/entry.js';
import type { EntryRecord, RecordOf } from '../../domain/record.js';
import { discard, fulfil, hold, letGo, noWish, parseNewPet, replace, requeue, restore } from './wish.js';
import type { FoldedEntry, Will } from './wish.js';

type Take<K extends EntryRecord['kind']> = (entry: FoldedEntry, will: Will, record: RecordOf<K>, step: number) => void;

/**
 * Folds the records of one entry, oldest first, `undefined` standing for a damaged one.
 *
 * Throws if the frozen text itself is no new pet, which only a hand-made record can cause.
 */
export function foldEntry(entered: RecordOf<'entered'>, later: readonly (EntryRecord | undefined)[]): Entry {
  const entry: FoldedEntry = {
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
  const will = noWish();
  for (const [index, record] of later.entries()) {
    const step = index + 1;
    if (record === undefined) {
      applyDamage(entry, step);
    } else if (record.kind === 'outcome' && entry.state === 'discarded') {
      // Told late, by a process that could not save it earlier. Only a pet id undoes the person's decision.
      entry.state = will.beforeDiscard;
      apply(entry, will, record, step);
      if (record.result.type !== 'created' && record.result.type !== 'conflict') {
        will.beforeDiscard = entry.state;
        entry.state = 'discarded';
      }
    } else {
      apply(entry, will, record, step);
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

/** An undecided attempt without any knowledge of it. */
function unknownAttempt(step: number): Undecided {
  return {
    firstAttempt: step,
    lastAttempt: step,
    baseline: null,
    lookalikes: [],
    honoured: false,
    applied: false,
    searches: [],
    failedSearches: 0,
  };
}

function apply(entry: FoldedEntry, will: Will, record: EntryRecord, step: number): void {
  (takes[record.kind] as Take<EntryRecord['kind']>)(entry, will, record, step);
  fulfil(entry, will);
}

function applyDamage(entry: FoldedEntry, step: number): void {
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

/** The effect of a record on an entry, by its kind. */
const takes: { readonly [K in EntryRecord['kind']]: Take<K> } = {
  entered() {
    // The fold begins with it.
  },
  attempt(entry, will, record, step) {
    entry.attempts += 1;
    // What a later attempt makes is none of those.
    will.offered = [];
    entry.state = 'sending';
    delete entry.nextTryAt;
    entry.undecided = withAttempt(entry.undecided, record, step);
  },
  outcome: takeOutcome,
  looked(entry, _will, { uptime, boot, complete, candidates, others }) {
    if (entry.undecided) {
      const look = { uptime, boot, complete, candidates, others };
      entry.undecided = { ...entry.undecided, searches: [...entry.undecided.searches, look], failedSearches: 0 };
      delete entry.nextTryAt;
    }
  },
  glanced(entry, _will, { ids }) {
    if (entry.undecided) {
      entry.undecided = { ...entry.undecided, glance: ids };
    }
  },
  'not-looked'(entry, _will, { problem, nextTryAt }) {
    if (entry.undecided) {
      entry.undecided = { ...entry.undecided, failedSearches: entry.undecided.failedSearches + 1 };
    }

    entry.lastError = problem;
    entry.nextTryAt = nextTryAt;
  },
  absent(entry, _will, { key, refusal }) {
    settle(entry);
    entry.key = key;
    entry.state = refusal ? 'rejected' : 'queued';
    if (refusal) {
      entry.lastError = refusal;
    }
  },
  adopted(entry, _will, { pet, by, evidence }) {
    settle(entry);
    entry.state = 'created';
    entry.pet = pet;
    entry.petId = pet.id;
    entry.adopted = { by, evidence };
  },
  disowned(entry, { offered }, { petId, reason }, step) {
    entry.notMine = [...entry.notMine, petId];
    entry.undecided = unknownAttempt(step);
    review(entry, {
      reason: reason ?? `You said that #${petId} is not this animal.`,
      candidates: offered.filter(({ id }) => !entry.notMine.includes(id)),
    });
  },
  review(entry, will, { reason, candidates }) {
    entry.state = 'review';
    entry.review = { reason, candidates };
    will.offered = candidates;
    delete entry.nextTryAt;
  },
  edited(entry, will, { body, key }) {
    if (entry.undecided) {
      will.instead = { body, key };
      return;
    }

    replace(entry, { body, key });
    // The store rejected another animal than the present one.
    if (entry.state === 'held') {
      will.heldFrom = 'queued';
    } else {
      requeue(entry);
    }
  },
  held: hold,
  discarded: discard,
  restored: (entry, will, { held }) => restore(entry, will, held === true),
  archived(entry, will) {
    entry.isMarkedArchived = true;
    // Versions that did not look for discarded animals archived them all the same.
    if (entry.state === 'checking' && will.isDiscarded) {
      entry.state = 'discarded';
    }
  },
  'sent-again'(entry, will) {
    settle(entry);
    will.isDiscarded = false;
    letGo(entry, will, 'queued');
  },
  released: (entry, will) => letGo(entry, will, will.heldFrom ?? 'queued'),
  retried: (entry, will) => letGo(entry, will, 'queued'),
};

/** Until its outcome says otherwise an attempt may have been applied. */
function withAttempt(before: Undecided | undefined, record: RecordOf<'attempt'>, step: number): Undecided {
  const { fence, twins = [], freshAbove, highest, cutAt, at, uptime, boot, honoured, credential } = record;
  const first = before ?? {
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
  return {
    ...first,
    lastAttempt: step,
    glance: undefined,
    // A damaged record may have told of an attempt before this one.
    sentUptime: before && first.sentUptime === undefined ? undefined : uptime,
    sentBoot: boot,
    honoured: honoured && first.honoured,
    credential,
    searches: [],
    failedSearches: 0,
  };
}

/** A person must decide about an entry that had a pet. */
function review(entry: FoldedEntry, why: NonNullable<Entry['review']>): void {
  entry.state = 'review';
  entry.review = why;
  delete entry.petId;
  delete entry.pet;
  delete entry.adopted;
}

function settle(entry: FoldedEntry): void {
  delete entry.undecided;
  delete entry.review;
  delete entry.nextTryAt;
}

function takeOutcome(entry: FoldedEntry, _will: Will, { attempt, result, uptime }: RecordOf<'outcome'>): void {
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
    review(entry, { reason: result.problem.message, candidates: [result.pet] });
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
