/** The decision about an animal whose answer was lost, as a question with its answers. */
import { categoryName, type CategoryLabels } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import { lookedAt } from '../../domain/first-seen.ts';
import type { NewPet, Pet, PetField } from '../../domain/pet.ts';
import type { AttemptResult } from '../../domain/record.ts';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.ts';
import { type PaneLine, wrapPane } from '../../text/pane-lines.ts';
import { describePet, petTexts } from '../../text/animal/pet-texts.ts';
import { shortName } from '../../text/hints.ts';
import { hueOf, type ToneText } from '../../text/glyphs.ts';
import type { PaneContext } from '../words/animal-pane.ts';
import { ifAbsentText } from '../../text/queue/wait-text.ts';
import { shareCells, wrapCells } from '../../text/wrap-cells.ts';
import { exactTimeText, lengthText } from '../../text/time-text.ts';

/** The answers of a person about an entry in review. */
type ReviewAnswer =
  | { readonly type: 'adopt'; readonly pet: Pet }
  | { readonly type: 'other' | 'removed' | 'send-again' | 'wait' };

type ReviewContext = Omit<PaneContext, 'snapshot' | 'waiting'> & {
  /** When an animal of the store was seen first, ISO 8601; undefined: no log tells. */
  readonly seenAt: (id: Pet['id']) => string | undefined;
};

/** `Did Twin Peaks arrive?`; one that is gone did. */
export function reviewQuestion({ name, gone }: Pick<Entry, 'name' | 'gone'>): string {
  return gone === undefined ? `Did ${shortName(name)} arrive?` : `What became of ${shortName(name)}?`;
}

/** The facts: the time of sending, and what is known. */
export function factLines(entry: Entry, { labels, width, now }: ReviewContext): readonly PaneLine[] {
  return [
    ...wrapPane(`${sentText(entry, now)}.`, width),
    ...wrapPane(entry.review?.reason ?? 'petstore cannot tell whether it arrived.', width),
    ...(entry.instead ? wrapPane(`Changed since: ${describePet(entry.instead, labels)}.`, width) : []),
    ...[ifAbsentText(entry)].filter(Boolean).flatMap((wanted) => wrapPane(wanted, width)),
  ];
}

/** Any other result is certain that its attempt made no animal. */
const mayHaveMadeIt: readonly (AttemptResult['type'] | undefined)[] = [undefined, 'unknown', 'created', 'conflict'];

/** When it was sent so that it may be on the store, oldest first, whatever a person decided in between. */
function sendingsOf({ history }: Entry): readonly string[] {
  const results = new Map(
    history.flatMap((record) => (record.kind === 'outcome' ? [[record.attempt, record.result.type]] : [])),
  );
  return history.flatMap((record, step) =>
    record.kind === 'attempt' && mayHaveMadeIt.includes(results.get(step)) ? [record.at] : [],
  );
}

function sentText(entry: Entry, now: number): string {
  const [first, ...later] = sendingsOf(entry);
  if (first === undefined) {
    return `Entered ${exactTimeText(entry.createdAt, now)}`;
  }

  const often = later.length === 0 ? 'once,' : `${later.length + 1} times, first`;
  return `Sent ${often} ${exactTimeText(first, now)}`;
}

/** Cells for the label of a line of the comparison, and the fewest for one animal; lines that a value takes at most. */
const comparison = { label: 12, animal: 11, lines: 3 };
/** A value in its column: the sign before it, and how it looks. */
type Value = { readonly text: string; readonly sign?: ToneText | undefined; readonly tone?: ToneText['tone'] };
/** Before a value that is another one than the sent one. */
const differs: ToneText = { text: '≠ ', tone: 'waits' };

function howManyBeside(width: number): number {
  return Math.max(0, Math.floor((width - comparison.label) / comparison.animal) - 1);
}

/**
 * The sent animal and its candidates side by side, `=` if they are equal. One for which there is no room is told by its
 * answer, which names it whole.
 */
export function compareCandidates(
  entry: Entry,
  { labels, glyphs, width, now, seenAt }: ReviewContext,
): readonly PaneLine[] {
  const shown = (entry.review?.candidates ?? []).slice(0, howManyBeside(width));
  const sentAt = sendingsOf(entry)[0] ?? entry.createdAt;
  const valueOf = (animal: NewPet, field: PetField, text: string): Value => {
    if (field === 'categoryId' && glyphs.hue !== '') {
      return { text, sign: { text: glyphs.hue, tone: hueOf(animal.categoryId) } };
    }

    const { status } = animal;
    return field === 'status' && status !== undefined
      ? { text, sign: { text: `${glyphs[status]} `, tone: status } }
      : { text };
  };
  const texts = [entry, ...shown].map((animal) =>
    petTexts(animal, labels).map(({ field, label, text = 'not set' }) => ({
      label,
      value: valueOf(animal, field, field === 'categoryId' ? categoryName(animal.categoryId, labels) : text),
    })),
  );
  const [own = [], ...others] = texts;
  const isSame = (place: number, { text }: Value): boolean => own[place]?.value.text === text;
  const rows: readonly (readonly [label: string, values: readonly Value[]])[] = [
    ['', [{ text: 'you sent', tone: 'quiet' }, ...shown.map(({ id }): Value => ({ text: `#${id}`, tone: 'strong' }))]],
    ...own.map(
      ({ label, value }, place) =>
        [
          label,
          [
            { ...value, tone: label === 'Name' ? 'strong' : undefined },
            ...others.map((fields): Value => {
              const other = fields[place]?.value ?? { text: 'not set' };
              return isSame(place, other) ? { text: '=', tone: 'quiet' } : { ...other, sign: differs, tone: 'strong' };
            }),
          ],
        ] as const,
    ),
    [
      'First seen',
      [
        { text: exactTimeText(sentAt, now) },
        ...shown.map(({ id }): Value => ({ text: firstSeenText(entry, id, sentAt, seenAt(id)) })),
      ],
    ],
  ];
  // Each column is as wide as its content, as far as there is room; the blank behind it belongs to it.
  const needs = texts.map((_, column) =>
    Math.max(comparison.animal, ...rows.map(([, values]) => cellsOf(values[column], width) + 2)),
  );
  const widths = shareCells(needs, width - comparison.label);
  return rows.flatMap(([label, values]) => valueLines(label, values, widths));
}

