import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import SelectInput from 'ink-select-input';
import { useTheme, useUi } from '../app-context.js';
import { focusedField } from '../state/mode.js';
import { BoxCursor } from './measured.js';
import type { ToneText } from '../../text/tone.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** Something to choose, under a key of its own. */
export type Choice<Value> = {
  readonly key: string;
  readonly label: string;
  readonly value: Value;
  /** A sign before it. */
  readonly sign?: ToneText;
};

type Props<Value> = {
  readonly choices: readonly Choice<Value>[];
  readonly width: number;
  readonly focused: boolean;
  /** How many rows there are for them; what does not fit comes as the cursor goes there. */
  readonly height: number;
  readonly onSelect: (value: Value) => void;
};

/**
 * A few choices below each other, one of them under the cursor. A long one takes the rows it needs: nobody can choose
 * what cannot be read.
 */
export function ChoiceList<Value>({ choices, width, focused, height, onSelect }: Props<Value>) {
  const items = choices.map((choice) => ({
    ...choice,
    label: wrapCells(choice.label, width - 2 - (choice.sign?.text.length ?? 0)).join('\n'),
  }));
  const limit = howManyFit(
    items.map(({ label }) => label.split('\n').length),
    height,
  );
  // Made anew where more or fewer of them fit: what it showed before need not have the one under the cursor among it.
  return (
    <SelectInput
      key={limit}
      items={items}
      isFocused={focused}
      limit={limit}
      indicatorComponent={Indicator}
      itemComponent={Item}
      onSelect={({ value }) => onSelect(value)}
    />
  );
}

function Indicator({ isSelected = false }: { readonly isSelected?: boolean }) {
  return <Text aria-hidden>{isSelected ? '> ' : '  '}</Text>;
}

/** The most choices of which any that follow each other fit. */
function howManyFit(rows: readonly number[], height: number): number {
  const fits = (count: number): boolean =>
    rows.every((_, first) => rows.slice(first, first + count).reduce((sum, each) => sum + each, 0) <= height);
  let count = rows.length;
  while (count > 1 && !fits(count)) {
    count -= 1;
  }

  return count;
}

type ItemProps = { readonly isSelected?: boolean; readonly label: string; readonly sign?: ToneText | undefined };

function Item({ isSelected = false, label, sign }: ItemProps) {
  const theme = useTheme();
  const state = useUi();
  const box = useRef<DOMElement>(null);
  // Beside the box and after it, as the box is there to be measured only once its own children are.
  return (
    <>
      <Box ref={box} aria-role="option" aria-state={{ selected: isSelected }}>
        <Text wrap="truncate" {...(isSelected ? theme.selected : theme.plain)}>
          {sign && (
            <Text {...(isSelected && theme.selected.inverse === true ? {} : theme[sign.tone ?? 'plain'])}>
              {sign.text}
            </Text>
          )}
          {label}
        </Text>
      </Box>
      {isSelected && !state.spoken && focusedField(state) === undefined && <BoxCursor box={box} />}
    </>
  );
}
