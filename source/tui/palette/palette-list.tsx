import { Box } from 'ink';
import { fitCells } from '../../platform/text/terminal-text.ts';
import { spellKeys } from '../../text/glyphs.ts';
import { type App, doesNow, textOf, useDrawing } from '../app-context.ts';
import { bodyHeight, inset, narrowBelow } from '../layout.ts';
import { Lines } from '../components/line.tsx';
import { wrapCells } from '../../text/wrap-cells.ts';
import { ListRow } from '../components/rows.tsx';
import { scrollTo } from '../models/position.ts';
import { elsewhereText, paletteChoice } from './find-items.ts';

/** `Commands  3 of 81`; who listens hears the command itself. */
export function paletteTitle(app: App): string {
  const { items, at } = paletteChoice(app);
  return app.model.get().spoken || items.length === 0 ? 'Commands' : `Commands  ${at + 1} of ${items.length}`;
}

/** The offers, in place of the screen beneath: the keys or the text of each, and its deed. */
export function PaletteList() {
  const { app, state, glyphs } = useDrawing();
  const { columns } = state.size;
  const { items, at } = paletteChoice(app);
  const rows = bodyHeight(state);
  const first = scrollTo(0, at, rows, items.length);
  const keys = columns < narrowBelow ? 14 : 22;
  const missing = wrapCells(elsewhereText(app, textOf(app, 'command')) ?? 'No such command.', columns - inset);
  return (
    <Box flexDirection="column" aria-role="list">
      {items.slice(first, first + rows).map(({ left, ...item }, index) => (
        <ListRow
          key={first + index}
          pieces={[{ text: fitCells(` ${fitCells(spellKeys(left, glyphs), keys)} ${doesNow(item)}`, columns - 1) }]}
          selected={first + index === at}
        />
      ))}
      {items.length === 0 && <Lines lines={missing.map((line) => ` ${line}`)} />}
    </Box>
  );
}
