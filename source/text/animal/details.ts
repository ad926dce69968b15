import { tooLateText } from '../queue/if-absent-text.js';
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { getPetSunset } from '../../domain/contract.js';
import type { Found, Snapshot } from '../../sync/api.js';
import { cellWidth, fitCells, safeText, spellOut } from '../../platform/text/terminal-text.js';
import { entryAdvice } from '../queue/entry-text.js';
import { historyLines } from '../queue/history-lines.js';
import { describePet, petTexts } from './pet-texts.js';
import { agoText, exactTimeText, timeText } from '../time-text.js';
import type { WaitContext } from '../queue/wait-text.js';
import { wrapCells } from '../wrap-cells.js';

/** One field of the details; without a label it goes on with the one above. `beside`: others in the same line. */
export type Detail = {
  readonly label: string;
  readonly text: string;
  readonly beside?: readonly Omit<Detail, 'beside'>[];
};

type Context = {
  readonly labels: CategoryLabels;
  readonly snapshot: Snapshot;
  readonly waiting: WaitContext;
  readonly now: number;
};

/** Animals of the same name that are told of one. */
const mostNamesakes = 8;

/**
 * The lines about a pet below a title of `width` cells: its fields, their source and time, its history here, and others
 * of its name. The id and a name that the title shows whole are not told again.
 */
export function petDetails(pet: Pet, { labels, snapshot, now }: Context, width: number): readonly Detail[] {
  const { fetchedAt, complete } = snapshot.lists.all;
  const entry = snapshot.entries.find(({ petId }) => petId === pet.id);
  const unlisted = entry ? 'this app added it' : 'a part of the list; the rest was not read yet';
  const from =
    fetchedAt === undefined
      ? unlisted
      : `list of ${timeText(fetchedAt, now)} (${agoText(fetchedAt, now)})${complete ? '' : ', which may not be whole'}`;
  const added = entry ? [{ label: 'Added here', text: `as ${entry.localId}, ${timeText(entry.createdAt, now)}` }] : [];
  const changed = entry?.differences?.length
    ? [{ label: '', text: `the store changed what was sent: ${entry.differences.join(', ')}` }]
    : [];
  const adopted = entry?.adopted ? [{ label: '', text: `recognised: ${entry.adopted.evidence}. m: not mine` }] : [];
  const tooLate = entry ? tooLateText(entry) : '';
  const same = snapshot.pets.filter(({ id, name }) => name === pet.name && id !== pet.id);
  const namesakes = [
    ...same
      .slice(0, mostNamesakes)
      .map(({ id, categoryId, status }) => `#${id}  ${categoryText(categoryId, labels)}  ${status ?? 'not set'}`),
    ...(same.length > mostNamesakes ? [`and ${same.length - mostNamesakes} more`] : []),
  ];
  return [
    ...belowTitle(pet, labels, width),
    { label: 'From', text: from },
    ...added,
    ...changed,
    ...adopted,
    ...(tooLate === '' ? [] : [{ label: '', text: tooLate }]),
    ...(entry ? history(entry, now) : []),
    ...namesakes.map((text, place) => ({ label: place === 0 ? 'Same name' : '', text })),
  ];
}

/** The fields of a pet whose id, and whose name as far as there is room, stand above them. */
function belowTitle(pet: Pet, labels: CategoryLabels, width: number): readonly Detail[] {
  const isWhole = cellWidth(safeText(`#${pet.id}  ${pet.name}`)) <= width;
  return animal(pet, labels).slice(isWhole ? 1 : 0);
}

/** A pet that was read by its id, and until when that is possible. */
export function foundDetails(
  { pet, source, fetchedAt }: Extract<Found, { type: 'pet' }>,
  { labels, now }: Omit<Context, 'snapshot' | 'waiting'>,
  width: number,
): readonly Detail[] {
  return [
    ...belowTitle(pet, labels, width),
    {
      label: 'From',
      text:
        `${source === 'service' ? 'the store, asked by id' : 'the saved copy'}, ` +
        `${timeText(fetchedAt, now)} (${agoText(fetchedAt, now)})`,
    },
    {
      label: 'Note',
      text:
        'Asking by id ends on ' +
        `${new Date(getPetSunset.at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}; ` +
        'from then on the lists are searched.',
    },
  ];
}

/**
 * A queued animal, its state in a sentence, and its history. `settled`: the text in place of one without possible
 * actions.
 */
export function entryDetails(entry: Entry, { labels, now, waiting }: Context, settled?: string): readonly Detail[] {
  const next = entry.nextTryAt === undefined ? '' : `, next ${exactTimeText(entry.nextTryAt, now)}`;
  return [
    {
      label: 'Queued as',
      text: `${entry.localId}, ${timeText(entry.createdAt, now)} (${agoText(entry.createdAt, now)})`,
    },
    ...animal(entry, labels),
    ...(entry.instead && entry.state !== 'created'
      ? [{ label: 'Changed to', text: describePet(entry.instead, labels) }]
      : []),
    {
      label: 'State',
      text: settled === undefined ? `${entry.state}. ${entryAdvice(entry, now, waiting)}` : `${settled}.`,
    },
    // The archive keeps neither tries nor history.
    ...(entry.history.length === 0
      ? []
      : [
          {
            label: 'Tries',
            text: `${entry.attempts}${next}`,
          },
        ]),
    ...history(entry, now),
  ];
}

/** What happened to an animal that was entered here, the newest first. */
function history(entry: Entry, now: number): readonly Detail[] {
  // Why it was refused stands with its state.
  const told = entry.state === 'rejected' ? (entry.lastError?.message ?? '') : '';
  return historyLines(entry.history, { told }).map(({ at, first, text }, place): Detail => {
    const time = at === undefined ? '?' : exactTimeText(at, now);
    return {
      label: place === 0 ? 'History' : '',
      text: `${time}  ${text}${first === undefined ? '' : `  ${exactTimeText(first, now)} – ${time}`}`,
    };
  });
}

function animal(pet: NewPet, labels: CategoryLabels): readonly Detail[] {
  const [name, ...others] = petTexts(pet, labels).map(({ label, text = 'not set' }) => ({ label, text }));
  // The columns leave out or mark what cannot be shown; here it is spelt out exactly.
  const spelt = spellOut(pet.name) === pet.name ? [] : [{ label: 'Spelt', text: spellOut(pet.name) }];
  return [...(name ? [name] : []), ...spelt, ...others];
}

/** Details as lines of exactly the width there is: labels in a column, long texts wrapped beside them. */
export function detailLines(
  details: readonly Detail[],
  width: number,
  labelWidth = width < 60 ? 10 : 12,
): readonly Detail[] {
  return details.flatMap(({ label, text }) => {
    const labels = wrapCells(label, labelWidth - 1);
    const texts = wrapCells(text, Math.max(8, width - labelWidth));
    return Array.from({ length: Math.max(labels.length, texts.length) }, (_, row) => ({
      label: fitCells(labels[row] ?? '', labelWidth),
      text: texts[row] ?? '',
    }));
  });
}
