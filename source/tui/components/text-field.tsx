import { Box, type DOMElement, Text } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useRef } from 'react';
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.js';
import { useApp, useTheme, useUi } from '../app-context.js';
import { type EditedLine, windowOnLine } from '../input/line.js';
import { focusedField } from '../state/mode.js';
import { isStale } from '../state/ui-model.js';
import type { FieldName } from '../state/ui-state.js';
import { BoxCursor, useMeasured } from './measured.js';
import { Line } from './line.js';

type Props = {
  readonly name: FieldName;
  /** Cells it takes, where something stands beside it; absent: all there are. */
  readonly width?: number;
  /** Whether a line shows where it is and how long. */
  readonly isUnderlined?: boolean;
};

/**
 * A line of text under edit. Typing goes through ink-text-input, which appends to what is before the cursor; the key
 * table moves the cursor and deletes.
 */
export function TextField({ name, width: wanted, isUnderlined = false }: Props) {
  const { model } = useApp();
  const state = useUi();
  const box = useRef<DOMElement>(null);
  const line = state.fields[name];
  const focused = focusedField(state) === name;
  const measured = useMeasured(box)?.width ?? state.size.columns;
  const width = wanted ?? measured;
  const shown = windowOnLine(visible(name, line), width);
  return (
    <>
      <Box
        ref={box}
        {...(wanted === undefined ? { flexGrow: 1, flexBasis: 0 } : { flexShrink: 0, width: wanted })}
        minWidth={4}
        height={1}
        overflow="hidden"
        aria-role="textbox"
      >
        <Text inverse={isStale(state, name) && focused} underline={isUnderlined}>
          {/* It remembers where it appends: another part of the line needs another one. */}
          <TextInput
            key={`${line.epoch} ${width}`}
            value={shown.before}
            focus={focused}
            showCursor={false}
            onChange={(text) => model.edit({ op: 'insert', text: text.slice(shown.before.length) }, name)}
          />
        </Text>
        <Text wrap="truncate" underline={isUnderlined}>
          {shown.after + (isUnderlined ? ' '.repeat(Math.max(0, width - cellWidth(shown.before + shown.after))) : '')}
        </Text>
      </Box>
      {focused && !state.spoken && <BoxCursor key={name} box={box} column={shown.cursor} />}
    </>
  );
}

/** A key is never on the screen. */
function visible(name: FieldName, line: EditedLine): EditedLine {
  return name === 'api-key'
    ? { ...line, before: '•'.repeat(line.before.length), after: '•'.repeat(line.after.length) }
    : line;
}

/** Cells for the label before a field. */
const labelWidth = 12;

/** Cells for a field beside its label; the last column stays free for the cursor behind a full line. */
export function fieldWidth(columns: number): number {
  return columns - labelWidth - 1;
}

type LabelledProps = {
  readonly label: string;
  readonly focused: boolean;
  /** What the field means or what is wrong with it, below it: each a line that fits `fieldWidth`. */
  readonly notes: readonly string[];
  readonly isWrong?: boolean;
  readonly columns: number;
  readonly children: ReactNode;
};

/** A field of a form with its label before it and what there is to say of it below. */
export function LabelledField({ label, focused, notes, isWrong = false, columns, children }: LabelledProps) {
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
