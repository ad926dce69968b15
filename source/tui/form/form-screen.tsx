import { Box, type DOMElement, Text } from 'ink';
import { type RefObject, useMemo, useRef } from 'react';
import { petFieldList, type PetWord } from '../../domain/pet.js';
import { petLabels } from '../../text/animal/pet-texts.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { ChoiceList } from '../components/choice-list.js';
import { fieldWidth, LabelledField, TextField, Unfolded } from '../components/text-field.js';
import { Line, Lines, ToneLine } from '../components/line.js';
import { useMeasured } from '../components/measured.js';
import { layOutBody } from '../layout.js';
import type { Screen, UiState } from '../state/ui-state.js';
import { categoryNote, Suggestions } from './category-field.js';
import { ChoiceField } from './choice-field.js';
import { asItWillBe } from './as-it-will-be.js';
import { choicesOf, formFields, fullRows } from '../state/mode.js';
import { doubleOfForm } from './read-form.js';
import { fieldInReason } from '../../text/queue/short-reason.js';
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
  const snapshot = useSnapshot();
  const whole = useRef<DOMElement>(null);
  const unfolded = useRef<DOMElement>(null);

  const { main } = layOutBody(state);
  const { columns } = main;
  // The unfolded list may take all the rows that the rest of the form leaves.
  const [rows, taken] = [useMeasured(whole)?.height ?? 0, useMeasured(unfolded)?.height ?? 0];
  const room = Math.max(0, main.rows - rows + taken);
  const category = categoryNote(app, form.editing);
  const note = noteOf(form, state, category.text);
  const double = useMemo(
    () => doubleOfForm(app),
    [app, snapshot.pets, snapshot.entries, state.fields.name, state.fields.category],
  );

  const isCompact = main.rows < fullRows;
  const isQuiet = isCompact && Object.keys(form.errors).length > 0;
  const tell = (texts: readonly (string | undefined)[]): readonly string[] =>
    isQuiet ? [] : texts.flatMap((text) => (text === undefined ? [] : wrapCells(text, columns)));
  const above = tell([reasonField(form, isCompact) === undefined ? reasonNote(form) : undefined]);
  const remarks = tell([double, form.remark]);
  const rowsOfNotes = (words: readonly PetWord[]): number => words.reduce((sum, word) => sum + note(word).length, 0);
  // In a small window the rows below the fields may be out of sight; there remarks have the spare rows.
  const stops = petFieldList.length + (form.focus === 'finish' ? 1 : 0);
  const spare = main.rows - above.length - stops - rowsOfNotes(formFields);
  const top = isCompact
    ? [...above.slice(0, Math.max(1, main.rows - 1)), ...firstRows(remarks, spare, columns)]
    : above;
  // Without room beside them, only the field with the focus stays.
  const told = above.length + rowsOfNotes(formFields.filter((word) => form.errors[word] !== undefined));
  const isTight = isCompact && told > 0 && main.rows < told + petFieldList.length;
  const present = form.focus === 'suggestions' ? 'category' : form.focus;
  const fields = isTight ? petFieldList.filter(({ word }) => word === present) : petFieldList;
  return (
    <Box ref={whole} flexDirection="column" flexShrink={0} alignSelf="flex-start" width={columns}>
      <Lines lines={top} style={theme.warning} />
      {fields.map(({ field, word }) => {
        const focused = form.focus === word;
        const opensCategories = word === 'category' && (focused || form.focus === 'suggestions');
        return (
          <Box key={field} flexDirection="column">
            <LabelledField
              label={petLabels[field]}
              focused={focused || opensCategories}
              notes={note(word)}
              isWrong={
                form.errors[word] !== undefined ||
                (word === 'category' && category.isNew) ||
                word === reasonField(form, isCompact)
              }
              columns={columns}
            >
              {choicesOf(word) === undefined ? (
                <TextField name={word} width={fieldWidth(columns)} isUnderlined={!state.spoken} />
              ) : (
                <ChoiceField field={word} focused={focused} width={fieldWidth(columns)} />
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
      {!isCompact && <Lines lines={remarks} style={theme.warning} />}
      {!isCompact && !layOutBody(state).pane && !state.spoken && (
        <>
          <Line text="" />
          <ToneLine pieces={asItWillBe(app, columns)} />
        </>
      )}
    </Box>
  );
}

/** As many rows of a text as there are, with a sign that it goes on. */
function firstRows(lines: readonly string[], rows: number, columns: number): readonly string[] {
  return lines.length <= rows || rows <= 0
    ? lines.slice(0, Math.max(0, rows))
    : [...lines.slice(0, rows - 1), truncateCells(lines.slice(rows - 1).join(' '), columns)];
}

const mostNoteLines = 3;

/** Why the store refused the animal that is corrected. */
function reasonNote({ reason }: Form): string | undefined {
  return reason === undefined ? undefined : `! refused: ${reason}`;
}

/** The field under which that stands; undefined: above all fields, as a small window always shows that place. */
function reasonField({ reason }: Form, isCompact: boolean): PetWord | undefined {
  return reason === undefined || isCompact ? undefined : fieldInReason(reason);
}

/**
 * The note under a field: its mistake, why the store refused it, or its meaning. In a small window only the field under
 * the cursor has one.
 */
function noteOf(form: Form, state: UiState, meaning: string): (word: PetWord) => readonly string[] {
  const { main } = layOutBody(state);
  const isCompact = main.rows < fullRows;
  return (word) => {
    const width = fieldWidth(main.columns);
    const reason = reasonField(form, isCompact) === word ? wrapCells(reasonNote(form) ?? '', width) : [];
    const error = form.errors[word];
    const note = word === 'category' ? meaning : '';
    const text = error === undefined ? note : `! ${error}`;
    if (
      choicesOf(word) !== undefined ||
      (text === '' && reason.length > 0) ||
      (isCompact && (form.focus !== word || text === ''))
    ) {
      return reason;
    }

    // A mistake is told whole, as far as there are rows.
    const mostCompact = error === undefined ? 1 : Math.max(1, main.rows - 1);
    const lines = wrapCells(text, width).slice(0, isCompact ? mostCompact : mostNoteLines);
    return [...lines, ...reason];
  };
}

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
