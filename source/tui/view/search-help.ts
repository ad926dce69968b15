import { askForText, setText } from '../actions/ask.js';
import type { App } from '../app-context.js';
import { currentScreen } from '../state/ui-state.js';

/** `/` in the help: asks for words, and shows the keys whose row has all of them. */
export function openSearch(app: App): void {
  const screen = currentScreen(app.model.get());
  if (screen.name === 'help') {
    app.model.dispatch({ type: 'updated', screen: { ...screen, scroll: 0 } });
    askForText(app, { kind: 'search' });
  }
}

/** Esc: all keys again. */
export function clearSearch(app: App): void {
  setText(app, 'search', '');
  app.model.dispatch({ type: 'answered' });
}
