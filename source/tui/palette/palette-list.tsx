import { Box, Text } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.js';
import { glyphsOfBox, spellKeys } from '../../text/glyphs.js';
import { type App, glyphsIn, useApp, useTheme, useUi } from '../app-context.js';
import { doesNow } from '../actions/hints.js';
import { bodyHeight } from '../layout.js';
import { ListRow } from '../components/rows.js';
import { scrollTo } from '../models/position.js';
import { paletteChoice } from './choose-item.js';

/** Cells of the box at most, and those of its frame. */
const widest = 84;
const frame = 2;

/**
 * The place of the box in the body, and the offers in sight: as wide as there is room for, and no higher than its rows.
 */
export function placePalette(app: App) {
  const state = app.model.get();
  const { items, at } = paletteChoice(app);
  const height = bodyHeight(state);
  const top = height > 12 && !state.spoken ? 1 : 0;
  const rows = Math.max(1, Math.min(items.length, height - top - (state.spoken ? 0 : frame)));
  const width = state.spoken ? state.size.columns : Math.min(widest, state.size.columns);
  const left = Math.floor((state.size.columns - width) / 2);
  return { left, width, top, rows, first: scrollTo(0, at, rows, items.length), at };
}

/** The offers, in a box over the screen beneath: the keys or the text of each, and its deed. */
export function PaletteList() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const { items } = paletteChoice(app);
  const { left, width, top, rows, first, at } = placePalette(app);
  const glyphs = glyphsIn(state);
  const keys = width < 60 ? 12 : 20;
  const inner = state.spoken ? width : width - frame;
  const { corners, side, line } = glyphsOfBox(glyphs);
  const list = (
    <Box flexDirection="column" aria-role="list">
      {items.slice(first, first + rows).map((item, index) => (
        <ListRow
          key={first + index}
          pieces={[{ text: fitCells(` ${fitCells(spellKeys(item.left, glyphs), keys)} ${doesNow(item)}`, inner - 1) }]}
          selected={first + index === at}
        />
      ))}
      {items.length === 0 && <Text>{fitCells('  No command is called so.', inner)}</Text>}
    </Box>
  );
  if (state.spoken) {
    return list;
  }

  const sides = Array.from({ length: rows }, () => side).join('\n');
  const title = ' Commands ';
  const count = items.length > rows ? ` ${at + 1} of ${items.length} ` : '';
  return (
    <Box position="absolute" flexDirection="column" marginLeft={left} marginTop={top} width={width}>
      <Text
        {...theme.quiet}
      >{`${corners[0]}${line}${title}${line.repeat(inner - 1 - title.length)}${corners[1]}`}</Text>
      <Box>
        <Text {...theme.quiet}>{sides}</Text>
        {list}
        <Text {...theme.quiet}>{sides}</Text>
      </Box>
      <Text
        {...theme.quiet}
      >{`${corners[2]}${line.repeat(inner - 1 - count.length)}${count}${line}${corners[3]}`}</Text>
    </Box>
  );
}
