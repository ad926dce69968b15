import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { useTheme } from '../app-context.js';
import { truncateCells } from '../../platform/terminal-text.js';

export type Choice<Value> = { readonly key: string; readonly label: string; readonly value: Value };

type Props<Value> = {
  readonly choices: readonly Choice<Value>[];
  readonly width: number;
  readonly focused: boolean;
  readonly initial?: number;
  /** How many are shown at a time. */
  readonly limit?: number;
  readonly onHighlight?: (value: Value) => void;
  readonly onSelect: (value: Value) => void;
};

/** A few choices below each other, one of them under the cursor. */
export function ChoiceList<Value>({ choices, width, focused, initial = 0, limit, onHighlight, onSelect }: Props<Value>) {
  return (
    <SelectInput
      items={choices.map(({ key, label, value }) => ({ key, label: truncateCells(label, width - 2), value }))}
      isFocused={focused}
      initialIndex={initial}
      {...(limit === undefined ? {} : { limit })}
      indicatorComponent={Indicator}
      itemComponent={Item}
      onHighlight={(item) => onHighlight?.(item.value)}
      onSelect={(item) => onSelect(item.value)}
    />
  );
}

function Indicator({ isSelected = false }: { readonly isSelected?: boolean }) {
  return <Text aria-hidden>{isSelected ? '> ' : '  '}</Text>;
}

function Item({ isSelected = false, label }: { readonly isSelected?: boolean; readonly label: string }) {
  const theme = useTheme();
  return (
    <Box aria-role="option" aria-state={{ selected: isSelected }}>
      <Text wrap="truncate" {...(isSelected ? theme.selected : theme.plain)}>
        {label}
      </Text>
    </Box>
  );
}
