/** A queued animal as the shell shows it: the cells of a list, and everything about one. */
import { type CategoryLabels, categoryWords } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import type { Wait } from '../../domain/waits.ts';
import { ifAbsentText, tooLateText, reasonText, blockedText, waitTexts } from '../../text/queue/wait-text.ts';
import { goneText } from '../../text/queue/gone-text.ts';
import { entryHistory } from '../../text/queue/history-lines.ts';
import { describePet } from '../../text/animal/pet-texts.ts';
import { elsewhereText } from '../../text/queue/found-text.ts';
import { exactDateTimeText } from '../../text/time-text.ts';
import { type Fact, type Line, toFactLines } from '../run/output.ts';
import { petFacts } from './animals.ts';

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
export function entryLines(entry: Entry, { wait, blocked, now, hints, labels }: Surroundings): readonly Line[] {
  const { localId, name, state, attempts, nextTryAt, lastError, petId, review, instead } = entry;
  const isReview = review !== undefined && state === 'review';
  const told = state === 'rejected' ? lastError?.message : undefined;
  const next = nextTryAt !== undefined && Date.parse(nextTryAt) > now ? `at ${exactDateTimeText(nextTryAt)}` : 'now';
  const wanted = state === 'created' ? tooLateText(entry) : ifAbsentText(entry);
  const facts: readonly (Fact | undefined)[] = [
    // Its name stands above.
    ...petFacts(entry, labels).slice(1),
    ['State', `${state}${petId === undefined ? '' : ` (#${petId}${elsewhereText(entry)})`}`],
    ['Tries', `${attempts}${nextTryAt === undefined || state === 'created' ? '' : `, next ${next}`}`],
    // A review says it by itself.
    entry.gone === undefined || review ? undefined : ['Gone', goneText(entry, entry.gone, now)],
    wanted === '' ? undefined : ['Wanted', wanted],
    instead && state !== 'created' ? ['Change', describePet(instead, labels)] : undefined,
    wait === undefined ? undefined : ['Why', wait],
    lastError && state !== 'created' ? ['Reason', reasonText(entry)] : undefined,
    review && ['Review', review.reason],
    ...(review?.candidates ?? []).map((pet): Fact => [
      '',
      `may be #${pet.id} ${pet.name} (${candidateText(pet, labels)})`,
    ]),
    blocked.length > 0 ? ['Blocks', blockedText(blocked)] : undefined,
  ];
  const history = entryHistory(entry, { withProcess: true, told }).map(({ at, first, text }): Fact => {
    const since = first === undefined ? '' : `  since ${exactDateTimeText(first)}`;
    return [exactDateTimeText(at), text + since];
  });
  const answers = settlingCommands(entry).map(([command, meaning]): Fact => [hints(command), meaning]);
  return [
    `${localId}  ${name}`,
    ...toFactLines(
      facts.filter((fact) => fact !== undefined),
      '  ',
    ),
    '  History',
    ...toFactLines(history, '    '),
    ...(isReview ? ['  Answer', ...toFactLines(answers, '    ')] : []),
    '',
  ];
}

/** `Dogs, sold`, or `category 3, no status`. */
function candidateText(pet: Pet, labels: CategoryLabels): string {
  return [categoryWords(pet.categoryId, labels), pet.status ?? 'no status'].join(', ');
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
