import { Box, Text } from 'ink';
import type { Draft } from '../../app/workspace.js';
import { categoryText } from '../../domain/category-labels.js';
import { petStatuses } from '../../domain/pet.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { chooseCategory, chooseStatus } from './form-focus.js';
import { knownCategories } from './read-form.js';
import { saveForm } from './save-form.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { ChoiceList } from '../components/choice-list.js';
import { Line } from '../components/line.js';
import { TextField } from '../components/text-field.js';
import { lineText } from '../input/line.js';
import { labelWidth } from './field-place.js';
import { bodyHeight, isCompact } from '../layout.js';
import { readCategory, suggestCategories, suggestionText } from '../list/known-categories.js';
import type { Screen } from '../state/ui-state.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** Rows of the form that are always there. */
const fixedRows = 6;
const fieldCount = 3;

const statuses: readonly { readonly key: string; readonly label: string; readonly value: Draft['status'] }[] = [
  { key: 'none', label: 'not set', value: '' },
  ...petStatuses.map((status) => ({ key: status, label: status, value: status })),
];

/** A new animal, or a queued one under edit. Only the field that has the focus unfolds, so the form fits 15 rows. */
export function FormScreen({ form }: { readonly form: Extract<Screen, { name: 'form' }> }) {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();

  const width = state.size.columns - labelWidth - 1;
  const known = knownCategories(app);
  const typed = lineText(state.fields.category);
  const suggestions = suggestCategories(known, typed);
  const { categoryLabels } = state.settings;
  const meaning = categoryNote(typed, readCategory(known, categoryLabels, typed), categoryLabels);
  // Nothing below it is typed into, so it may take the rows it needs; those of the name may not: `field-place.ts` counts on one.
  const inCategory = form.focus === 'category' || form.focus === 'suggestions';
  const compact = isCompact(state);
  const note = wrapCells(form.errors.category === undefined ? meaning : `! ${form.errors.category}`, width).slice(0, compact ? (form.focus === 'category' ? 1 : 0) : 3);
  const room = compact ? bodyHeight(state) - fieldCount - note.length : Math.max(1, bodyHeight(state) - fixedRows - note.length + 1);

  return (
    <Box flexDirection="column">
      <Field label="Name" focused={form.focus === 'name'}>
        <TextField name="name" />
      </Field>
      {(!compact || (form.focus === 'name' && form.errors.name !== undefined)) && <Note text={form.errors.name === undefined ? '' : `! ${form.errors.name}`} bad width={width} />}
      <Field label="Category" focused={inCategory}>
        <TextField name="category" />
      </Field>
      {note.map((line, index) => (
        <Note key={index} text={line} bad={form.errors.category !== undefined} width={width} />
      ))}
      {inCategory && suggestions.length > 0 && room > 0 && (
        <Box marginLeft={labelWidth}>
          {form.focus === 'suggestions' ? (
            <ChoiceList
              choices={suggestions.map((category) => ({ key: category.id, label: suggestionText(category), value: category.id }))}
              width={width}
              focused
              height={room}
              onSelect={(id) => chooseCategory(app, id)}
            />
          ) : (
            <Suggested texts={suggestions.slice(0, Math.min(room, 6)).map(suggestionText)} width={width} />
          )}
        </Box>
      )}
      <Field label="Status" focused={form.focus === 'status'}>
        {form.focus === 'status' ? (
          <ChoiceList
            choices={statuses}
            width={width}
            height={Math.max(1, bodyHeight(state) - (compact ? fieldCount - 1 : 0))}
            focused
            initial={statuses.findIndex(({ value }) => value === form.status)}
            onHighlight={(status) => chooseStatus(app, status)}
            onSelect={(status) => {
              chooseStatus(app, status);
              saveForm(app);
            }}
          />
        ) : (
          <Text>{form.status === '' ? 'not set' : form.status}</Text>
        )}
      </Field>
      {form.double !== undefined && wrapCells(form.double, state.size.columns).map((line, index) => <Line key={index} text={line} style={theme.warning} />)}
    </Box>
  );
}

function Field({ label, focused, children }: { readonly label: string; readonly focused: boolean; readonly children: React.ReactNode }) {
  const theme = useTheme();
  return (
    <Box>
      <Text {...(focused ? theme.title : theme.quiet)}>{`${focused ? '>' : ' '} ${label}`.padEnd(labelWidth)}</Text>
      {children}
    </Box>
  );
}

/** The line under a field: what is wrong with it, or what it means. */
function Note({ text, width, bad }: { readonly text: string; readonly width: number; readonly bad: boolean }) {
  const theme = useTheme();
  return <Line text={text === '' ? '' : ' '.repeat(labelWidth) + truncateCells(text, width)} style={bad ? theme.bad : theme.quiet} />;
}

function Suggested({ texts, width }: { readonly texts: readonly string[]; readonly width: number }) {
  const theme = useTheme();
  return (
    <Box flexDirection="column">
      {texts.map((text) => (
        <Line key={text} text={`  ${truncateCells(text, width - 2)}`} style={theme.quiet} />
      ))}
    </Box>
  );
}

function categoryNote(typed: string, id: ReturnType<typeof readCategory>, labels: Parameters<typeof categoryText>[1]): string {
  if (typed.trim() === '') {
    return 'a whole number, or a known name (↓ lists them)';
  }

  return id === undefined ? '' : categoryText(id, labels) === typed ? '' : `= ${categoryText(id, labels)}`;
}
