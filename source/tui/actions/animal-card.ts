/** The card of an animal: in the pane beside a list, and alone if Enter enlarged it. */
import { getPetSunset } from '../../domain/contract.js';
import { type Activity, mergeActivities, toSettled } from '../../domain/activity.js';
import { entryOfPet } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { Pet, PetStatus } from '../../domain/pet.js';
import { cellWidth, safeText } from '../../platform/text/terminal-text.js';
import { flowPieces, type PaneLine } from '../../text/pane-lines.js';
import { type PetFacts, petPane, seenSince } from '../../text/animal/pet-card.js';
import { entryPane, type PaneContext } from '../../text/animal/animal-pane.js';
import { settledText, type Shown } from '../../text/found-text.js';
import { timeText } from '../../text/time-text.js';
import { stateHints } from './hints.js';
import { animalAtCursor } from './cursor.js';
import { type App, glyphsIn, keyOf, snapshotOf, waitContext } from '../app-context.js';
import type { Row } from '../models/list-rows.js';
import { remember } from '../models/remember.js';

/** The facts that a card is made with. */
export function cardContext(app: App, width: number): PaneContext {
  const state = app.model.get();
  return {
    width,
    labels: state.settings.categoryLabels,
    glyphs: glyphsIn(state),
    now: app.now(),
    snapshot: snapshotOf(app),
    waiting: waitContext(app),
  };
}

/** The card of the animal under the cursor, without its title if that stands above it. */
export function animalCard(app: App, width: number, isTitled = false): readonly PaneLine[] {
  const row = animalAtCursor(app);
  return row ? cardOf(app, row, width, isTitled) : [];
}

/** The card of an animal of the list or the queue. */
export function cardOf(app: App, row: Row, width: number, isTitled = false): readonly PaneLine[] {
  const context = cardContext(app, width);
  const lines =
    'pet' in row
      ? petPane(row.pet, petFacts(app, row.pet), keyLines(app, width, row), context)
      : entryPane(row.entry, keyLines(app, width, row), context);
  return isTitled ? belowTitle(lines, row, width) : lines;
}

/** The card of a candidate in a decision, without keys: the question stands beside it. */
export function candidateCard(app: App, pet: Pet, width: number): readonly PaneLine[] {
  return petPane(pet, petFacts(app, pet), [], cardContext(app, width));
}

/** The card of an animal that is in no list. */
export function foundCard(app: App, found: Shown, width: number): readonly PaneLine[] {
  const context = cardContext(app, width);
  if (found.type !== 'pet') {
    const lines = entryPane(found.entry, [], context, found.type === 'queued' ? undefined : settledText(found));
    return belowTitle(lines, { key: found.entry.localId, entry: found.entry }, width);
  }

  const { pet, fetchedAt, source } = found;
  const until = new Date(getPetSunset.at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const from =
    `From ${source === 'service' ? 'the store, asked by id' : 'the saved copy'}, ${timeText(fetchedAt, app.now())}. ` +
    `Asking by id ends on ${until}; from then on the lists are searched.`;
  return belowTitle(petPane(pet, { ...petFacts(app, pet), source: from }, [], context), { key: pet.id, pet }, width);
}

/** The title is told again only if its line cannot show the whole name. */
function belowTitle(lines: readonly PaneLine[], row: Row, width: number): readonly PaneLine[] {
  const [id, { name }] = 'pet' in row ? [`#${row.pet.id}`, row.pet] : [row.entry.localId, row.entry];
  return cellWidth(safeText(`${id}  ${name}  discarded`)) <= width ? lines.slice(1) : lines;
}

/** The actions that the animal allows, with their keys. */
function keyLines(app: App, width: number, row: Row): readonly PaneLine[] {
  const general =
    'pet' in row
      ? [
          { key: keyOf(app, 'clone'), hint: 'add one like it' },
          { key: keyOf(app, 'copy-id'), hint: 'copy id' },
          { key: keyOf(app, 'copy-json'), hint: 'JSON' },
        ].filter(({ key }) => key !== '')
      : [];
  const keys = [...stateHints(app), ...general];
  return keys.length === 0
    ? []
    : [
        [],
        ...flowPieces(
          keys.map(({ key, hint }): PaneLine => [{ text: key, tone: 'accent' }, { text: ` ${hint}` }]),
          width,
          '  ',
        ),
      ];
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

/** The rows of the log about an animal; that of one's own tells itself, whichever window sent it. */
function storyOf(app: App, id: Int64): readonly Activity[] {
  const { recorded, activities, entries } = snapshotOf(app);
  const own = entryOfPet(entries, id);
  return mergeActivities(storiesOf(recorded, activities).get(id) ?? [], own ? [toSettled(own) ?? []].flat() : []);
}

/** When an animal of the store was seen first; undefined: no log tells. */
export function seenAt(app: App, id: Int64): string | undefined {
  return seenSince(storyOf(app, id));
}

function petFacts(app: App, pet: Pet): PetFacts {
  const { recorded, pets } = snapshotOf(app);
  return {
    story: storyOf(app, pet.id),
    begun: recorded[0]?.at,
    namesakes: pets.length > mostSearched ? [] : pets.filter(({ name, id }) => name === pet.name && id !== pet.id),
    census: censusOf(pets).get(pet.categoryId) ?? new Map(),
  };
}
