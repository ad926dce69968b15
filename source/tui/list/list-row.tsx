import { Box, Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import { splitMatches } from '../../domain/search/find-places.js';
import type { Style } from '../theme.js';
import { spokenRow } from '../../text/spoken.js';
import { cursorSign } from '../../text/glyphs.js';
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
  // A coloured sign in an inverse row would be a coloured block.
  const isPlain = selected && theme.selected.inverse === true;
  return (
    <Box aria-role="listitem" aria-state={{ selected, checked: marked === true }}>
      <Text
        wrap="truncate"
        {...(selected ? theme.selected : (style ?? theme.plain))}
        aria-label={spokenRow(pieces.map(({ text }) => text).join(''))}
      >
        {selected ? <Text {...(isPlain ? theme.plain : theme.cursor)}>{cursorSign}</Text> : ' '}
        {marked !== undefined && (marked ? '*' : ' ')}
        {pieces
          .flatMap((piece) => withMatches(piece, words))
          .map(({ text, tone }, index) =>
            // What one looks at is not faint, and a look less is bytes less with every move.
            tone === undefined || (isPlain && tone !== 'match') || (selected && tone === 'quiet') ? (
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

/** Signs are no words, however much they matter. */
function withMatches(piece: ToneText, words: string): readonly ToneText[] {
  const isText = piece.tone === undefined || piece.tone === 'strong' || piece.tone === 'quiet';
  return words === '' || !isText
    ? [piece]
    : splitMatches(piece.text, words.split('\n')).map(({ text, match }) => ({
        ...piece,
        text,
        ...(match ? { tone: 'match' as const } : {}),
      }));
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
