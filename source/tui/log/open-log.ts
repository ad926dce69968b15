import { cursorIndex, logRows } from '../actions/cursor.js';
import type { App } from '../app-context.js';
import { currentScreen, topOfList } from '../state/ui-state.js';
import { openAnimal } from '../actions/open-animal.js';

/** `3`: what happened. What other programs noticed meanwhile is read anew. */
export function openLog(app: App): void {
  const { session, leftAt, leftAfter, openedAt } = app.model.get();
  if (!session || currentScreen(app.model.get()).name === 'activity') {
    return;
  }

  app.model.dispatch({ type: 'moved', list: 'activity', position: { ...topOfList, index: 1 } });
  app.model.dispatch({ type: 'went-to', screen: { name: 'activity' } });
  void session.engine.loadActivities(
    { at: leftAt ?? new Date(openedAt).toISOString(), after: leftAfter },
    { all: true },
  );
}

/** Whether the row under the cursor is about one animal. */
export function isAboutAnimal(app: App): boolean {
  return animalOf(app) !== undefined;
}

/** Enter: goes to the animal that the row is about. */
export function openLogAnimal(app: App): void {
  const typed = animalOf(app);
  if (typed !== undefined) {
    openAnimal(app, typed);
  }
}

function animalOf(app: App): string | undefined {
  const row = logRows(app).at(cursorIndex(app, 'activity'));
  if (!row || 'heading' in row) {
    return undefined;
  }

  const { activity } = row;
  if ('localId' in activity) {
    return activity.localId;
  }

  return 'id' in activity ? activity.id : undefined;
}
