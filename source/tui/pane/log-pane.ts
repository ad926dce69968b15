import type { Activity } from '../../domain/activity.js';
import { cellWidth, fitCells } from '../../platform/text/terminal-text.js';
import { activityText, needsSomebody, withShortName } from '../../text/activity-text.js';
import { type PaneLine, ruledTitle, wrapPane } from '../../text/pane-lines.js';
import { sinceText, timeText } from '../../text/time-text.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { logRows } from '../actions/cursor.js';
import { type App, glyphsIn, keyOf } from '../app-context.js';

/** What happened lately, the newest first, in so many lines: since the app was opened, and then while it was closed. */
export function logPane(app: App, columns: number, rows: number): readonly PaneLine[] {
  const { leftAt, openedAt } = app.model.get();
  const now = app.now();
  const { here, away } = logRows(app);
  const opened = new Date(openedAt).toISOString();
  // An activity takes a line at least.
  const seen = here.slice(0, rows);
  const before = away.slice(0, rows);
  const times = Math.max(0, ...[...seen, ...before].map(({ at }) => cellWidth(timeText(at, now)))) + 2;
  const lines = [
    ...seen.flatMap((activity) => activityLines(app, activity, times, columns)),
    ...(before.length === 0
      ? []
      : [
          ...wrapPane(`While you were away, since ${sinceText(leftAt ?? opened, now)}`, columns, 'strong'),
          ...before.flatMap((activity) => activityLines(app, activity, times, columns)),
        ]),
  ];
  const told =
    lines.length > 0 ? lines : wrapPane(`Nothing has happened since ${sinceText(leftAt ?? opened, now)}.`, columns);
  const room = rows - 1;
  return [
    ruledTitle('Activity', `${keyOf(app, 'show-log')}: all`, { width: columns, glyphs: glyphsIn(app.model.get()) }),
    ...told.slice(0, room),
  ];
}

function activityLines(app: App, activity: Activity, times: number, columns: number): readonly PaneLine[] {
  const sign: PaneLine = needsSomebody(activity) ? [{ text: '!', tone: 'needs-you' }, { text: ' ' }] : [{ text: '  ' }];
  const time = timeText(activity.at, app.now());
  const text = activityText(withShortName(activity), app.model.get().settings.categoryLabels);
  return wrapCells(text, Math.max(12, columns - times - 2)).map((line, row): PaneLine => [
    ...(row === 0 ? sign : [{ text: '  ' }]),
    { text: fitCells(row === 0 ? time : '', times) + line },
  ]);
}
