import { Box, Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import { splitMatches } from '../../domain/search/find-places.js';
import type { Style } from '../theme.js';
import { spokenRow } from '../../text/spoken.js';
import { cursorSign } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';

/** What a row of a list shows. */
export type RowLook = {
  /** Its cells but for the first, which is the cursor's. */
  readonly pieces: readonly ToneText[];
  /** Where animals can be marked: whether this one is. */
  readonly marked?: boolean;
  /** Words to highlight, one a line. */
  readonly words?: string;
  readonly style?: Style;
};

/** One row of a list. Memoised by what it shows: a cursor move draws two rows. */
export const ListRow = memo(
  function ListRow({ pieces, selected, marked, words = '', style }: RowLook & { readonly selected: boolean }) {
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
  },
  (a, b) => a.style === b.style && JSON.stringify(a) === JSON.stringify(b),
);

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
