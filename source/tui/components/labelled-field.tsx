import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { useTheme } from '../app-context.js';
import { Line } from './line.js';

/** Cells for the label before a field. */
const labelWidth = 12;

/** Cells for a field beside its label; the last column stays free for the cursor behind a full line. */
export function fieldWidth(columns: number): number {
  return columns - labelWidth - 1;
}

type Props = {
  readonly label: string;
  readonly focused: boolean;
  /** What the field means or what is wrong with it, below it: each a line that fits `fieldWidth`. */
  readonly notes: readonly string[];
  readonly isWrong?: boolean;
  readonly columns: number;
  readonly children: ReactNode;
};

/** A field of a form with its label before it and what there is to say of it below. */
export function LabelledField({ label, focused, notes, isWrong = false, columns, children }: Props) {
  const theme = useTheme();
  return (
    <Box flexDirection="column" flexShrink={0} width={columns}>
      <Box paddingRight={1}>
        <Box width={labelWidth} flexShrink={0}>
          <Text {...(focused ? theme.title : theme.plain)}>{`${focused ? '>' : ' '} ${label}`.padEnd(labelWidth)}</Text>
        </Box>
        {children}
      </Box>
      {notes.map((note, index) => (
        <Line
          key={index}
          text={note === '' ? '' : ' '.repeat(labelWidth) + truncateCells(note, fieldWidth(columns))}
          style={isWrong ? theme.bad : theme.plain}
        />
      ))}
    </Box>
  );
}

/** What unfolds below a field, in its column. */
export function Unfolded({ children }: { readonly children: ReactNode }) {
  return <Box marginLeft={labelWidth}>{children}</Box>;
}
