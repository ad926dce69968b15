import { fitCells, safeText } from '../../platform/text/terminal-text.js';
import { activityText, needsSomebody, withShortName } from '../../text/activity-text.js';
import { ageText, clockText, dayText, sinceText, timeText } from '../../text/time-text.js';
import type { App } from '../app-context.js';
import type { LogRow } from '../models/log-model.js';

/** Cells of a time of another day; in a narrow window there is room for an age only. */
const timeCells = 12;
const ageCells = 6;
const narrow = 60;

/** `! 17:42         Q-7 Luna was refused` */
export function rowText(app: App, row: LogRow): string {
  const { leftAt, openedAt, settings, size } = app.model.get();
  const now = app.now();
  if ('heading' in row) {
    switch (row.heading) {
      case 'away':
        return ` While you were away, since ${sinceText(leftAt ?? '', now)}`;
      case 'here':
        return ` Since this was opened, ${sinceText(new Date(openedAt).toISOString(), now)}`;
      case 'day':
        return ` ${dayText(row.at, now)}`;
    }
  }

  const { activity, isOfDay } = row;
  const clock = clockText(activity.at);
  const time =
    size.columns < narrow
      ? fitCells(isOfDay ? clock : ageText(activity.at, now), ageCells)
      : `${fitCells(isOfDay ? clock : timeText(activity.at, now), timeCells)} `;
  return (
    `${needsSomebody(activity) ? '!' : ' '} ${time} ` +
    safeText(activityText(withShortName(activity), settings.categoryLabels))
  );
}
