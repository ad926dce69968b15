import { Box, type DOMElement, Text } from 'ink';
import { type RefObject, useRef } from 'react';
import { petFieldList, type PetWord } from '../../domain/pet.js';
import { petLabels } from '../../text/animal/pet-texts.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { setText } from '../actions/ask.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { ChoiceList } from '../components/choice-list.js';
import { fieldWidth, LabelledField, Unfolded } from '../components/labelled-field.js';
import { Line } from '../components/line.js';
import { TextField } from '../components/text-field.js';
import { useMeasured } from '../components/use-measured.js';
import { lineText } from '../input/line.js';
import { layOutBody } from '../layout.js';
import type { Screen, UiState } from '../state/ui-state.js';
import { categoryNote, Suggestions } from './category-field.js';
import { choicesOf, fullRows } from './form-fields.js';
import { knownCategories } from './read-form.js';
import { saveAndAddAnother, saveForm } from './save-form.js';

type Form = Extract<Screen, { name: 'form' }>;

/**
 * A new animal, or a queued one under edit. Only the field that has the focus unfolds, so that the form fits a small
 * window.
 */
export function FormScreen({ form }: { readonly form: Form }) {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();
  const whole = useRef<DOMElement>(null);
  const unfolded = useRef<DOMElement>(null);

  const { main } = layOutBody(state);
  const { columns } = main;
  // What is unfolded may take what the rest of the form leaves.
  const [rows, taken] = [useMeasured(whole)?.height ?? 0, useMeasured(unfolded)?.height ?? 0];
  const room = Math.max(0, main.rows - rows + taken);
  const note = noteOf(
    form,
    state,
    categoryNote(lineText(state.fields.category), knownCategories(app), state.settings.categoryLabels),
  );

  const isCompact = main.rows < fullRows;
  const hasError = Object.keys(form.errors).length > 0;
  const double =
    form.double === undefined || (isCompact && hasError)
      ? []
      : wrapCells(form.double, columns).map((line, index) => <Line key={index} text={line} style={theme.warning} />);
  // Where there is no room beside them, only the field that keys go to stays.
  const told =
    double.length +
    petFieldList.reduce((sum, { word }) => sum + (form.errors[word] === undefined ? 0 : note(word).length), 0);
  const isTight = isCompact && told > 0 && main.rows < told + petFieldList.length;
  const fields = isTight ? petFieldList.filter(({ word }) => word === form.focus) : petFieldList;
  return (
    <Box ref={whole} flexDirection="column" flexShrink={0} width={columns}>
      {/* In a small window what is below the fields may be out of sight, and Ctrl-S would seem to do nothing. */}
      {isCompact && double}
      {fields.map(({ field, word }) => {
        const focused = form.focus === word;
        const opensCategories = word === 'category' && (focused || form.focus === 'suggestions');
        return (
          <Box key={field} flexDirection="column">
            <LabelledField
              label={petLabels[field]}
              focused={focused || opensCategories}
              notes={note(word)}
              isWrong={form.errors[word] !== undefined}
              columns={columns}
            >
              {choicesOf(word) === undefined ? (
                <TextField name={word} />
              ) : (
                <Choice field={word} focused={focused} box={unfolded} height={room} />
              )}
            </LabelledField>
            {opensCategories && (
              <Unfolded>
                <Box ref={unfolded}>
                  <Suggestions focused={!focused} height={room} />
                </Box>
              </Unfolded>
            )}
          </Box>
        );
      })}
      {(form.focus === 'finish' || !isCompact) && (
        <LabelledField label="Then" focused={form.focus === 'finish'} notes={[]} columns={columns}>
          <Finish form={form} box={unfolded} height={room} />
        </LabelledField>
      )}
      {!isCompact && double}
    </Box>
  );
}

const mostNoteLines = 3;

/**
 * What stands under a typed field: what is wrong with it, or what it means. In a small window only the field under the
 * cursor has one.
 */
function noteOf(form: Form, state: UiState, meaning: string): (word: PetWord) => readonly string[] {
  const { main } = layOutBody(state);
  const isCompact = main.rows < fullRows;
  return (word) => {
    const error = form.errors[word];
    const text = error === undefined ? (word === 'category' ? meaning : '') : `! ${error}`;
    if (choicesOf(word) !== undefined || (isCompact && (form.focus !== word || text === ''))) {
      return [];
    }

    // What is wrong is told whole, as far as there are rows.
    return wrapCells(text, fieldWidth(main.columns)).slice(
      0,
      !isCompact ? mostNoteLines : error === undefined ? 1 : Math.max(1, main.rows - 1),
    );
  };
}

type ChoiceProps = {
  readonly field: PetWord;
  readonly focused: boolean;
  readonly box: RefObject<DOMElement | null>;
  readonly height: number;
};

/** A field that is chosen from a list, which is open while it has the focus. */
function Choice({ field, focused, box, height }: ChoiceProps) {
  const app = useApp();
  const state = useUi();
  const { fields } = state;
  const chosen = lineText(fields[field]);
  if (!focused) {
    return <Text>{chosen === '' ? notSet : chosen}</Text>;
  }

  const choices = ['', ...(choicesOf(field) ?? [])].map((value) => ({
    key: value,
    label: value === '' ? notSet : value,
    value,
  }));
  return (
    <Box ref={box}>
      <ChoiceList
        choices={choices}
        width={fieldWidth(layOutBody(state).main.columns)}
        height={Math.max(1, height)}
        focused
        initial={choices.findIndex(({ value }) => value === chosen)}
        // What is under the cursor is what is saved.
        onHighlight={(value) => setText(app, field, value)}
        onSelect={(value) => {
          setText(app, field, value);
          saveForm(app);
        }}
      />
    </Box>
  );
}

const notSet = 'not set';

/** The ways to save, for terminals that keep Ctrl-S or Ctrl-O to themselves. */
function Finish({
  form,
  box,
  height,
}: {
  readonly form: Form;
  readonly box: RefObject<DOMElement | null>;
  readonly height: number;
}) {
  const app = useApp();
  const state = useUi();
  const isNew = form.editing === undefined;
  if (form.focus !== 'finish') {
    return (
      <Text>
        {isNew ? truncateCells('save, or save and add another', fieldWidth(layOutBody(state).main.columns)) : 'save'}
      </Text>
    );
  }

  const choices = [
    { key: 'save', label: 'save', value: saveForm },
    ...(isNew ? [{ key: 'another', label: 'save and add another', value: saveAndAddAnother }] : []),
  ];
  return (
    <Box ref={box}>
      <ChoiceList
        choices={choices}
        width={fieldWidth(layOutBody(state).main.columns)}
        height={Math.max(1, height)}
        focused
        onSelect={(run) => run(app)}
      />
    </Box>
  );
}
