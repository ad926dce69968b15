import { cellWidth, truncateCells } from '../../platform/text/terminal-text.ts';
import { isQueued, titleOf } from '../../text/animal/pet-texts.ts';
import { animalAtCursor, findEntry } from '../actions/cursor.ts';
import { labelledLines, type PaneLine } from '../../text/pane-lines.ts';
import { describeState } from '../../domain/entry.ts';
import { type App, useDrawing } from '../app-context.ts';
import { inset, type BodyText, layOutBody, narrowBelow, openedSize } from '../layout.ts';
import { currentScreen, type Screen, type ScreenOf } from '../state/ui-state.ts';
import { Box } from 'ink';
import { animalCard, foundCard } from '../actions/animal-card.ts';
import { ToneLines } from '../components/line.tsx';
import { importText } from '../files/import-lines.ts';
import { scrollTo } from '../models/position.ts';
import { reviewText } from '../review/review.ts';

/** A text in lines: an animal's fields, a decision with its answers, the mistakes in a file, the keys of a screen. */
export function ViewScreen() {
  const { app, state } = useDrawing();
  const lines = app.bodyText(app)?.lines ?? [];
  const told = lines.length > 0 ? lines : [[{ text: 'There is no animal here any more. Esc goes back.' }]];
  return (
    <Box paddingLeft={openedSize(state).margin}>
      <ToneLines lines={told} />
    </Box>
  );
}

/** The text a screen shows in lines of the window's width, as far as it was scrolled; undefined: it shows none. */
export function bodyText(app: App): BodyText | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  const { columns, rows } = openedSize(state);
  if (!('scroll' in screen)) {
    return undefined;
  }

  const { lines, at } = textOn(app, screen, columns);
  const scroll = at === undefined ? screen.scroll : scrollTo(Math.max(0, screen.scroll), at, rows, lines.length);
  // No further than to its end.
  const top = Math.max(0, Math.min(scroll, lines.length - rows));
  return { lines: lines.slice(top, top + rows), top, below: Math.max(0, lines.length - rows - top) };
}

type Text = Extract<Screen, { readonly scroll: number }>;

/** `at`: the line that is to be in sight, if any. */
type TextAt = { readonly lines: readonly PaneLine[]; readonly at?: number | undefined };

function textOn(app: App, screen: Text, columns: number): TextAt {
  switch (screen.name) {
    case 'view': {
      const isTitled = layOutBody(app.model.get()).pane === undefined;
      return {
        lines: screen.found ? foundCard(app, screen.found, columns, isTitled) : animalCard(app, columns, isTitled),
      };
    }

    case 'report':
      return { lines: reportLines(screen, columns) };
    case 'import':
      return importText(app, screen, columns);
    case 'review': {
      const { localId, scroll } = screen;
      const text = reviewText(app);
      const entry = findEntry(app, localId);
      return text
        ? { lines: text.lines, at: scroll < 0 ? text.at : undefined }
        : { lines: [[{ text: `${localId} is ${entry ? describeState(entry.state) : 'gone'}. Esc goes back.` }]] };
    }
  }
}

const widestLabel = 28;

/** Its labels in a column that is as wide as they are, as far as the window is wide enough. */
function reportLines({ lines }: ScreenOf<'report'>, columns: number): readonly PaneLine[] {
  const labels = lines.map((line) => (typeof line === 'string' ? 0 : cellWidth(line.label)));
  const width = Math.min(columns < narrowBelow ? 13 : widestLabel, Math.max(...labels) + 2);
  return labelledLines(lines, columns, width);
}

/** `Q-1  Shadow the Magnificent  rejected`; of the name, which stands below too, what there is room for. */
export function viewTitle(app: App): string | undefined {
  const animal = animalAtCursor(app);
  if (layOutBody(app.model.get()).pane) {
    // There the card has its own title.
    return undefined;
  }

  if (!animal) {
    return '';
  }

  const id = titleOf(animal);
  const state = isQueued(animal) ? `  ${animal.state}` : '';
  const { columns } = app.model.get().size;
  const room = Math.max(4, columns - inset - cellWidth(`${id}  ${state}`));
  return `${id}  ${truncateCells(animal.name, room)}${state}`;
}
