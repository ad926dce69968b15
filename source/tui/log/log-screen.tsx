import { Box } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import { nothingHappenedText } from '../../text/activity-text.js';
import { logRows } from '../actions/cursor.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { Lines } from '../components/line.js';
import { ListRow } from '../list/list-row.js';
import { windowOf } from '../list/list-window.js';
import { takeRows } from '../models/position.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { rowText } from './row-text.js';

/** What happened with the store, while the app was closed and since it was opened. */
export function LogScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();

  const rows = logRows(app);
  if (rows.count === 0) {
    const since = state.leftAt ?? new Date(state.openedAt).toISOString();
    const nothing = `${nothingHappenedText(since, app.now())} Esc goes back.`;
    return (
      <Box flexDirection="column">
        <Lines lines={wrapCells(nothing, state.size.columns)} />
      </Box>
    );
  }

  const { top, index, height } = windowOf(app, 'activity');
  return (
    <Box flexDirection="column" aria-role="list">
      {takeRows(rows, top, height).map((row, offset) => (
        <ListRow
          key={row.key}
          pieces={toPieces(fitCells(rowText(app, row), state.size.columns - 1))}
          selected={top + offset === index}
          style={'heading' in row ? theme.title : theme.plain}
        />
      ))}
    </Box>
  );
}

/** The sign of what needs somebody, and the rest. */
function toPieces(text: string): readonly ToneText[] {
  return text.startsWith('!') ? [{ text: '!', tone: 'needs-you' }, { text: text.slice(1) }] : [{ text }];
}
