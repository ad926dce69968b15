import { Box, Text } from 'ink';
import { useTheme } from '../app-context.js';
import { detailLines, type Detail } from '../words/details.js';

/** Labelled fields below each other; `scroll` lines are above the top, no more than leaves the last one in sight. */
export function Details({ details, width, height, scroll = 0 }: { readonly details: readonly Detail[]; readonly width: number; readonly height: number; readonly scroll?: number }) {
  const theme = useTheme();
  const lines = detailLines(details, width);
  const top = Math.max(0, Math.min(scroll, lines.length - height));
  return (
    <Box flexDirection="column" width={width}>
      {lines.slice(top, top + height).map(({ label, text }, index) => (
        <Text key={index} wrap="truncate">
          <Text {...theme.quiet}>{label}</Text>
          {text}
        </Text>
      ))}
    </Box>
  );
}
