import { Box, Text, useCursor } from 'ink';
import TextInput from 'ink-text-input';
import { useApp, useUi } from '../app-context.js';
import { windowOnLine } from '../input/line.js';
import { focusedField, type FieldName } from '../state/ui-state.js';

/**
 * A line of text under edit. Typing goes through ink-text-input, which appends to what is before the cursor; the key table
 * moves the cursor and deletes. The terminal's own cursor stands where text goes, so input methods compose there.
 */
export function TextField({ name, x, y, width, mask }: { readonly name: FieldName; readonly x: number; readonly y: number; readonly width: number; readonly mask?: string }) {
  const { store } = useApp();
  const state = useUi();
  const { setCursorPosition } = useCursor();

  const line = state.fields[name];
  const focused = focusedField(state) === name;
  const masked = mask === undefined ? line : { ...line, before: mask.repeat(line.before.length), after: mask.repeat(line.after.length) };
  const shown = windowOnLine(masked, width);
  if (focused) {
    setCursorPosition({ x: x + shown.cursor, y });
  }

  return (
    <Box width={width} height={1} aria-role="textbox">
      <TextInput
        key={line.epoch}
        value={shown.before}
        focus={focused}
        showCursor={false}
        onChange={(text) => store.dispatch({ type: 'edited', field: name, edit: { op: 'insert', text: text.slice(shown.before.length) } })}
      />
      <Text wrap="truncate">{shown.after}</Text>
    </Box>
  );
}
