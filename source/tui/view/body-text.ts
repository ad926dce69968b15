import type { App, BodyText } from '../app-context.js';
import { bodyHeight } from '../layout.js';
import { scrolledText } from '../models/scrolled-text.js';
import { animalCard, foundCard } from '../actions/animal-card.js';
import { reviewParts } from '../review/review-parts.js';
import { currentScreen } from '../state/ui-state.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { helpLines } from './help-text.js';

/**
 * The text a screen shows in lines of the window's width, as far as it has been scrolled; undefined for screens that
 * show none.
 */
export function bodyText(app: App): BodyText | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  const { columns } = state.size;
  const height = bodyHeight(state);
  if (screen.name === 'view') {
    return scrolledText(animalCard(app, columns, true), height, screen.scroll);
  }

  if (screen.name === 'found') {
    return scrolledText(foundCard(app, screen.found, columns), height, screen.scroll);
  }

  if (screen.name === 'help') {
    return scrolledText(helpLines(app, screen.of), height, screen.scroll);
  }

  if (screen.name === 'mistakes') {
    const lines = screen.lines.flatMap((line) => wrapCells(line, columns)).map((text) => [{ text }]);
    return scrolledText(lines, height, screen.scroll);
  }

  return screen.name === 'review' ? reviewParts(app)?.text : undefined;
}
