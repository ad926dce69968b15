import { activityKinds } from '../../text/activity-rows.js';
import { cursorIndex, logRows } from '../actions/cursor.js';
import type { App } from '../app-context.js';
import type { LogRow } from '../models/log-model.js';
import type { Activity } from '../../domain/activity.js';
import { nextOf } from '../list/arrange.js';
import { type ActivityFilter, currentScreen, topOfList } from '../state/ui-state.js';
import { openAnimal } from '../actions/navigate.js';
import { loadStories } from '../actions/session.js';

/** What happened, all that is kept of it. */
export function openActivity(app: App): void {
  const { session } = app.model.get();
  if (!session || currentScreen(app.model.get()).name === 'activity') {
    return;
  }

  app.model.move('activity', topOfList);
  app.model.set({ activityFilter: 'all', unfolded: new Set(), hasUnread: false });
  app.model.goTo({ name: 'activity' });
  loadStories(app, session);
}

const filters: readonly ActivityFilter[] = ['all', ...activityKinds];

/** Only what is about one's own animals, those of the store, the connection, or all of it. */
export function filterActivity(app: App, step: 1 | -1): void {
  app.model.set({ activityFilter: nextOf(filters, app.model.get().activityFilter, step) });
  app.model.move('activity', topOfList);
}

/** What Enter does with the row under the cursor. */
export function activityHint(app: App): string | undefined {
  const row = rowAtCursor(app);
  if (isRun(row)) {
    return app.model.get().unfolded.has(row?.key ?? '') ? 'fold' : 'unfold';
  }

  return animalOf(row) === undefined ? undefined : 'show';
}

/** Enter: unfolds a run, or folds it again; else goes to the animal that the row is about. */
export function openActivityRow(app: App): void {
  const row = rowAtCursor(app);
  const typed = animalOf(row);
  if (row && isRun(row)) {
    app.model.set({ unfolded: app.model.get().unfolded.symmetricDifference(new Set([row.key])) });
  } else if (typed !== undefined) {
    openAnimal(app, typed);
  }
}

function rowAtCursor(app: App): LogRow | undefined {
  return logRows(app).at(cursorIndex(app, 'activity'));
}

function isRun(row: LogRow | undefined): boolean {
  return row !== undefined && row.row.activities.length > 1;
}

function animalOf(row: LogRow | undefined): string | undefined {
  const activity: Activity | undefined = isRun(row) ? undefined : row?.row.activities[0];
  if (activity && 'localId' in activity) {
    return activity.localId;
  }

  return activity && 'id' in activity ? activity.id : undefined;
}
