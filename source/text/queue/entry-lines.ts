/** A queued animal as the shell shows it: the cells of a list, and everything about one. */
import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import type { Pet } from '../../domain/pet.js';
import type { Wait } from '../../domain/waits.js';
import { ifAbsentText, tooLateText, reasonText, blockedText, waitTexts } from './wait-text.js';
import { goneText } from './gone-text.js';
import { historyLines } from './history-lines.js';
import { describePet, petLines, petTexts } from '../animal/pet-texts.js';
import { settlingCommands } from './review-text.js';
import { dateTimeText, exactDateTimeText, lengthText } from '../time-text.js';
import type { Connection } from '../../domain/connection.js';
import type { Found } from '../../sync/api.js';
import { shortName } from '../hints.js';

/** The reason for its state, in a cell: its wait, its need of a person, or its last failure. */
export function entryReason(entry: Entry, wait: Wait | undefined, now: number): string {
  const { state, petId, review } = entry;
  if (state === 'created') {
    return `is #${petId ?? ''}${entry.gone === undefined ? elsewhereText(entry) : ', gone from the store'}`;
  }

  const wanted = state === 'checking' ? ifAbsentText(entry) : '';
  return wait ? waitTexts(wait, now).reason : (review?.reason ?? (wanted === '' ? reasonText(entry) : wanted));
}

type Surroundings = {
  readonly wait: string | undefined;
  readonly blocked: readonly Entry[];
  readonly now: number;
  /** Completes the commands of a text. */
  readonly hints: (text: string) => string;
  readonly labels: CategoryLabels;
};

/** Which store the id of an animal is from; empty: this one. */
function elsewhereText({ elsewhere }: Entry): string {
  return elsewhere === undefined ? '' : ', at the former store';
}

/** Everything about one, with its history. */
export function entryLines(entry: Entry, { wait, blocked, now, hints, labels }: Surroundings): readonly string[] {
  const { localId, name, state, attempts, nextTryAt, lastError, petId, review, instead } = entry;
  const isReview = review !== undefined && state === 'review';
  const told = state === 'rejected' ? lastError?.message : undefined;
  const next = nextTryAt !== undefined && Date.parse(nextTryAt) > now ? `at ${exactDateTimeText(nextTryAt)}` : 'now';
  const wanted = state === 'created' ? tooLateText(entry) : ifAbsentText(entry);
  return [
    `${localId}  ${name}`,
    // Its name stands above.
    ...petLines(entry, labels)
      .slice(1)
      .map((line) => `  ${line}`),
    `  State     ${state}${petId === undefined ? '' : ` (#${petId}${elsewhereText(entry)})`}`,
    `  Tries     ${attempts}${nextTryAt === undefined || state === 'created' ? '' : `, next ${next}`}`,
    ...(entry.gone === undefined ? [] : [`  Gone      ${goneText(entry, now)}`]),
    ...(wanted === '' ? [] : [`  Wanted    ${wanted}`]),
    ...(instead && state !== 'created' ? [`  Change    ${describePet(instead, labels)}`] : []),
    ...(wait === undefined ? [] : [`  Why       ${wait}`]),
    ...(lastError && state !== 'created' ? [`  Reason    ${reasonText(entry)}`] : []),
    ...(review
      ? [
          `  Review    ${review.reason}`,
          ...review.candidates.map(
            (pet) => `            may be #${pet.id} ${pet.name} (${candidateText(pet, labels)})`,
          ),
        ]
      : []),
    ...(blocked.length > 0 ? [`  Blocks    ${blockedText(blocked)}`] : []),
    '  History',
    ...historyLines(entry.history, { withProcess: true, told }).map(
      ({ at, first, text }) =>
        `    ${at === undefined ? '' : `${exactDateTimeText(at)}  `}${text}` +
        (first === undefined || at === undefined ? '' : `  since ${exactDateTimeText(first)}`),
    ),
    ...(isReview
      ? ['  Answer', ...toColumns(settlingCommands(entry).map(([command, meaning]) => [hints(command), meaning]))]
      : []),
    '',
  ];
}

/** `category 3, sold` */
function candidateText(pet: Pet, labels: CategoryLabels): string {
  return petTexts(pet, labels)
    .slice(1)
    .map(({ field, word, text = `no ${word}` }) => (field === 'categoryId' ? `category ${text}` : text))
    .join(', ');
}

function toColumns(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `    ${left.padEnd(width)}  ${right}`);
}

/** An id without an animal to show. */
export type Missing = Extract<Found, { type: 'unreadable' | 'no-entry' | 'no-pet' | 'unknown-pet' }>;
/** One under which something can. */
export type Shown = Exclude<Found, Missing>;

/** Whether there is no animal to show. */
export function isMissing(found: Found): found is Missing {
  return !('entry' in found || 'pet' in found);
}

/** `list`: the key or command that lists the queue; `connection`: why the store did not answer, if it was asked. */
type Names = {
  readonly list: string;
  readonly connection: (connection: Connection) => string | undefined;
  readonly now: number;
};

/** Why an id shows no animal: the answer first, then the part of the connection in it. */
export function missingText(found: Missing, { list, connection, now }: Names): string {
  switch (found.type) {
    case 'unreadable':
      return found.problem.message;
    case 'no-entry':
      return `There is no queued animal ${found.localId}. ${list} shows all.`;
    case 'no-pet':
      return found.savedAt === undefined
        ? `The store has no animal ${idText(found)}.`
        : sentences(
            `${savedText(found.savedAt, now)} has no animal ${idText(found)}; it is complete, and newer animals get ` +
              `higher ids`,
            connection(found.connection),
          );
    case 'unknown-pet': {
      const why = found.connection.state === 'online' ? undefined : connection(found.connection);
      if (found.savedAt !== undefined) {
        const has = `${savedText(found.savedAt, now)} has no animal ${idText(found)}, but the store may have it`;
        return sentences(has, why);
      }

      return why === undefined
        ? `Animal ${idText(found)} is not in the lists, but they are not complete, so it may exist.`
        : `Animal ${idText(found)} is not saved on this machine. ${why}`;
    }
  }
}

const sentences = (first: string, second: string | undefined): string =>
  `${first}.${second === undefined ? '' : ` ${second}`}`;

const savedText = (at: string, now: number): string =>
  `The saved copy of ${dateTimeText(at)} (${lengthText(now - Date.parse(at))} old)`;

function idText({ petId, localId }: Extract<Missing, { type: 'no-pet' | 'unknown-pet' }>): string {
  return `#${petId}${localId === undefined ? '' : ` (${localId})`}`;
}

/** The state of something entered here, with the id it got, and of which store that is, unless it is this one. */
export function stateWithIdText(entry: Entry): string {
  return entry.petId === undefined ? entry.state : `${entry.state} as #${entry.petId}${elsewhereText(entry)}`;
}

/** The same for an animal that was settled long ago, or lost its id to a stranger. */
export function settledText(found: Extract<Found, { type: 'archived' | 'former' }>): string {
  const { entry } = found;
  const state = stateWithIdText(entry);
  if (found.type === 'archived') {
    return `${state} and archived, so it cannot be changed any more`;
  }

  return found.stranger
    ? `${state}, which is another animal now (${shortName(found.stranger.name)}): the store looks as if it was reset`
    : `${state}; #${entry.petId ?? ''} may be another animal now`;
}
