import { Box, Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import { splitMatches } from '../../domain/search/find-places.js';
import type { Style } from '../theme.js';
import { spokenRow } from '../../text/spoken.js';
import type { ToneText } from '../../text/tone.js';

type Props = {
  /** The row's cells but for the first, which is the cursor's. */
  readonly pieces: readonly ToneText[];
  readonly selected: boolean;
  /** Where animals can be marked: whether this one is. */
  readonly marked?: boolean;
  /** Words to highlight, one a line: a text compares by value. */
  readonly words?: string;
  readonly style?: Style;
};

/** One row of a list. Memoised by what it shows: a cursor move draws two rows. */
export const ListRow = memo(function ListRow({ pieces, selected, marked, words = '', style }: Props) {
  const theme = useTheme();
  return (
    <Box aria-role="listitem" aria-state={{ selected, checked: marked === true }}>
      <Text
        wrap="truncate"
        {...(selected ? theme.selected : (style ?? theme.plain))}
        aria-label={spokenRow(pieces.map(({ text }) => text).join(''))}
      >
        {selected ? '>' : ' '}
        {marked !== undefined && (marked ? '*' : ' ')}
        {pieces
          .flatMap((piece) => withMatches(piece, words))
          .map(({ text, tone }, index) =>
            // The row under the cursor is inverse: a coloured sign in it would be a coloured block.
            tone === undefined || (selected && tone !== 'match') ? (
              text
            ) : (
              <Text key={index} {...theme[tone]}>
                {text}
              </Text>
            ),
          )}
      </Text>
    </Box>
  );
}, isSameRow);

function withMatches(piece: ToneText, words: string): readonly ToneText[] {
  return words === '' || piece.tone !== undefined
    ? [piece]
    : splitMatches(piece.text, words.split('\n')).map(({ text, match }) =>
        match ? { text, tone: 'match' } : { text },
      );
}

function isSameRow(a: Props, b: Props): boolean {
  const isSame =
    a.selected === b.selected &&
    a.marked === b.marked &&
    a.words === b.words &&
    a.style === b.style &&
    a.pieces.length === b.pieces.length;
  return isSame && JSON.stringify(a.pieces) === JSON.stringify(b.pieces);
}
