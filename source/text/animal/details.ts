import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { getPetSunset } from '../../domain/contract.js';
import type { Snapshot } from '../../sync/api.js';
import { fitCells, spellOut } from '../../platform/text/terminal-text.js';
import { entryAdvice } from '../queue/entry-text.js';
import { historyLines } from '../queue/history-lines.js';
import { petTexts } from './pet-texts.js';
import { agoText, exactTimeText, timeText } from '../time-text.js';
import type { WaitContext } from '../queue/wait-text.js';
import { wrapCells } from '../wrap-cells.js';

/** One field of the details; without a label it goes on with the one above. `beside`: others in the same line. */
export type Detail = { readonly label: string; readonly text: string; readonly beside?: readonly Omit<Detail, 'beside'>[] };

type Context = { readonly labels: CategoryLabels; readonly snapshot: Snapshot; readonly waiting: WaitContext; readonly now: number };

/** Every field of a pet, where it came from and when. */
export function petDetails(pet: Pet, { labels, snapshot, now }: Context): readonly Detail[] {
  const { fetchedAt, complete } = snapshot.lists.all;
  const from = fetchedAt === undefined ? 'this app added it' : `list of ${timeText(fetchedAt, now)} (${agoText(fetchedAt, now)})${complete ? '' : ', which may not be whole'}`;
  const entry = snapshot.entries.find(({ petId }) => petId === pet.id);
  const added = entry ? [{ label: 'Added here', text: `as ${entry.localId}, ${timeText(entry.createdAt, now)}` }] : [];
  const changed = entry?.differences?.length ? [{ label: '', text: `the store changed what was sent: ${entry.differences.join(', ')}` }] : [];
  const adopted = entry?.adopted ? [{ label: '', text: `recognised: ${entry.adopted.evidence}. m: not mine` }] : [];
  return [{ label: 'Id', text: pet.id }, ...animal(pet, labels), { label: 'From', text: from }, ...added, ...changed, ...adopted];
}

/** A pet that was read by its id, and until when that is possible. */
export function foundDetails(pet: Pet, source: 'service' | 'cache', fetchedAt: string, { labels, now }: Omit<Context, 'snapshot' | 'waiting'>): readonly Detail[] {
  return [
    { label: 'Id', text: pet.id },
    ...animal(pet, labels),
    { label: 'From', text: `${source === 'service' ? 'the store, asked by id' : 'the saved copy'}, ${timeText(fetchedAt, now)} (${agoText(fetchedAt, now)})` },
    { label: 'Note', text: `Asking by id ends on ${dateText(getPetSunset.at)}; from then on the lists are searched.` },
  ];
}

/** A queued animal, its state in a sentence, and its history. */
export function entryDetails(entry: Entry, { labels, now, waiting }: Context): readonly Detail[] {
  // Why it was refused stands with its state.
  const told = entry.state === 'rejected' ? (entry.lastError?.message ?? '') : '';
  const history = historyLines(entry.history, { told }).map(({ at, first, text }, place): Detail => {
    const time = at === undefined ? '?' : exactTimeText(at, now);
    return { label: place === 0 ? 'History' : '', text: `${time}  ${text}${first === undefined ? '' : `  ${exactTimeText(first, now)} – ${time}`}` };
  });
  return [
    { label: 'Queued as', text: `${entry.localId}, ${timeText(entry.createdAt, now)} (${agoText(entry.createdAt, now)})` },
    ...animal(entry, labels),
    { label: 'State', text: `${entry.state}. ${entryAdvice(entry, now, waiting)}` },
    { label: 'Tries', text: `${entry.attempts}${entry.nextTryAt === undefined ? '' : `, next ${exactTimeText(entry.nextTryAt, now)}`}` },
    ...history,
  ];
}

function animal(pet: NewPet, labels: CategoryLabels): readonly Detail[] {
  const [name, ...others] = petTexts(pet, labels).map(({ label, text = 'not set' }) => ({ label, text }));
  // The columns leave out or mark what cannot be shown; here it is spelt out exactly.
  const spelt = spellOut(pet.name) === pet.name ? [] : [{ label: 'Spelt', text: spellOut(pet.name) }];
  return [...(name ? [name] : []), ...spelt, ...others];
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function dateText(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** Details as lines of exactly the width there is: labels in a column, long texts wrapped beside them. */
export function detailLines(details: readonly Detail[], width: number, labelWidth = width < 60 ? 10 : 12): readonly Detail[] {
  return details.flatMap(({ label, text }) => {
    const labels = wrapCells(label, labelWidth - 1);
    const texts = wrapCells(text, Math.max(8, width - labelWidth));
    return Array.from({ length: Math.max(labels.length, texts.length) }, (_, row) => ({ label: fitCells(labels[row] ?? '', labelWidth), text: texts[row] ?? '' }));
  });
}
