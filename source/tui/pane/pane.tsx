import { Box, Text } from 'ink';
import { glyphsIn, useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { ToneLine } from '../components/tone-line.js';
import { logPane } from './log-pane.js';

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

/** What happened lately, below the pane. */
export function PaneLog({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  const app = useApp();
  useUi();
  useSnapshot();
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Divider side="below" length={columns} />
      {(app.timeless ? [] : logPane(app, columns, rows)).map((pieces, index) => (
        <ToneLine key={index} pieces={pieces} />
      ))}
    </Box>
  );
}

/** The line between a screen and its pane. */
export function Divider({ side, length }: { readonly side: 'right' | 'below'; readonly length: number }) {
  const theme = useTheme();
  const { divider, rule } = glyphsIn(useUi());
  return side === 'right' ? (
    <Box width={3} flexShrink={0} paddingLeft={1}>
      <Text {...theme.quiet}>{Array.from({ length }, () => divider).join('\n')}</Text>
    </Box>
  ) : (
    <Text {...theme.quiet}>{rule.repeat(length)}</Text>
  );
}
