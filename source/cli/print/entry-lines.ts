/** A queued animal as the shell shows it: the cells of a list, and everything about one. */
import type { CategoryLabels } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import type { Wait } from '../../domain/waits.ts';
import { ifAbsentText, tooLateText, reasonText, blockedText, waitTexts } from '../../text/queue/wait-text.ts';
import { goneText } from '../../text/queue/gone-text.ts';
import { historyLines } from '../../text/queue/history-lines.ts';
import { describePet, petLines, petTexts } from '../../text/animal/pet-texts.ts';
import { elsewhereText } from '../../text/queue/found-text.ts';
import { exactDateTimeText } from '../../text/time-text.ts';

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
        `    ${exactDateTimeText(at)}  ${text}` + (first === undefined ? '' : `  since ${exactDateTimeText(first)}`),
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

/** The commands that settle a review, in backticks, each with its meaning. */
export function settlingCommands({ localId, review }: Entry): readonly (readonly [command: string, meaning: string])[] {
  const candidates = review?.candidates ?? [];
  return [
    ...candidates.map(({ id }) => [`\`petstore queue adopt ${localId} ${id}\``, `it is #${id}`] as const),
    ...(candidates.length > 0
      ? []
      : [[`\`petstore queue adopt ${localId} ID\``, 'it is on the store, under this id'] as const]),
    [
      `\`petstore queue send-again ${localId}\``,
      'it is not there: send it again (may make a second one, which cannot be deleted here)',
    ],
    [`\`petstore queue discard ${localId}\``, 'give it up'],
  ];
}
