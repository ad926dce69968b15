import { fitCells, safeText } from '../../platform/text/terminal-text.js';
import { activityText, needsSomebody, withShortName } from '../../text/activity-text.js';
import { ageText, sinceText, timeText } from '../../text/time-text.js';
import type { App } from '../app-context.js';
import type { LogRow } from './log-model.js';

/** Cells of a time of another day; in a narrow window there is room for an age only. */
const timeCells = 12;
const ageCells = 6;
const narrow = 60;

/** `! 17:42         Q-7 Luna was refused` */
export function rowText(app: App, row: LogRow): string {
  const { leftAt, openedAt, settings, size } = app.model.get();
  const now = app.now();
  if ('heading' in row) {
    const since = row.heading === 'away' ? (leftAt ?? '') : new Date(openedAt).toISOString();
    return row.heading === 'away'
      ? ` While you were away, since ${sinceText(since, now)}`
      : ` Since this was opened, ${sinceText(since, now)}`;
  }

  const { activity } = row;
  const time =
    size.columns < narrow
      ? fitCells(ageText(activity.at, now), ageCells)
      : `${fitCells(timeText(activity.at, now), timeCells)} `;
  return `${needsSomebody(activity) ? '!' : ' '} ${time} ${safeText(activityText(withShortName(activity), settings.categoryLabels))}`;
}
