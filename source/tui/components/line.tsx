import { Box, Text } from 'ink';
import { memo } from 'react';
import { useDrawing, useTheme } from '../app-context.ts';
import { inset, layOutBody } from '../layout.ts';
import type { Role, Style } from '../theme.ts';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.ts';
import type { ToneText } from '../../text/glyphs.ts';
import { wrapCells } from '../../text/wrap-cells.ts';

type LineProps = { readonly text: string; readonly style?: Style | undefined; readonly spoken?: string };

/** One row of text, drawn again only when it changed. The caller has made it safe and fitted it. */
export const Line = memo(function Line({ text, style, spoken }: LineProps) {
  return (
    <Text wrap="truncate" {...style} {...(spoken === undefined ? {} : { 'aria-label': spoken })}>
      {text === '' ? ' ' : text}
    </Text>
  );
});

/** Rows of one look below each other. */
export function Lines({ lines, style }: { readonly lines: readonly string[]; readonly style?: Style | undefined }) {
  return lines.map((line, row) => <Line key={row} text={line} style={style} />);
}

/** The longest line of a text in the middle of a screen. */
const widestMiddle = 78;

/** A text in the middle of a screen without rows. Nobody who listens waits for it through blank ones. */
export function Middle({ text }: { readonly text: string }) {
  const { state } = useDrawing();
  const { columns, rows } = layOutBody(state).main;
  const lines = wrapCells(text, Math.min(widestMiddle, columns - 2 * inset));
  const left = Math.floor((columns - Math.max(...lines.map((line) => cellWidth(line)))) / 2);
  return (
    <Box
      flexDirection="column"
      paddingLeft={left}
      paddingTop={state.spoken ? 0 : Math.max(0, Math.floor((rows - lines.length) / 2))}
    >
      <Lines lines={lines} />
    </Box>
  );
}

type PiecesProps = { readonly pieces: readonly ToneText[]; readonly isOnBar?: boolean };

/** Pieces of a line, each drawn by what it means. */
export function Pieces({ pieces, isOnBar = false }: PiecesProps) {
  const theme = useTheme();
  return pieces.map(({ text, tone }, index) =>
    tone === undefined ? (
      text
    ) : (
      <Text key={index} {...theme[isOnBar && tone === 'accent' ? 'key' : tone]}>
        {text}
      </Text>
    ),
  );
}

type ToneLineProps = {
  readonly pieces: readonly ToneText[];
  /** What the row lies on, as wide as that is. */
  readonly on?: { readonly role: Role; readonly width: number };
};

/** One row of pieces. */
export const ToneLine = memo(
  function ToneLine({ pieces, on }: ToneLineProps) {
    const ground = useTheme()[on?.role ?? 'plain'];
    // Blanks are drawn only if something can be seen in them.
    const blanks = on && ground.backgroundColor !== undefined ? on.width - widthOf(pieces) : 0;
    const isEmpty = blanks <= 0 && pieces.every(({ text }) => text === '');
    return (
      <Text wrap="truncate" {...ground}>
        {isEmpty ? ' ' : <Pieces pieces={pieces} isOnBar={on?.role === 'bar'} />}
        {' '.repeat(Math.max(0, blanks))}
      </Text>
    );
  },
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
);

/** The cells of a line, whose text is safe. */
export function widthOf(line: string | readonly ToneText[]): number {
  return cellWidth(typeof line === 'string' ? line : line.map(({ text }) => text).join(''));
}

/** The longest form of a line that fits, of forms that become shorter; else the shortest. */
export function firstThatFits<Form extends string | readonly ToneText[]>(forms: readonly Form[], width: number): Form {
  return forms.find((form) => widthOf(form) <= width) ?? (forms.at(-1) as Form);
}

/** As much of some pieces as so many cells hold, and blanks for the rest: the row under the cursor is tinted whole. */
export function fitPieces(pieces: readonly ToneText[], width: number): readonly ToneText[] {
  let left = width;
  const fitted = pieces.flatMap((piece): readonly ToneText[] => {
    const text = truncateCells(piece.text, Math.max(0, left));
    left -= cellWidth(text);
    return text === '' ? [] : [{ ...piece, text }];
  });
  return [...fitted, { text: ' '.repeat(Math.max(0, left)) }];
}

/** Rows of pieces below each other. */
export function ToneLines({ lines }: { readonly lines: readonly (readonly ToneText[])[] }) {
  return (
    <Box flexDirection="column">
      {lines.map((pieces, row) => (
        <ToneLine key={row} pieces={pieces} />
      ))}
    </Box>
  );
}
