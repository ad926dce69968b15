import { Box } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.js';
import { cursorIndex } from '../actions/cursor.js';
import { settingsRows, type SettingsRow } from './settings-rows.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { ListRow } from '../list/list-row.js';
import { layOutBody, pageHeight } from '../layout.js';
import { scrollTo } from '../list/position.js';

/** Everything that can be set, and where everything is. */
export function SettingsScreen() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();

  const rows = settingsRows(app);
  const index = cursorIndex(app, 'settings');
  const height = pageHeight(state, 'settings');
  const top = scrollTo(state.positions.settings.top, index, height, rows.count);
  const { main } = layOutBody(state);
  const shown = Array.from({ length: Math.min(height, rows.count - top) }, (_, offset) => rows.at(top + offset));
  return (
    <Box flexDirection="column" aria-role="list">
      {shown.map(
        (row, offset) =>
          row && <ListRow key={row.key} pieces={[{ text: write(row, main.columns) }]} selected={top + offset === index} style={theme[row.tone ?? 'plain']} />,
      )}
    </Box>
  );
}

function write({ section, label, value }: SettingsRow, columns: number): string {
  const labelWidth = columns < 60 ? 10 : 16;
  return ` ${fitCells(section, 11)}${fitCells(label, labelWidth - 1)} ${fitCells(value, Math.max(0, columns - 13 - labelWidth))}`;
}
