import { Box, Text, useCursor } from 'ink';
import TextInput from 'ink-text-input';
import { useApp, useUi } from '../app-context.js';
import { fieldPlace } from '../form/field-place.js';
import { windowOnLine, type EditedLine } from '../input/line.js';
import { focusedField } from '../keys/mode.js';
import { isStale } from '../state/reduce-ui.js';
import type { FieldName } from '../state/ui-state.js';

/**
 * A line of text under edit. Typing goes through ink-text-input, which appends to what is before the cursor; the key table
 * moves the cursor and deletes.
 */
export function TextField({ name }: { readonly name: FieldName }) {
  const { store } = useApp();
  const state = useUi();
  const line = state.fields[name];
  const { width } = fieldPlace(state, name);
  const shown = windowOnLine(visible(name, line), width);

  return (
    <Box width={width} height={1} aria-role="textbox">
      <Text inverse={isStale(state, name) && focusedField(state) === name}>
        <TextInput
          key={line.epoch}
          value={shown.before}
          focus={focusedField(state) === name}
          showCursor={false}
          onChange={(text) => store.dispatch({ type: 'edited', field: name, edit: { op: 'insert', text: text.slice(shown.before.length) } })}
        />
      </Text>
      <Text wrap="truncate">{shown.after}</Text>
    </Box>
  );
}

/** Puts the terminal's own cursor where text goes, so that input methods compose there; hidden while nothing is typed. */
export function TextCursor() {
  const state = useUi();
  const { setCursorPosition } = useCursor();
  const field = focusedField(state);
  const place = field && fieldPlace(state, field);
  setCursorPosition(field && place && { x: place.x + windowOnLine(visible(field, state.fields[field]), place.width).cursor, y: place.y });
  return null;
}

/** A key is never on the screen. */
function visible(name: FieldName, line: EditedLine): EditedLine {
  return name === 'api-key' ? { ...line, before: '•'.repeat(line.before.length), after: '•'.repeat(line.after.length) } : line;
}
