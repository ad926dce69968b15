import { Box } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.js';
import { spellKeys } from '../../text/glyphs.js';
import { glyphsIn, useApp, useUi } from '../app-context.js';
import { bodyHeight } from '../layout.js';
import { ListRow } from '../list/list-row.js';
import { scrollTo } from '../models/position.js';
import { paletteChoice } from './choose-item.js';

/** What can be chosen, in place of the screen beneath: how it is pressed or typed, and what it does. */
export function PaletteList() {
  const app = useApp();
  const state = useUi();
  const { items, at } = paletteChoice(app);
  const { columns } = state.size;
  const height = bodyHeight(state);
  const left = columns < 60 ? 12 : 20;
  const top = scrollTo(0, at, height, items.length);
  return (
    <Box flexDirection="column" aria-role="list">
      {items.slice(top, top + height).map((item, index) => (
        <ListRow
          key={top + index}
          pieces={[
            { text: fitCells(` ${fitCells(spellKeys(item.left, glyphsIn(state)), left)} ${item.does}`, columns - 1) },
          ]}
          selected={top + index === at}
        />
      ))}
    </Box>
  );
}
