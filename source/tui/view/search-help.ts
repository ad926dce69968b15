import type { App } from '../app-context.js';
import { currentScreen } from '../state/ui-state.js';

/** `/` in the help: asks for words, and shows the keys whose row has all of them. */
export function openSearch(app: App): void {
  const screen = currentScreen(app.model.get());
  if (screen.name === 'help') {
    app.model.dispatch({ type: 'updated', screen: { ...screen, scroll: 0 } });
    app.model.dispatch({ type: 'edited', field: 'search', edit: { op: 'set', text: '' } });
    app.model.dispatch({ type: 'asked', prompt: { kind: 'search' } });
  }
}

/** Esc: all keys again. */
export function clearSearch(app: App): void {
  app.model.dispatch({ type: 'edited', field: 'search', edit: { op: 'set', text: '' } });
  app.model.dispatch({ type: 'answered' });
}
