import { Box, Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import { splitMatches } from '../../domain/search/find-places.js';
import type { Style } from '../theme.js';
import { spokenRow } from '../../text/spoken.js';

type Props = {
  /** The row's cells but for the first, which is the cursor's. */
  readonly text: string;
  readonly selected: boolean;
  /** Where animals can be marked: whether this one is. */
  readonly marked?: boolean;
  /** Words to highlight, one a line: a text compares by value. */
  readonly words?: string;
  readonly style?: Style;
};

/** One row of a list. Memoised by its text: a cursor move draws two rows. */
export const ListRow = memo(function ListRow({ text, selected, marked, words = '', style }: Props) {
  const theme = useTheme();
  return (
    <Box aria-role="listitem" aria-state={{ selected, checked: marked === true }}>
      <Text wrap="truncate" {...(selected ? theme.selected : (style ?? theme.plain))} aria-label={spokenRow(text)}>
        {selected ? '>' : ' '}
        {marked === undefined ? '' : marked ? '*' : ' '}
        {words === ''
          ? text
          : splitMatches(text, words.split('\n')).map((piece, index) =>
              piece.match ? (
                <Text key={index} {...theme.match}>
                  {piece.text}
                </Text>
              ) : (
                piece.text
              ),
            )}
      </Text>
    </Box>
  );
});
