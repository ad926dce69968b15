import { Box, Text } from 'ink';
import { memo } from 'react';
import { useTheme } from '../app-context.js';
import type { Role, Style } from '../theme.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** One row of text, drawn again only when it changed. The caller has made it safe and fitted it. */
export const Line = memo(function Line({
  text,
  style,
  spoken,
}: {
  readonly text: string;
  readonly style?: Style;
  readonly spoken?: string;
}) {
  return (
    <Text wrap="truncate" {...style} {...(spoken === undefined ? {} : { 'aria-label': spoken })}>
      {text === '' ? ' ' : text}
    </Text>
  );
});

/** Rows of one look below each other. */
export function Lines({ lines, style }: { readonly lines: readonly string[]; readonly style?: Style }) {
  return lines.map((line, row) => <Line key={row} text={line} {...(style ? { style } : {})} />);
}

/** A text that is all there is on a screen. */
export function Paragraph({ text, columns }: { readonly text: string; readonly columns: number }) {
  return (
    <Box flexDirection="column">
      <Lines lines={wrapCells(text, columns)} />
    </Box>
  );
}

type Props = {
  readonly pieces: readonly ToneText[];
  /** What the row lies on, as wide as that is. */
  readonly on?: { readonly role: Role; readonly width: number };
};

/** The same of pieces, each drawn by what it means. */
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

/** Rows of pieces below each other. */
export function ToneLines({ lines }: { readonly lines: readonly (readonly ToneText[])[] }) {
  return lines.map((pieces, row) => <ToneLine key={row} pieces={pieces} />);
}
