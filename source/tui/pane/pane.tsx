import { Box, Text } from 'ink';
import { glyphsIn, useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.js';
import { entryAtCursor } from '../actions/cursor.js';
import { ToneLine } from '../components/tone-line.js';

/** More of what is under the cursor, beside or below the screen. */
export function Pane() {
  const app = useApp();
  useUi();
  useSnapshot();
  return (
    <Box flexDirection="column">
      {(app.timeless ? [] : (app.paneText(app)?.lines ?? [])).map((pieces, index) => (
        <ToneLine key={index} pieces={pieces} />
      ))}
    </Box>
  );
}

/** The line between a screen and its pane; above a few lines at its foot, with the animal that they are about. */
export function Divider({ side, length }: { readonly side: 'right' | 'below' | 'foot'; readonly length: number }) {
  const app = useApp();
  const theme = useTheme();
  const { divider, rule } = glyphsIn(useUi());
  if (side === 'right') {
    return (
      <Box width={3} flexShrink={0} paddingLeft={1}>
        <Text {...theme.quiet}>{Array.from({ length }, () => divider).join('\n')}</Text>
      </Box>
    );
  }

  const entry = side === 'foot' ? entryAtCursor(app) : undefined;
  const title = entry ? ` ${entry.localId} ${truncateCells(entry.name, length - 16)} ` : '';
  return (
    <ToneLine
      pieces={[
        { text: title === '' ? '' : rule.repeat(2), tone: 'quiet' },
        { text: title, tone: 'strong' },
        { text: rule.repeat(length - cellWidth(title) - (title === '' ? 0 : 2)), tone: 'quiet' },
      ]}
    />
  );
}
