import { Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import type { Role } from '../theme.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';

type Props = {
  readonly pieces: readonly ToneText[];
  /** What the row lies on, as wide as that is. */
  readonly on?: { readonly role: Role; readonly width: number };
};

/** One row of pieces, each drawn by what it means. The caller has made it safe and fitted it. */
export const ToneLine = memo(
  function ToneLine({ pieces, on }: Props) {
    const theme = useTheme();
    const text = pieces.map((piece) => piece.text).join('');
    const ground = on && theme[on.role];
    // Blanks are drawn only if something can be seen in them.
    const blank =
      on && ground?.backgroundColor !== undefined ? ' '.repeat(Math.max(0, on.width - cellWidth(text))) : '';
    return (
      <Text wrap="truncate" {...ground}>
        {text === '' && blank === ''
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
        {blank}
      </Text>
    );
  },
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
);
