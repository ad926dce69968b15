import { Box, Text } from 'ink';
import { categoryText } from '../../domain/category-labels.ts';
import { truncateCells } from '../../platform/text/terminal-text.ts';
import { type Bar, barLines, type PaneLine, ruledTitle, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { entryFoot, type PaneContext } from '../words/animal-pane.ts';
import { statusText, hueOf } from '../../text/glyphs.ts';
import { animalAtCursor, entryAtCursor } from '../actions/cursor.ts';
import { type App, glyphsIn, textOf, useDrawing } from '../app-context.ts';
import { ToneLine, ToneLines } from '../components/line.tsx';
import { isQueued } from '../../text/animal/pet-texts.ts';
import { dividerCells, layOutBody, type Size } from '../layout.ts';
import { formOf, knownCategories } from '../form/form-state.ts';
import { animalCard, cardContext } from '../actions/animal-card.ts';
import { activityPane, logPane } from './panes.ts';
import { currentScreen } from '../state/ui-state.ts';

/** What stands in the pane: as much as it has rows for, and in the last one how much more there is. */
export function Pane() {
  const { app, state } = useDrawing();
  const { pane } = layOutBody(state);
  const lines = pane ? linesOf(app, pane) : [];
  const rows = pane?.rows ?? 0;
  const more: PaneLine = [{ text: `${lines.length - rows + 1} more`.padStart(pane?.columns ?? 0), tone: 'quiet' }];
  // A few lines at the foot have that in their title.
  const isTold = pane?.side === 'right' && lines.length > rows;
  return <ToneLines lines={isTold ? [...lines.slice(0, rows - 1), more] : lines.slice(0, rows)} />;
}

/** The line between a screen and its pane; above a foot, with the animal's name. */
export function Divider({ side, length }: { readonly side: 'left' | 'right' | 'foot'; readonly length: number }) {
  const { app, state, theme } = useDrawing();
  const glyphs = glyphsIn(state);
  if (side !== 'foot') {
    return (
      <Box width={dividerCells} flexShrink={0} paddingLeft={1}>
        <Text {...theme.quiet}>{Array.from({ length }, () => glyphs.divider).join('\n')}</Text>
      </Box>
    );
  }

  const entry = entryAtCursor(app);
  const { pane } = layOutBody(state);
  const more = pane ? linesOf(app, pane).length - pane.rows : 0;
  const line: PaneLine = entry
    ? ruledTitle(`${entry.localId} ${truncateCells(entry.name, length - 32)}`, more > 0 ? `${more} more` : '', {
        width: length,
        glyphs,
      })
    : [];
  return <ToneLine pieces={line} />;
}

function linesOf(app: App, { columns, rows }: Size): readonly PaneLine[] {
  const context = cardContext(app, columns);
  const { name } = currentScreen(app.model.get());
  if (name === 'form') {
    return formPane(app, context);
  }

  return name === 'activity' ? activityPane(app, context) : animalsPane(app, context, rows);
}

/** The card under the cursor; below it, with room, what happened lately. */
function animalsPane(app: App, context: PaneContext, rows: number): readonly PaneLine[] {
  const animal = animalAtCursor(app);
  if (animal && isQueued(animal)) {
    const isFoot = layOutBody(app.model.get()).pane?.side === 'foot';
    return isFoot ? entryFoot(animal, context) : animalCard(app, context.width);
  }

  const card = animalCard(app, context.width);
  const steady = Math.min(steadyCard, rows - leastLog - 1) - card.length;
  const blanks = Array.from({ length: Math.max(0, steady) }, (): PaneLine => []);
  const told = [...card, ...blanks];
  const above = told.length === 0 ? [] : [...told, []];
  const left = rows - above.length;
  return left < leastLog ? told : [...above, ...logPane(app, context, left)];
}

/** Rows that a card takes if there is room, so that the rest below it does not move with each animal. */
const steadyCard = 11;
/** The fewest rows that are worth a heading for what happened lately. */
const leastLog = 4;
/** The bars are no taller than this; a store may have hundreds of categories. */
const mostBars = 8;

function mostImportant(counts: readonly Bar[], context: PaneContext): readonly PaneLine[] {
  return [...barLines(counts.slice(0, mostBars), context), ...andMore(counts.length - mostBars, context.width)];
}

function andMore(count: number, width: number): readonly PaneLine[] {
  return count > 0 ? wrapPane(`and ${count} more`, width) : [];
}

const mostNamesakes = 8;

/** Beside a form: animals of the same name, and the categories with their counts. */
function formPane(app: App, context: PaneContext): readonly PaneLine[] {
  const { width, labels, glyphs, snapshot } = context;
  const editing = formOf(app)?.editing;
  const name = textOf(app, 'name').trim();
  const lower = name.toLowerCase();
  const isNamesake = (other: { readonly name: string }): boolean =>
    name !== '' && other.name.length === name.length && other.name.toLowerCase() === lower;
  const queued = snapshot.entries.filter(
    ({ petId, state, localId }) => petId === undefined && state !== 'discarded' && localId !== editing,
  );
  const same = [
    ...queued.filter(isNamesake).map((entry) => ({ id: entry.localId, pet: entry })),
    ...snapshot.pets.filter(isNamesake).map((pet) => ({ id: `#${pet.id}`, pet })),
  ];
  const namesakes = [
    ...titleLines('Of the same name', String(same.length), width),
    ...same
      .slice(0, mostNamesakes)
      .flatMap(({ id, pet }) =>
        wrapPane(`${id}  ${categoryText(pet.categoryId, labels)}  ${statusText(pet.status, glyphs)}`, width),
      ),
    ...andMore(same.length - mostNamesakes, width),
    [],
  ];
  const categories = knownCategories(app).map(({ id, text, animals }) => [text, animals, hueOf(id)] as const);
  return [
    ...(name === '' ? [] : namesakes),
    ...(categories.length === 0 ? [] : [...titleLines('Categories', '', width), ...mostImportant(categories, context)]),
  ];
}
