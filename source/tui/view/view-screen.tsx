import { Box } from 'ink';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import { Line } from '../components/line.js';
import { ToneLine } from '../components/tone-line.js';

/**
 * A text in lines: every field of the animal under the list's cursor, or of one that is in no list; what is wrong in a
 * file; the keys of a screen.
 */
export function ViewScreen() {
  const app = useApp();
  useUi();
  useSnapshot();
  const lines = app.bodyText(app)?.lines ?? [];
  return lines.length > 0 ? (
    <Box flexDirection="column">
      {lines.map((pieces, index) => (
        <ToneLine key={index} pieces={pieces} />
      ))}
    </Box>
  ) : (
    <Line text="There is no animal here any more. Esc goes back." />
  );
}
