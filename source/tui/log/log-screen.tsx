import { Box } from 'ink';
import { fitCells, safeText } from '../../platform/text/terminal-text.js';
import { activityText, needsSomebody, withShortName } from '../../text/activity-text.js';
import { ageText, sinceText, timeText } from '../../text/time-text.js';
import { cursorIndex } from '../actions/cursor.js';
import { useApp, useSnapshot, useTheme, useUi, type App } from '../app-context.js';
import { Line } from '../components/line.js';
import { pageHeight } from '../layout.js';
import { ListRow } from '../list/list-row.js';
import { scrollTo } from '../list/position.js';
import type { LogRow } from './log-model.js';
import { logRows } from './log-rows.js';

/** What happened with the store, while the app was closed and since it was opened. */
export function LogScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();

  const rows = logRows(app);
  if (rows.count === 0) {
    return <Line text={fitCells(`Nothing has happened since ${sinceText(state.leftAt ?? new Date(state.openedAt).toISOString(), app.now())}. Esc goes back.`, state.size.columns)} />;
  }

  const index = cursorIndex(app, 'log');
  const height = pageHeight(state, 'log');
  const top = scrollTo(state.positions.log.top, index, height, rows.count);
  const shown = Array.from({ length: Math.min(height, rows.count - top) }, (_, offset) => rows.at(top + offset));
  return (
    <Box flexDirection="column" aria-role="list">
      {shown.map((row, offset) => row && <ListRow key={row.key} text={fitCells(rowText(app, row), state.size.columns - 1)} selected={top + offset === index} style={'heading' in row ? theme.title : theme.plain} />)}
    </Box>
  );
}

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
    return row.heading === 'away' ? ` While you were away, since ${sinceText(since, now)}` : ` Since this was opened, ${sinceText(since, now)}`;
  }

  const { activity } = row;
  const time = size.columns < narrow ? fitCells(ageText(activity.at, now), ageCells) : `${fitCells(timeText(activity.at, now), timeCells)} `;
  return `${needsSomebody(activity) ? '!' : ' '} ${time} ${safeText(activityText(withShortName(activity), settings.categoryLabels))}`;
}
