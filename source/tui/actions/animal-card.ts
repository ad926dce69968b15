/** The card of an animal: in the pane beside a list, and alone if Enter enlarged it. */
import { getPetSunset } from '../../domain/contract.ts';
import { type Activity, mergeActivities, toSettled } from '../../domain/activity.ts';
import { type Entry, entryOfPet } from '../../domain/entry.ts';
import { lookedAt } from '../../domain/first-seen.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { Pet, PetStatus } from '../../domain/pet.ts';
import { cellWidth, safeText } from '../../platform/text/terminal-text.ts';
import type { PaneLine } from '../../text/pane-lines.ts';
import { type PetFacts, petPane, seenSince } from '../words/pet-card.ts';
import { entryPane } from '../words/animal-pane.ts';
import { settledText, type Shown } from '../../text/queue/found-text.ts';
import { asOfText } from '../../text/time-text.ts';
import { animalAtCursor } from './cursor.ts';
import { type App, drawingOf, snapshotOf } from '../app-context.ts';
import { type PetOrEntry, isQueued, titleOf } from '../../text/animal/pet-texts.ts';
import { remember } from '../models/remember.ts';

/** The card of the animal under the cursor, without its title if that stands above it. */
export function animalCard(app: App, width: number, isTitled = false): readonly PaneLine[] {
  const animal = animalAtCursor(app);
  const lines = animal ? cardOf(app, animal, width) : [];
  return animal && isTitled ? belowTitle(lines, animal, width) : lines;
}

/** The card of an animal. `note`: where it was found. */
export function cardOf(app: App, animal: PetOrEntry, width: number, note?: string): readonly PaneLine[] {
  const context = { ...drawingOf(app), width };
  return isQueued(animal)
    ? entryPane(animal, context, note)
    : petPane(animal, { ...petFacts(app, animal), source: note }, context);
}

/** The card of an animal that is in no list. */
export function foundCard(app: App, found: Shown, width: number, isTitled: boolean): readonly PaneLine[] {
  const animal = found.type === 'pet' ? found.pet : found.entry;
  const lines = cardOf(app, animal, width, noteOn(app, found));
  return isTitled ? belowTitle(lines, animal, width) : lines;
}

function noteOn(app: App, found: Shown): string | undefined {
  if (found.type !== 'pet') {
    return found.type === 'queued' ? undefined : settledText(found);
  }

  const { fetchedAt, source } = found;
  const until = new Date(getPetSunset.at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return (
    `From ${source === 'service' ? 'the store, asked by id' : 'the saved copy'}, ${asOfText(fetchedAt, app.now())}. ` +
    `Asking by id ends on ${until}; from then on the lists are searched.`
  );
}

/** The title is told again only if its line cannot show the whole name. */
function belowTitle(lines: readonly PaneLine[], animal: PetOrEntry, width: number): readonly PaneLine[] {
  return cellWidth(safeText(`${titleOf(animal)}  ${animal.name}  discarded`)) <= width ? lines.slice(1) : lines;
}

const storiesOf = remember((recorded: readonly Activity[], activities: readonly Activity[]) => {
  const known = new Set(recorded.map(({ at }) => at));
  const all = [...recorded, ...activities.filter(({ at }) => !known.has(at))];
  return Map.groupBy(all, (activity) => ('id' in activity ? activity.id : undefined));
});

const censusOf = remember((pets: readonly Pet[]) => {
  const counts = new Map<Int64, Map<PetStatus | undefined, number>>();
  for (const { categoryId, status } of pets) {
    const of = counts.get(categoryId) ?? new Map<PetStatus | undefined, number>();
    of.set(status, (of.get(status) ?? 0) + 1);
    counts.set(categoryId, of);
  }

  return counts;
});

/** Of more animals those of one name are not looked for with every move of the cursor. */
const mostSearched = 100_000;

/**
 * The rows of the log about an animal; that of one's own tells itself, whichever window sent it, since the look that
 * showed it first.
 */
function storyOf(app: App, id: Int64): readonly Activity[] {
  const { recorded, activities, entries } = snapshotOf(app);
  const own = entryOfPet(entries, id);
  const settled = own && toSettled(own);
  const seen = settled ? [{ ...settled, at: lookedAt(own, id) ?? settled.at }] : [];
  return mergeActivities(storiesOf(recorded, activities).get(id) ?? [], seen);
}

/** When an animal of the store was seen first; undefined: no log tells. */
export function seenAt(app: App, id: Int64): string | undefined {
  return seenSince(storyOf(app, id));
}

/** Whether an animal of the store came while an answer was open, and may be the one that was sent. */
function mayBeNew({ undecided }: Entry, id: Int64): boolean {
  const found = undecided?.searches.flatMap(({ candidates }) => candidates.map((pet) => pet.id));
  return undecided?.atOnce?.includes(id) === true || found?.includes(id) === true;
}

function petFacts(app: App, pet: Pet): PetFacts {
  const { entries, recorded, pets } = snapshotOf(app);
  return {
    story: storyOf(app, pet.id),
    // The log tells of a newcomer that may be one's own only once that is decided: its silence proves no age.
    begun: entries.some((entry) => mayBeNew(entry, pet.id)) ? undefined : recorded[0]?.at,
    namesakes: pets.length > mostSearched ? [] : pets.filter(({ name, id }) => name === pet.name && id !== pet.id),
    census: censusOf(pets).get(pet.categoryId) ?? new Map(),
  };
}
