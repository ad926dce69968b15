import { Box, Text } from 'ink';
import { truncateCells } from '../../platform/text/terminal-text.ts';
import { type PaneLine, ruledTitle } from '../../text/pane-lines.ts';
import { entryFoot, type PaneContext } from '../words/animal-pane.ts';
import { animalAtCursor, entryAtCursor } from '../actions/cursor.ts';
import { type App, glyphsIn, useDrawing } from '../app-context.ts';
import { ToneLine, ToneLines } from '../components/line.tsx';
import { isQueued } from '../../text/animal/pet-texts.ts';
import { dividerCells, layOutBody, type Size } from '../layout.ts';
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
  const isActivity = currentScreen(app.model.get()).name === 'activity';
  return isActivity ? activityPane(app, context) : animalsPane(app, context, rows);
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
