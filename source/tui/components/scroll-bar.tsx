import { Box, Text } from 'ink';
import { glyphsIn, useTheme, useUi } from '../app-context.js';

/** Of how many rows which are in sight. */
type Props = { readonly top: number; readonly height: number; readonly count: number };

/**
 * How far a list goes on above and below, in one column as high as its window; one text, since nobody selects in it.
 */
export function ScrollBar({ top, height, count }: Props) {
  const theme = useTheme();
  const { thumb } = glyphsIn(useUi());
  const [from, to] = thumbOf({ top, height, count });
  // Above and below it stands nothing: a track would be written anew with every row that moves.
  return (
    <Box flexDirection="column" width={1} flexShrink={0} paddingTop={from} aria-hidden>
      <Text {...theme.quiet}>{Array.from({ length: to - from }, () => thumb).join('\n')}</Text>
    </Box>
  );
}

/** The rows of the thumb: at an end only where the list is, and never without a row. */
export function thumbOf({ top, height, count }: Props): readonly [from: number, to: number] {
  const size = Math.max(1, Math.min(height - 2, Math.floor((height * height) / count)));
  const last = count - height;
  const from =
    top <= 0
      ? 0
      : top >= last
        ? height - size
        : Math.min(height - size - 1, 1 + Math.floor(((height - size - 1) * (top - 1)) / Math.max(1, last - 1)));
  return [Math.max(0, from), Math.max(0, from) + size];
}
