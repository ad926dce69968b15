import { Box, type DOMElement, type ElementMetrics, measureElement, Text, useCursor } from 'ink';
import SelectInput from 'ink-select-input';
import TextInput from 'ink-text-input';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { keyStart } from '../../app/keys/key-start.ts';
import { cellWidth, fitCells, truncateCells } from '../../platform/text/terminal-text.ts';
import { cursorSign, type ToneText } from '../../text/glyphs.ts';
import { useDrawing } from '../app-context.ts';
import { lineText, windowOnLine } from '../input/line.ts';
import { layOutBody } from '../layout.ts';
import { focusedField, isStale } from '../state/ui-model.ts';
import type { FieldName } from '../state/ui-state.ts';
import { Lines, Pieces } from './line.tsx';

/** Where Ink laid a box out, and how large; undefined before the first layout. Whatever may move it draws it, too. */
function useMeasured(box: RefObject<DOMElement | null>): ElementMetrics | undefined {
  const [metrics, setMetrics] = useState<ElementMetrics>();
  useLayoutEffect(() => {
    const measured = box.current ? measureElement(box.current) : undefined;
    setMetrics((before) => (JSON.stringify(before) === JSON.stringify(measured) ? before : measured));
  });
  return metrics;
}

type CursorProps = { readonly box: RefObject<DOMElement | null>; readonly column?: number };

/** Puts the terminal's cursor into a box, for input methods too. Only one component may place it, behind its box. */
export function BoxCursor({ box, column = 0 }: CursorProps) {
  // What the engine says may take rows above the box.
  useDrawing();
  const { setCursorPosition } = useCursor();
  const place = useMeasured(box);
  setCursorPosition(place && { x: place.x + column, y: place.y });
  return null;
}

/** Something to choose, under a key of its own. */
export type Choice<Value> = {
  readonly key: string;
  readonly label: string;
  readonly value: Value;
  readonly sign?: ToneText | undefined;
};

type ChoiceProps<Value> = {
  readonly choices: readonly Choice<Value>[];
  readonly width: number;
  /** How many rows there are for them; what does not fit comes as the cursor goes there. */
  readonly height: number;
  readonly onSelect: (value: Value) => void;
  /** The one under the cursor at first. */
  readonly first?: number;
};

/** A few choices, a row each, one of them under the cursor. */
export function ChoiceList<Value>({ choices, width, height, onSelect, first = 0 }: ChoiceProps<Value>) {
  const items = choices.map((choice) => {
    const cells = width - 2 - (choice.sign?.text.length ?? 0);
    return { ...choice, label: fitCells(choice.label, cells) };
  });
  if (items.length === 0) {
    // The widget would take none of none at Enter.
    return null;
  }

  const limit = Math.max(1, Math.min(height, items.length));
  // Made anew where more or fewer of them fit: what it showed before need not have the one under the cursor among it.
  return (
    <SelectInput
      key={limit}
      items={items}
      limit={limit}
      initialIndex={Math.max(0, first)}
      indicatorComponent={NoIndicator}
      itemComponent={Item}
      onSelect={({ value }) => onSelect(value)}
    />
  );
}

const NoIndicator = (): null => null;
type ItemProps = { readonly isSelected?: boolean; readonly label: string; readonly sign?: ToneText | undefined };

function Item({ isSelected: selected = false, label, sign }: ItemProps) {
  const { state, theme } = useDrawing();
  const box = useRef<DOMElement>(null);
  // A coloured sign in an inverse row would be a coloured block.
  const isPlain = selected && theme.selected.inverse === true;
  // Beside the box and after it, as the box is there to be measured only once its own children are.
  return (
    <>
      <Text aria-hidden {...theme.cursor}>
        {selected ? `${cursorSign} ` : '  '}
      </Text>
      <Box ref={box} aria-role="option" aria-state={{ selected }}>
        <Text wrap="truncate" {...(selected ? theme.selected : theme.plain)}>
          {sign && <Pieces pieces={[isPlain ? { text: sign.text } : sign]} />}
          {label}
        </Text>
      </Box>
      {selected && !state.spoken && focusedField(state) === undefined && <BoxCursor box={box} />}
    </>
  );
}

type Props = {
  readonly name: FieldName;
  /** Cells it takes, which a line shows; absent: all there are. */
  readonly width?: number;
};

/** A line under edit. ink-text-input appends to what is before the cursor; the key table moves it and deletes. */
export function TextField({ name, width: wanted }: Props) {
  const { app, state } = useDrawing();
  const isUnderlined = wanted !== undefined && !state.spoken;
  const box = useRef<DOMElement>(null);
  const line = state.fields[name];
  const focused = focusedField(state) === name;
  const measured = useMeasured(box)?.width ?? state.size.columns;
  const width = wanted ?? measured;
  // A key is never on the screen, in the field of an address neither.
  const key = name === 'address' ? keyStart(lineText(line)) : -1;
  const shownCount = name === 'api-key' ? 0 : key;
  const hide = (text: string, at: number): string => {
    const kept = shownCount < 0 ? text.length : Math.max(0, shownCount - at);
    return text.slice(0, kept) + '•'.repeat(Math.max(0, text.length - kept));
  };
  const drawn = { ...line, before: hide(line.before, 0), after: hide(line.after, line.before.length) };
  // The place of the cursor is of interest to whoever types there alone.
  const shown = focused
    ? windowOnLine(drawn, width)
    : { before: truncateCells(lineText(drawn), width), after: '', cursor: 0 };
  const type = (text: string): void => app.model.edit({ op: 'insert', text: text.slice(shown.before.length) }, name);
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
            key={`${line.epoch} ${width} ${focused}`}
            value={shown.before}
            focus={focused}
            showCursor={false}
            onChange={type}
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

const labelWidth = 12;

/** Cells for a field beside its label; the last column stays free for the cursor behind a full line. */
export function fieldWidth(columns: number): number {
  return columns - labelWidth - 1;
}

type LabelledProps = {
  readonly label: string;
  readonly focused: boolean;
  /** Its meaning, or its mistake, below it: each a line. */
  readonly notes?: readonly string[];
  readonly isWrong?: boolean;
  readonly children: ReactNode;
  readonly below?: ReactNode;
};

/** A field of a form with its label before it and its notes below. */
export function LabelledField(props: LabelledProps) {
  const { label, focused, notes = [], isWrong = false, children, below } = props;
  const { state, theme } = useDrawing();
  const { columns } = layOutBody(state).main;
  const lines = notes.map((note) => ' '.repeat(labelWidth) + truncateCells(note, fieldWidth(columns)));
  return (
    <Box flexDirection="column" flexShrink={0} width={columns}>
      <Box paddingRight={1}>
        <Box width={labelWidth} flexShrink={0}>
          {/* Somebody who listens is told of the focus by this sign. */}
          <Text {...theme.cursor}>{focused ? `${state.spoken ? '>' : cursorSign} ` : '  '}</Text>
          <Text {...(focused ? theme.strong : theme.plain)}>{label}</Text>
        </Box>
        {children}
      </Box>
      <Lines lines={lines} style={isWrong ? theme.bad : theme.plain} />
      {below !== undefined && <Box marginLeft={labelWidth}>{below}</Box>}
    </Box>
  );
}
