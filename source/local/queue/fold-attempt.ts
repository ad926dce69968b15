/** What an attempt and its outcome are to an entry: the part of the fold that decides what is undecided. */
import type { Entry, Undecided } from '../../domain/entry.ts';
import type { RecordOf } from '../../domain/record.ts';
import type { FoldedEntry } from './intent.ts';

/** An undecided attempt without any knowledge of it. */
export function unknownAttempt(step: number): Undecided {
  return {
    firstAttempt: step,
    lastAttempt: step,
    alike: [],
    nearBefore: [],
    known: [],
    honoured: false,
    applied: false,
    searches: [],
    failedSearches: 0,
  };
}

/** Until its outcome says otherwise an attempt may have been applied. */
export function withAttempt(before: Undecided | undefined, record: RecordOf<'attempt'>, step: number): Undecided {
  const { alike = [], nearBefore = [], known = [], listAge, listRows, highest } = record;
  const { at, uptime, boot, honoured, credential } = record;
  const first = before ?? {
    ...unknownAttempt(step),
    alike,
    nearBefore,
    known,
    listAge,
    listRows,
    highest,
    firstSentAt: at,
    firstUptime: uptime,
    honoured,
  };
  return {
    ...first,
    lastAttempt: step,
    atOnce: undefined,
    // It was taken back once, and is not known to have been sent at any time.
    sentUptime: before && first.sentUptime === undefined ? undefined : uptime,
    sentBoot: boot,
    honoured: honoured && first.honoured,
    credential,
    searches: [],
    failedSearches: 0,
  };
}

/** It may have been sent from another copy of the queue until now. */
export function copiedAttempt(
  before: Undecided | undefined,
  { uptime, boot, known, alike, highest }: RecordOf<'copied'>,
  step: number,
): Undecided {
  return {
    ...(before ?? { ...unknownAttempt(step), known, alike, highest, isCopied: true }),
    sentUptime: uptime,
    sentBoot: boot,
    // Another copy may have sent it under another key since.
    honoured: false,
    searches: [],
    failedSearches: 0,
  };
}

/** A person must decide about an entry that had a pet. */
export function review(entry: FoldedEntry, why: NonNullable<Entry['review']>): void {
  entry.state = 'review';
  entry.review = why;
  delete entry.petId;
  delete entry.pet;
  delete entry.adopted;
}

/** Nothing that is on the store is this animal. */
export function forgetPet(entry: FoldedEntry): void {
  for (const fact of ['pet', 'petId', 'adopted', 'gone', 'differences'] as const) {
    Reflect.deleteProperty(entry, fact);
  }
}

/** It is known what became of it. */
export function settle(entry: FoldedEntry): void {
  delete entry.undecided;
  delete entry.review;
  delete entry.nextTryAt;
}

/** The result of an attempt. */
export function takeOutcome(entry: FoldedEntry, { attempt, result, uptime }: RecordOf<'outcome'>): void {
  if (result.type === 'created') {
    settle(entry);
    delete entry.lastError;
    // The service's own word counts more than the result of a search.
    delete entry.adopted;
    entry.state = 'created';
    entry.pet = result.pet;
    entry.petId = result.pet.id;
    entry.differences = result.differences;
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
