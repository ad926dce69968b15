import { Box } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import { sinceText } from '../../text/time-text.js';
import { cursorIndex } from '../actions/cursor.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { Line } from '../components/line.js';
import { pageHeight } from '../layout.js';
import { ListRow } from '../list/list-row.js';
import { scrollTo } from '../list/position.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { logRows } from './log-rows.js';
import { rowText } from './row-text.js';

/** What happened with the store, while the app was closed and since it was opened. */
export function LogScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();

  const rows = logRows(app);
  if (rows.count === 0) {
    const nothing = `Nothing has happened since ${sinceText(state.leftAt ?? new Date(state.openedAt).toISOString(), app.now())}. Esc goes back.`;
    return (
      <Box flexDirection="column">
        {wrapCells(nothing, state.size.columns).map((line, row) => (
          <Line key={row} text={line} />
        ))}
      </Box>
    );
  }

  const index = cursorIndex(app, 'log');
  const height = pageHeight(state, 'log');
  const top = scrollTo(state.positions.log.top, index, height, rows.count);
  const shown = Array.from({ length: Math.min(height, rows.count - top) }, (_, offset) => rows.at(top + offset));
  return (
    <Box flexDirection="column" aria-role="list">
      {shown.map((row, offset) => row && <ListRow key={row.key} pieces={toPieces(fitCells(rowText(app, row), state.size.columns - 1))} selected={top + offset === index} style={'heading' in row ? theme.title : theme.plain} />)}
    </Box>
  );
}

/** The sign of what needs somebody, and the rest. */
function toPieces(text: string): readonly ToneText[] {
  return text.startsWith('!') ? [{ text: '!', tone: 'needs-you' }, { text: text.slice(1) }] : [{ text }];
}
