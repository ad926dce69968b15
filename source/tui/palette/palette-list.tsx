import { Box, Text } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.ts';
import { spellKeys } from '../../text/glyphs.ts';
import { type App, glyphsIn, useDrawing } from '../app-context.ts';
import { doesNow } from '../actions/hints.ts';
import { bodyHeight, floatingWidth, frame } from '../layout.ts';
import { Floating } from '../components/line.tsx';
import { ListRow } from '../components/rows.tsx';
import { scrollTo } from '../models/position.ts';
import { paletteChoice } from './find-items.ts';

/** The place of the box in the body, and the offers in sight: as wide as there is room for, no higher than its rows. */
function placePalette(app: App) {
  const state = app.model.get();
  const { items, at } = paletteChoice(app);
  const height = bodyHeight(state);
  const top = height > 12 && !state.spoken ? 1 : 0;
  const rows = Math.max(1, Math.min(items.length, height - top - (state.spoken ? 0 : frame)));
  const width = state.spoken ? state.size.columns : floatingWidth(state.size.columns);
  const left = Math.floor((state.size.columns - width) / 2);
  return { left, width, top, rows, first: scrollTo(0, at, rows, items.length), at };
}

/** The offers, in a box over the screen beneath: the keys or the text of each, and its deed. */
export function PaletteList() {
  const { app, state } = useDrawing();
  const { items } = paletteChoice(app);
  const { left, width, top, rows, first, at } = placePalette(app);
  const glyphs = glyphsIn(state);
  const keys = width < 60 ? 14 : 22;
  const inner = state.spoken ? width : width - frame;
  const list = (
    <Box flexDirection="column" aria-role="list">
      {items.slice(first, first + rows).map((item, index) => (
        <ListRow
          key={first + index}
          pieces={[
            { text: fitCells(` ${fitCells(spellKeys(item.left, glyphs), keys)} ${doesNow(item)}`, inner - 2) },
            { text: ' ' },
          ]}
          selected={first + index === at}
        />
      ))}
      {items.length === 0 && <Text>{fitCells('  No such command.', inner)}</Text>}
    </Box>
  );
  if (state.spoken) {
    return list;
  }

  return (
    <Floating
      place={{ left, top, width, rows }}
      title="Commands"
      foot={items.length > rows ? [{ text: `${at + 1} of ${items.length}` }] : []}
    >
      {list}
    </Floating>
  );
}
