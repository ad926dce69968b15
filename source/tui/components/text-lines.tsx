import { Box, Text } from 'ink';
import { Fragment } from 'react';
import { useTheme } from '../app-context.js';
import type { Style } from '../theme.js';
import type { Detail } from '../../text/animal/details.js';

/** Lines of text with their labels in a column, laid out already. */
export function TextLines({ lines, labelStyle }: { readonly lines: readonly Detail[]; readonly labelStyle?: Style }) {
  const theme = useTheme();
  return (
    <Box flexDirection="column">
      {lines.map(({ label, text, beside = [] }, index) => (
        <Text key={index} wrap="truncate">
          <Text {...(labelStyle ?? theme.title)}>{label}</Text>
          {text === '' ? ' ' : text}
          {beside.map((detail, place) => (
            <Fragment key={place}>
              <Text {...(labelStyle ?? theme.title)}>{detail.label}</Text>
              {detail.text}
            </Fragment>
          ))}
        </Text>
      ))}
    </Box>
  );
}
