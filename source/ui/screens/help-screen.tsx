import { Box } from 'ink';
import { fitCells } from '../../platform/terminal-text.js';
import { useTheme, useUi } from '../app-context.js';
import { Line } from '../components/line.js';
import { helpRows } from '../key-lookup.js';
import { bodyHeight } from '../layout.js';
import { commands } from '../palette.js';
import type { Mode } from '../state/ui-state.js';
import { wrapCells } from '../words/wrap-cells.js';

/** The keys of the screen it was opened from, from the table that drives them, and the commands. */
export function HelpScreen({ of, scroll }: { readonly of: Mode; readonly scroll: number }) {
  const theme = useTheme();
  const state = useUi();
  const { columns } = state.size;
  const keyWidth = columns < 60 ? 16 : 24;
  const typed = commands.map(({ name, argument, does }) => ({ keys: `:${name}${argument === undefined ? '' : ` ${argument}`}`, does }));
  const rows = [...helpRows(of), ...typed, { keys: ':42  :Q-3', does: 'show that animal' }].flatMap(({ keys, does }) =>
    wrapCells(does, columns - keyWidth).map((line, index) => ({ key: `${keys} ${does} ${index}`, text: `${fitCells(index === 0 ? keys : '', keyWidth - 1)} ${fitCells(line, columns - keyWidth)}` })),
  );
  const height = bodyHeight(state);
  const top = Math.max(0, Math.min(scroll, rows.length - height));
  return (
    <Box flexDirection="column">
      {rows.slice(top, top + height).map(({ key, text }) => (
        <Line key={key} text={text} style={theme.plain} />
      ))}
    </Box>
  );
}
