/**
 * The state of an entry as a pure fold over its history.
 *
 * *Undecided stays undecided*: once an attempt may have been applied, the result of a later attempt does not settle it;
 * only adoption, proven absence or a person does.
 */
import type { Entry } from '../../domain/entry.ts';
import type { EntryRecord, RecordOf } from '../../domain/record.ts';
import { copiedAttempt, forgetPet, review, settle, takeOutcome, unknownAttempt, withAttempt } from './fold-attempt.ts';
import { discard, fulfil, hold, letGo, noIntent, parseNewPet, replace, requeue, restore } from './intent.ts';
import type { FoldedEntry, Intent } from './intent.ts';

type Take<K extends EntryRecord['kind']> = (
  entry: FoldedEntry,
  will: Intent,
  record: RecordOf<K>,
  step: number,
) => void;

/** Folds the history of one entry, oldest first. Throws if what was entered is no new pet. */
export function foldEntry(entered: RecordOf<'entered'>, later: readonly EntryRecord[]): Entry {
  const entry: FoldedEntry = {
    localId: entered.localId,
    number: Number(entered.localId.slice(2)),
    ...parseNewPet(entered.body),
    state: 'queued',
    createdAt: entered.at,
    ...(entered.credential === undefined ? {} : { credential: entered.credential }),
    ...(entered.restsUntil === undefined ? {} : { restsUntil: entered.restsUntil }),
    attempts: 0,
    body: entered.body,
    key: entered.key,
    history: [entered, ...later],
  };
  const will = noIntent();
  let step = 0;
  for (const record of later) {
    step += record.kind === 'left-out' ? record.events : 1;
    if (record.kind === 'outcome' && entry.state === 'discarded') {
      // Told late. Only a pet id undoes the person's decision.
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

function apply(entry: FoldedEntry, will: Intent, record: EntryRecord, step: number): void {
  (takes[record.kind] as Take<EntryRecord['kind']>)(entry, will, record, step);
  fulfil(entry, will);
}

/** The effect of a record on an entry, by its kind. */
const takes: { readonly [K in EntryRecord['kind']]: Take<K> } = {
  entered() {
    // The fold begins with it.
  },
  'left-out'(entry, will, { attempts, body, key }) {
    settle(entry);
    forgetPet(entry);
    replace(entry, { body, key });
    requeue(entry);
    entry.attempts = attempts;
    Object.assign(will, noIntent());
  },
  attempt(entry, will, record, step) {
    entry.attempts += 1;
    will.answered = undefined;
    entry.state = 'sending';
    delete entry.nextTryAt;
    delete entry.restsUntil;
    entry.undecided = withAttempt(entry.undecided, record, step);
  },
  outcome: (entry, _intent, record) => takeOutcome(entry, record),
  looked(entry, _intent, { uptime, boot, complete, candidates, couldSettle }) {
    if (entry.undecided) {
      const look = { uptime, boot, complete, candidates, couldSettle };
      entry.undecided = { ...entry.undecided, searches: [...entry.undecided.searches, look], failedSearches: 0 };
      delete entry.nextTryAt;
    }
  },
  'looked-at-once'(entry, _intent, { at, ids }) {
    if (entry.undecided) {
      entry.undecided = { ...entry.undecided, atOnce: ids };
      // The look that was due then was this one. A pause that the store asked for goes on, as does the wait of a key.
      if (!entry.undecided.honoured && entry.nextTryAt !== undefined && entry.nextTryAt <= at) {
        delete entry.nextTryAt;
      }
    }
  },
  'not-looked'(entry, _intent, { problem, nextTryAt }) {
    if (entry.undecided) {
      entry.undecided = { ...entry.undecided, failedSearches: entry.undecided.failedSearches + 1 };
    }

    entry.lastError = problem;
    entry.nextTryAt = nextTryAt;
  },
  absent(entry, _intent, { key, refusal }) {
    settle(entry);
    entry.key = key;
    entry.state = refusal ? 'rejected' : 'queued';
    if (refusal) {
      entry.lastError = refusal;
    }
  },
  adopted(entry, will, { pet, by, evidence }) {
    will.answered = { entry: { ...entry }, will: { ...will } };
    settle(entry);
    // It may be another animal than the one that is gone.
    delete entry.gone;
    entry.state = 'created';
    entry.pet = pet;
    entry.petId = pet.id;
    entry.adopted = { by, evidence };
  },
  reopened(entry, will) {
    const { answered } = will;
    const { history, adopted, pet } = entry;
    if (!answered) {
      return;
    }

    Object.keys(entry).forEach((name) => Reflect.deleteProperty(entry, name));

    Object.assign(entry, answered.entry, { history });
    Object.assign(will, answered.will);
    // Nobody was asked before, and petstore would give itself the same answer.
    if (adopted?.by === 'engine' && pet) {
      review(entry, { reason: `petstore found that it is #${pet.id}, and you took that back.`, candidates: [pet] });
    }
  },
  gone(entry, _intent, { pet, is, at }) {
    if (is === 'over') {
      delete entry.gone;
      if (entry.state === 'review' || entry.state === 'created') {
        settle(entry);
        Object.assign(entry, { state: 'created', pet, petId: pet.id });
      }

      return;
    }

    entry.gone = at;
    if (is === 'asked') {
      review(entry, {
        reason:
          `It was #${pet.id}, and the store no longer lists it. Either it was removed there, or the store was put ` +
          'back to an earlier state.',
        candidates: [],
      });
    }
  },
  copied(entry, will, record, step) {
    entry.undecided = copiedAttempt(entry.undecided, record, step);
    if (entry.state === 'queued' || entry.state === 'sending' || entry.state === 'checking') {
      requeue(entry);
    }

    will.answered = undefined;
  },
  review(entry, _intent, { reason, candidates }, step) {
    // One that is another's by the store's word was thought to be settled.
    entry.undecided ??= unknownAttempt(step);
    review(entry, { reason, candidates });
    delete entry.nextTryAt;
  },
  edited(entry, will, { body, key, restsUntil }) {
    if (entry.undecided) {
      will.instead = { body, key };
      if (entry.state === 'rejected') {
        requeue(entry);
      }

      return;
    }

    replace(entry, { body, key });
    if (restsUntil !== undefined) {
      rest(entry, restsUntil);
    }

    // The store rejected another animal than the present one.
    if (entry.state === 'held') {
      will.heldFrom = 'queued';
    } else {
      requeue(entry);
    }
  },
  held: hold,
  discarded: discard,
  restored(entry, will, { restsUntil }) {
    restore(entry, will);
    rest(entry, restsUntil);
  },
  'sent-again'(entry, will, { key = entry.key, restsUntil }) {
    will.answered = { entry: { ...entry }, will: { ...will } };
    settle(entry);
    forgetPet(entry);
    entry.key = key;
    will.isDiscarded = false;
    letGo(entry, will, 'queued');
    rest(entry, restsUntil);
  },
  released(entry, will, { restsUntil }) {
    letGo(entry, will, will.heldFrom ?? 'queued');
    rest(entry, restsUntil);
  },
  retried(entry, will) {
    letGo(entry, will, 'queued');
    delete entry.restsUntil;
  },
};

/** It may be taken back until then, and what it rested before is over. */
function rest(entry: FoldedEntry, until: string | undefined): void {
  delete entry.restsUntil;
  Object.assign(entry, until === undefined ? {} : { restsUntil: until });
}
