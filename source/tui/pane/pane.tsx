import { Box, Text } from 'ink';
import { categoryText } from '../../domain/category-labels.ts';
import { truncateCells } from '../../platform/text/terminal-text.ts';
import { type Bar, barLines, type PaneLine, ruledTitle, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { entryFoot, type PaneContext } from '../words/animal-pane.ts';
import { statusText, hueOf } from '../../text/glyphs.ts';
import { animalAtCursor, cursorIndex, entryAtCursor, hasMarks, isListEmpty } from '../actions/cursor.ts';
import { type App, glyphsIn, type PaneText, textOf, useDrawing } from '../app-context.ts';
import { ToneLine, ToneLines } from '../components/line.tsx';
import { idOf, isQueued } from '../../text/animal/pet-texts.ts';
import { sightOf, thumbOf } from '../components/rows.tsx';
import { headingRows, isInPane, layOutBody, scrolledText } from '../layout.ts';
import { listOnScreen } from '../state/ui-model.ts';
import { formOf, knownCategories } from '../form/form-state.ts';
import { animalCard, cardContext } from '../actions/animal-card.ts';
import { activityPane, logPane, marksPane } from './panes.ts';
import { currentScreen } from '../state/ui-state.ts';

/** What stands in the pane, as far as it has been scrolled; undefined where there is none. */
export function paneText(app: App): PaneText | undefined {
  const state = app.model.get();
  const { pane } = layOutBody(state);
  if (!pane || isInPane(state) || isListEmpty(app)) {
    return undefined;
  }

  const context = cardContext(app, pane.columns);
  const { rows, side } = pane;
  const { subject, lines } = linesOf(app, context, rows);
  const { paneScroll } = state;
  const by = paneScroll?.subject === subject ? paneScroll.by : 0;
  // The last row says how much is out of sight; a few lines at the foot have that in their title.
  const isTold = side !== 'foot' && lines.length > rows;
  const shown = scrolledText(lines, isTold ? rows - 1 : rows, by);
  const more = (): PaneLine => [{ text: moreText(shown, formOf(app) === undefined).padStart(pane.columns) }];
  return { subject, ...shown, lines: isTold ? [...shown.lines, more()] : shown.lines };
}

/** How much of the text in a pane is out of sight, and by which keys it comes; in a form they are letters. */
function moreText({ top, below }: { readonly top: number; readonly below: number }, areKeys = true): string {
  const [down, up] = areKeys ? ['J ', 'K '] : ['', ''];
  return [below > 0 ? [`${down}${below} more`] : [], top > 0 ? [`${up}${top} above`] : []].flat().join('  ');
}

/** More of what is under the cursor. */
export function Pane() {
  const { app } = useDrawing();
  return <ToneLines lines={app.paneText(app)?.lines ?? []} />;
}

/** The line between a screen and its pane: thick beside the part in sight; above a foot, with the animal's name. */
export function Divider({ side, length }: { readonly side: 'left' | 'right' | 'foot'; readonly length: number }) {
  const { app, state, theme } = useDrawing();
  const glyphs = glyphsIn(state);
  if (side !== 'foot') {
    // The part of the list that is in sight: nothing above or below it is written anew with a row that moves.
    const list = side === 'right' ? listOnScreen(state) : undefined;
    const [from, size] = (list && thumbOf(sightOf(app, list))) ?? [0, 0];
    const above = list ? headingRows(list) + from : 0;
    const isThumb = (row: number): boolean => row >= above && row < above + size;
    return (
      <Box width={3} flexShrink={0} paddingLeft={1}>
        <Text {...theme.quiet}>
          {Array.from({ length }, (_, row) => (isThumb(row) ? glyphs.thumb : glyphs.divider)).join('\n')}
        </Text>
      </Box>
    );
  }

  const entry = entryAtCursor(app);
  const line: PaneLine = entry
    ? ruledTitle(
        `${entry.localId} ${truncateCells(entry.name, length - 32)}`,
        moreText(app.paneText(app) ?? { top: 0, below: 0 }),
        { width: length, glyphs },
      )
    : [];
  return <ToneLine pieces={line} />;
}

type Subject = { readonly subject: string; readonly lines: readonly PaneLine[] };

function linesOf(app: App, context: PaneContext, rows: number): Subject {
  const { name } = currentScreen(app.model.get());
  const panes: Partial<Record<typeof name, () => Subject>> = {
    form: () => ({ subject: name, lines: formPane(app, context) }),
    activity: () => ({ subject: `activity ${cursorIndex(app, 'activity')}`, lines: activityPane(app, context) }),
  };
  return panes[name]?.() ?? animalsPane(app, context, rows);
}

/** The card under the cursor, or what is marked; below it, with room, what happened lately. */
function animalsPane(app: App, context: PaneContext, rows: number): Subject {
  const animal = animalAtCursor(app);
  const subject = animal ? idOf(animal) : '';
  const card = animalCard(app, context.width);
  if (hasMarks(app)) {
    return { subject, lines: [...marksPane(app, context), ...card] };
  }

  if (animal && isQueued(animal)) {
    const isFoot = layOutBody(app.model.get()).pane?.side === 'foot';
    return { subject, lines: isFoot ? entryFoot(animal, context) : card };
  }

  const steady = Math.min(steadyCard, rows - leastLog - 1) - card.length;
  const blanks = Array.from({ length: Math.max(0, steady) }, (): PaneLine => []);
  const told = [...card, ...blanks];
  const above = told.length === 0 ? [] : [...told, []];
  const left = rows - above.length;
  return { subject, lines: left < leastLog ? told : [...above, ...logPane(app, context, left)] };
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
