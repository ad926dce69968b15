import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { cellWidth, fitCells } from '../../platform/text/terminal-text.js';
import { glyphsOfBox, type ToneText } from '../../text/glyphs.js';
import { glyphsIn, useTheme, useUi } from '../app-context.js';
import { answers, frame, type placeQuestion } from '../layout.js';
import { Lines, Pieces, widthOf } from './line.js';

type Props = {
  readonly place: { readonly left: number; readonly top: number; readonly width: number; readonly rows: number };
  readonly title: string;
  /** Stands in the lower line. */
  readonly foot: readonly ToneText[];
  /** So many rows, each as wide as there is room in the frame. */
  readonly children: ReactNode;
};

/** A box over the screen beneath, with a title. */
export function Floating({ place: { left, top, width, rows }, title, foot, children }: Props) {
  const theme = useTheme();
  const { corners, side, line } = glyphsOfBox(glyphsIn(useUi()));
  const sides = <Text {...theme.quiet}>{Array.from({ length: rows }, () => side).join('\n')}</Text>;
  const ruled = (from: string, left: string, right: readonly ToneText[], to: string): ReactNode => {
    const rest = width - cellWidth(from + left + to) - widthOf(right);
    return (
      <Text>
        <Text {...theme.quiet}>{from}</Text>
        <Text {...theme.strong}>{left}</Text>
        <Text {...theme.quiet}>{line.repeat(Math.max(0, rest))}</Text>
        <Pieces pieces={right} />
        <Text {...theme.quiet}>{to}</Text>
      </Text>
    );
  };
  return (
    <Box position="absolute" flexDirection="column" marginLeft={left} marginTop={top} width={width}>
      {ruled(corners[0] + line, ` ${title} `, [], corners[1])}
      <Box>
        {sides}
        {children}
        {sides}
      </Box>
      {ruled(corners[2], '', foot.length === 0 ? [] : [{ text: ' ' }, ...foot, { text: ' ' }], line + corners[3])}
    </Box>
  );
}

const answerPieces: readonly ToneText[] = answers
  .trim()
  .split(/(?<=^|  )(y|n)(?= )/u)
  .map((text) => (text.length === 1 ? { text, tone: 'accent' } : { text }));

/** A question in a box over the screen beneath. */
export function Question({ lines, ...place }: NonNullable<ReturnType<typeof placeQuestion>>) {
  const theme = useTheme();
  return (
    <Floating place={place} title="Question" foot={answerPieces}>
      <Box flexDirection="column">
        <Lines lines={lines.map((line) => ` ${fitCells(line, place.width - frame - 1)}`)} style={theme.strong} />
      </Box>
    </Floating>
  );
}
