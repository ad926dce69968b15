import { Box } from 'ink';
import { animalCard, foundCard } from '../actions/animal-card.js';
import { type App, useDrawing } from '../app-context.js';
import { Line, ToneLines } from '../components/line.js';
import { bodyHeight, type BodyText, inset, scrolledText } from '../layout.js';
import { reviewParts } from '../review/review.js';
import { currentScreen, type Screen } from '../state/ui-state.js';
import { type PaneLine, wrapPane } from '../../text/pane-lines.js';
import { helpLines } from './help-text.js';

/**
 * A text in lines: every field of the animal under the list's cursor, or of one that is in no list; what is wrong in a
 * file; the keys of a screen.
 */
export function ViewScreen() {
  const { app } = useDrawing();
  const lines = app.bodyText(app)?.lines ?? [];
  return lines.length > 0 ? (
    <Box paddingLeft={inset}>
      <ToneLines lines={lines} />
    </Box>
  ) : (
    <Line text=" There is no animal here any more. Esc goes back." />
  );
}

/**
 * The text a screen shows in lines of the window's width, as far as it has been scrolled; undefined for screens that
 * show none.
 */
export function bodyText(app: App): BodyText | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  if (screen.name === 'review') {
    return reviewParts(app)?.text;
  }

  return 'scroll' in screen
    ? scrolledText(linesOf(app, screen, state.size.columns - inset), bodyHeight(state), screen.scroll)
    : undefined;
}

type Text = Exclude<Extract<Screen, { readonly scroll: number }>, { readonly name: 'review' }>;

function linesOf(app: App, screen: Text, columns: number): readonly PaneLine[] {
  switch (screen.name) {
    case 'view':
      return animalCard(app, columns, true);
    case 'found':
      return foundCard(app, screen.found, columns);
    case 'help':
      return helpLines(app, screen.of);
    case 'mistakes':
      return screen.lines.flatMap((line) => wrapPane(line, columns));
  }
}