function cellsOf({ text, sign }: Value = { text: '' }, width: number): number {
  return cellWidth(truncateCells(text, width)) + cellWidth(sign?.text ?? '');
}

/** How long before or after the first sending it was seen first: by the log, or by the check that found it. */
function firstSeenText(entry: Entry, id: Pet['id'], sentAt: string, seenAt: string | undefined): string {
  const times = [seenAt, lookedAt(entry, id)].flatMap((at) => (at === undefined ? [] : Date.parse(at)));
  if (times.length === 0) {
    return 'unknown';
  }

  const ms = Math.min(...times) - Date.parse(sentAt);
  return ms < 0 ? `${lengthText(-ms)} before` : `${lengthText(ms)} later`;
}

/** Values side by side, each in as many lines as it needs, up to three. */
function valueLines(label: string, values: readonly Value[], widths: readonly number[]): readonly PaneLine[] {
  const wrapped = values.map(({ text, sign }, column) => {
    const cells = Math.max(1, (widths[column] ?? 0) - 1 - cellWidth(sign?.text ?? ''));
    const lines = wrapCells(text, cells);
    return lines.length <= comparison.lines
      ? lines
      : [...lines.slice(0, comparison.lines - 1), truncateCells(lines.slice(comparison.lines - 1).join(' '), cells)];
  });
  return Array.from({ length: Math.max(1, ...wrapped.map(({ length }) => length)) }, (_, row): PaneLine => [
    { text: fitCells(row === 0 ? label : '', comparison.label), tone: 'quiet' },
    ...values.flatMap(({ sign, tone }, column): PaneLine => {
      const text = wrapped[column]?.[row] ?? '';
      const indent = row === 0 ? sign : { text: ' '.repeat(cellWidth(sign?.text ?? '')) };
      const before = text === '' || !sign ? undefined : indent;
      const blank = (widths[column] ?? 0) - cellWidth(text) - cellWidth(before?.text ?? '');
      return [
        ...(before ? [before] : []),
        { text, ...(tone === undefined ? {} : { tone }) },
        { text: ' '.repeat(Math.max(0, blank)) },
      ];
    }),
  ]);
}

/** An answer, its consequence, and its action. */
export type ReviewChoice = {
  readonly key: string;
  readonly label: string;
  readonly means: string;
  readonly answer: ReviewAnswer;
};

/** The possible answers. `undo`: the key that takes one back, as it is printed. */
export function reviewChoices(
  { localId, review, state, gone }: Entry,
  labels: CategoryLabels,
  { width, undo }: { readonly width: number; readonly undo: string },
): readonly ReviewChoice[] {
  const candidates = review?.candidates ?? [];
  const areBeside = candidates.length <= howManyBeside(width);
  return [
    ...candidates.map((pet): ReviewChoice => ({
      key: pet.id,
      label: `It is #${pet.id}${areBeside ? '' : `: ${describePet(pet, labels)}`}`,
      means: `${localId} is done; ${undo} takes it back`,
      answer: { type: 'adopt', pet },
    })),
    {
      key: 'other',
      label: candidates.length > 0 ? 'It is another one' : 'It is on the store',
      means: 'you type its id',
      answer: { type: 'other' },
    },
    ...(gone === undefined
      ? []
      : [
          {
            key: 'removed',
            label: 'It was removed there',
            means: `gives ${localId} up; ${undo} takes that back`,
            answer: { type: 'removed' },
          } as const,
        ]),
    ...(state === 'checking'
      ? []
      : [
          {
            key: 'send-again',
            label: gone === undefined ? 'It did not arrive' : 'It is to be there again',
            means: `sends it again; ${undo} only until it is sent`,
            answer: { type: 'send-again' },
          } as const,
        ]),
    {
      key: 'wait',
      label: 'I do not know yet',
      means: state === 'checking' ? 'petstore goes on checking' : 'it stays in review',
      answer: { type: 'wait' },
    },
  ];
}

/**
 * An answer in its lines: with its number, and its consequence beside it if all of them have room for that. `sign`: that
 * of the bar, which is on the answer `choice`.
 */
export function choiceLines(
  choices: readonly ReviewChoice[],
  choice: number,
  { width, sign }: { readonly width: number; readonly sign: string },
): readonly (readonly PaneLine[])[] {
  const numbers = String(choices.length).length + 2;
  const labels = Math.max(...choices.map(({ label }) => cellWidth(safeText(label)))) + 3;
  const isBeside = choices.every(({ means }) => 2 + numbers + labels + cellWidth(means) <= width);
  return choices.map(({ label, means }, place): readonly PaneLine[] => {
    const number: ToneText = {
      text: `${place === choice ? sign : ' '} ${fitCells(String(place + 1), numbers)}`,
      tone: 'accent',
    };
    const look = place === choice ? ({ tone: 'strong' } as const) : {};
    return isBeside
      ? [[number, { text: fitCells(label, labels), ...look }, { text: means, tone: 'quiet' }]]
      : wrapCells(`${label}: ${means}`, width - numbers - 2).map((line, row) => [
          row === 0 ? number : { text: ' '.repeat(numbers + 2) },
          { text: line, ...look },
        ]);
  });
}
