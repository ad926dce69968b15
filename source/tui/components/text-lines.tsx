import { Box, Text } from 'ink';
import { useTheme } from '../app-context.js';
import type { Style } from '../theme.js';
import type { Detail } from '../../text/animal/details.js';

/** Lines of text with their labels in a column, laid out already. */
export function TextLines({ lines, labelStyle }: { readonly lines: readonly Detail[]; readonly labelStyle?: Style }) {
  const theme = useTheme();
  return (
    <Box flexDirection="column">
      {lines.map(({ label, text }, index) => (
        <Text key={index} wrap="truncate">
          <Text {...(labelStyle ?? theme.title)}>{label}</Text>
          {text === '' ? ' ' : text}
        </Text>
      ))}
    </Box>
  );
}
