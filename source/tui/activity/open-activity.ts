import { cursorIndex, logRows } from '../actions/cursor.ts';
import type { App } from '../app-context.ts';
import type { LogRow } from '../models/log-model.ts';
import type { Activity } from '../../domain/activity.ts';
import { currentScreen, topOfList } from '../state/ui-state.ts';
import { openAnimal } from '../actions/navigate.ts';
import { loadStories } from '../actions/session.ts';

/** What happened, all that is kept of it. */
export function openActivity(app: App): void {
  const { session } = app.model.get();
  if (!session || currentScreen(app.model.get()).name === 'activity') {
    return;
  }

  app.model.move('activity', topOfList);
  app.model.go({ name: 'activity' });
  loadStories(app, session);
}

/** What Enter does with the row under the cursor. */
export function activityHint(app: App): string | undefined {
  return animalOf(rowAtCursor(app)) === undefined ? undefined : 'show';
}

/** Enter: goes to the animal that the row is about; of a batch, to the last one. */
export function openActivityRow(app: App): void {
  const typed = animalOf(rowAtCursor(app));
  if (typed !== undefined) {
    openAnimal(app, typed);
  }
}

function rowAtCursor(app: App): LogRow | undefined {
  return logRows(app).at(cursorIndex(app, 'activity'));
}

function animalOf(row: LogRow | undefined): string | undefined {
  const activity: Activity | undefined = row?.row.activities.at(-1);
  if (activity && 'localId' in activity) {
    return activity.localId;
  }

  return activity && 'id' in activity ? activity.id : undefined;
}
