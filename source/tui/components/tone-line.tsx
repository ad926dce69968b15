import { Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import type { ToneText } from '../../text/tone.js';

/** One row of pieces, each drawn by what it means. The caller has made it safe and fitted it. */
export const ToneLine = memo(
  function ToneLine({ pieces }: { readonly pieces: readonly ToneText[] }) {
    const theme = useTheme();
    const text = pieces.map((piece) => piece.text).join('');
    return (
      <Text wrap="truncate">
        {text === ''
          ? ' '
          : pieces.map((piece, index) =>
              piece.tone === undefined ? (
                piece.text
              ) : (
                <Text key={index} {...theme[piece.tone]}>
                  {piece.text}
                </Text>
              ),
            )}
      </Text>
    );
  },
  (a, b) => JSON.stringify(a.pieces) === JSON.stringify(b.pieces),
);
