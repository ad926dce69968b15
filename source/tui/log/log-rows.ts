import { snapshotOf, type App } from '../app-context.js';
import type { LogRows } from './log-model.js';

/** What happened with the open store. */
export function logRows(app: App): LogRows {
  const { leftAt, openedAt } = app.model.get();
  const { activities, entries } = snapshotOf(app);
  return app.log.rows(activities, entries, leftAt, openedAt);
}
