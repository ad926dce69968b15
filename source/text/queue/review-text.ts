import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { findDifferences } from '../../domain/pet/compare-pets.js';
import { cellWidth, fitCells, truncateCells } from '../../platform/text/terminal-text.js';
import { matchingKey } from '../../domain/matching-key.js';
import type { Detail } from '../animal/details.js';
import { describePet, petTexts } from '../animal/pet-texts.js';
import { reasonText } from './short-reason.js';
import { shareCells, wrapCells } from '../wrap-cells.js';
import { timeText } from '../time-text.js';

/** The decisions of a person about an entry in review. */
export type ReviewChoice =
  | { readonly type: 'adopt'; readonly pet: Pet }
  | { readonly type: 'other' | 'send-again' | 'wait' };

/** The sent animal, and the words of the network. */
export function reviewDetails(entry: Entry, labels: CategoryLabels, now: number): readonly Detail[] {
  const since = entry.undecided?.firstSentAt;
  return [
    { label: 'Question', text: entry.review?.reason ?? 'It cannot be decided whether it arrived.' },
    {
      label: 'Sent',
      text:
        `${describePet(entry, labels)}; ${since === undefined ? 'entered' : 'first sent'} ` +
        timeText(since ?? entry.createdAt, now),
    },
    ...(entry.instead
      ? [{ label: 'Changed', text: `${describePet(entry.instead, labels)}; sent if you send it again` }]
      : []),
    { label: 'Answer', text: reasonText(entry) || 'none' },
  ];
}

/** Cells for the label of a line of the comparison, and the fewest for one animal; lines that a value takes at most. */
const comparison = { label: 12, animal: 12, lines: 3 };

/**
 * The sent animal and its candidates on the store, side by side: undefined without a candidate. What does not fit
 * beside them is told by the choices, which name every one.
 */
export function compareCandidates(
  entry: Entry,
  labels: CategoryLabels,
  { width, now }: { readonly width: number; readonly now: number },
): readonly Detail[] | undefined {
  const candidates = entry.review?.candidates ?? [];
  const most = Math.max(1, Math.floor((width - comparison.label) / comparison.animal) - 1);
  const shown = candidates.slice(0, most);
  if (shown.length === 0) {
    return undefined;
  }

  const animals: readonly NewPet[] = [entry, ...shown];
  const texts = animals.map((animal) => petTexts(animal, labels));
  const firstSeen = ({ id }: Pet): string => {
    const look = entry.history.find(
      (record) =>
        (record?.kind === 'looked' && record.candidates.some((pet) => pet.id === id)) ||
        (record?.kind === 'glanced' && record.ids.includes(id)),
    );
    return look ? timeText(look.at, now) : 'unknown';
  };
  const more = candidates.length - shown.length;
  const rows: readonly (readonly [label: string, values: readonly string[]])[] = [
    ['', ['sent', ...shown.map(({ id }) => `#${id}`)]],
    ...(texts[0] ?? []).map(
      ({ label }, index) => [label, texts.map((fields) => fields[index]?.text ?? 'not set')] as const,
    ),
    ['First seen', [timeText(entry.undecided?.firstSentAt ?? entry.createdAt, now), ...shown.map(firstSeen)]],
  ];
  // Each column is as wide as its content, as far as there is room; the blank behind it belongs to it.
  const needs = animals.map((_, column) =>
    Math.max(comparison.animal, ...rows.map(([, values]) => cellWidth(truncateCells(values[column] ?? '', width)) + 2)),
  );
  const widths = shareCells(needs, width - comparison.label);
  return [
    ...rows.flatMap(([label, values]) => valueLines(label, values, widths)),
    ...(more > 0 ? [{ label: '', text: `and ${more} more below` }] : []),
  ];
}

/** Values side by side, each in as many lines as it needs, up to three. */
function valueLines(label: string, values: readonly string[], widths: readonly number[]): readonly Detail[] {
  const wrapped = values.map((value, column) => {
    const cells = Math.max(1, (widths[column] ?? 0) - 1);
    const lines = wrapCells(value, cells);
    return lines.length <= comparison.lines
      ? lines
      : [...lines.slice(0, comparison.lines - 1), truncateCells(lines.slice(comparison.lines - 1).join(' '), cells)];
  });
  return Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, row): Detail => ({
    label: fitCells(row === 0 ? label : '', comparison.label),
    text: wrapped
      .map((lines, column) => fitCells(lines[row] ?? '', widths[column] ?? 0))
      .join('')
      .trimEnd(),
  }));
}

/** The possible decisions; the first one leaves it open. */
export function reviewChoices(
  entry: Entry,
  labels: CategoryLabels,
): readonly { readonly key: string; readonly label: string; readonly value: ReviewChoice }[] {
  return [
    { key: 'wait', label: 'Keep waiting', value: { type: 'wait' } },
    ...(entry.review?.candidates ?? []).map((pet) => ({
      key: pet.id,
      label: `It is #${pet.id}: ${describePet(pet, labels)}`,
      value: { type: 'adopt', pet } as const,
    })),
    { key: 'other', label: 'It is another animal: type its id', value: { type: 'other' } },
    {
      key: 'send-again',
      label: 'Send again (may create a second one; it cannot be deleted here)',
      value: { type: 'send-again' },
    },
  ];
}

/**
 * The pair side by side, and the signs against their being one animal; undefined without such signs: they are alike,
 * and the one on the store came after the other was sent.
 */
export function pairQuestion(entry: Entry, pet: Pet, labels: CategoryLabels): string | undefined {
  const different = [
    ...(matchingKey(entry) === matchingKey(pet) ? [] : ['name']),
    ...findDifferences(entry, pet).filter((word) => word !== 'name' && !word.startsWith('default ')),
  ];
  const isNew = entry.review?.candidates.some(({ id }) => id === pet.id) === true;
  if (different.length === 0 && isNew) {
    return undefined;
  }

  const against = different.length > 0 ? `another ${different.join(', another ')}` : 'it is not known to be new';
  return (
    `You entered ${describePet(entry, labels)}. #${pet.id} is ${describePet(pet, labels)}: ` +
    `${against}. Is ${entry.localId} #${pet.id}?`
  );
}

/** The shell's commands that settle a review, in backticks, each with its meaning. */
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
