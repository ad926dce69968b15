import { Box, type DOMElement, Text, useInput } from 'ink';
import { useMemo, useRef } from 'react';
import { isPetStatus, petFieldList, type PetWord } from '../../domain/pet.ts';
import { petLabels, suggestionTexts } from '../../text/animal/pet-texts.ts';
import type { PaneLine } from '../../text/pane-lines.ts';
import { truncateCells } from '../../platform/text/terminal-text.ts';
import { wrapCells } from '../../text/wrap-cells.ts';
import { type App, useDrawing, glyphsIn } from '../app-context.ts';
import { ChoiceList, fieldWidth, LabelledField, TextField, useMeasured, BoxCursor } from '../components/fields.tsx';
import { Line, Lines, ToneLine, firstThatFits, ToneLines } from '../components/line.tsx';
import { firstRows, layOutBody, type Size } from '../layout.ts';
import { categoryNote, doubleOfForm, type FormState, knownCategories, whyTooLate } from './form-state.ts';
import { choicesOf, formFields, fullRows, isStale } from '../state/ui-model.ts';
import { fieldInReason } from '../../text/queue/wait-text.ts';
import { saveAndAddAnother, saveForm } from './save-form.ts';
import { type Glyphs, hueOf, statusSign, type ToneText } from '../../text/glyphs.ts';
import type { Int64 } from '../../domain/int64.ts';
import { setText } from '../actions/say.ts';
import { lineText } from '../input/line.ts';
import { nextOf } from '../actions/arrange.ts';
import { suggestCategories } from '../models/known-categories.ts';
import { chooseCategory, moveFocus } from './form-keys.ts';

/** A new animal, or a queued one under edit. Only the field with the focus unfolds: the form fits a small window. */
export function FormScreen({ screen: form }: { readonly screen: FormState }) {
  const { app, state, snapshot, theme } = useDrawing();
  const whole = useRef<DOMElement>(null);
  const unfolded = useRef<DOMElement>(null);
  const { main } = layOutBody(state);
  const { columns } = main;
  const width = fieldWidth(columns);
  // The unfolded list may take all the rows that the rest of the form leaves.
  const [rows, taken] = [useMeasured(whole)?.height ?? 0, useMeasured(unfolded)?.height ?? 0];
  const room = Math.max(0, main.rows - rows + taken);
  const double = useMemo(
    () => doubleOfForm(app),
    [app, snapshot.pets, snapshot.entries, state.fields.name, state.fields.category],
  );
  const isCompact = main.rows < fullRows;
  const isAtEnd = form.focus === 'finish';
  const present = form.focus === 'suggestions' ? 'category' : form.focus;
  const { top, fields, remarks, notes, isWrong } = layOutForm(app, form, main, double);
  return (
    <Box ref={whole} flexDirection="column" flexShrink={0} alignSelf="flex-start" width={columns}>
      <Lines lines={top.map(indented)} style={theme.warning} />
      {fields.map(({ field, word }) => (
        <LabelledField
          key={field}
          label={petLabels[field]}
          focused={present === word}
          notes={notes(word)}
          isWrong={isWrong(word)}
          below={
            word === 'category' &&
            present === word && (
              <Box ref={unfolded} flexDirection="column">
                <Suggestions
                  focused={form.focus === 'suggestions'}
                  width={width}
                  height={isCompact ? room : room - 1}
                />
                {!isCompact && <Line text="" />}
              </Box>
            )
          }
        >
          {choicesOf(word) === undefined ? (
            <TextField name={word} width={width} />
          ) : (
            <ChoiceField field={word} focused={present === word} width={width} />
          )}
        </LabelledField>
      ))}
      {(isAtEnd || !isCompact) && (
        <LabelledField label="Then" focused={isAtEnd}>
          {isAtEnd ? (
            <Box ref={unfolded}>
              <ChoiceList choices={waysToSave(form)} width={width} height={room} onSelect={(run) => run(app)} />
            </Box>
          ) : (
            <Text>{truncateCells(form.editing === undefined ? 'save, or save and add another' : 'save', width)}</Text>
          )}
        </LabelledField>
      )}
      {!isCompact && <Lines lines={remarks.map(indented)} style={theme.warning} />}
    </Box>
  );
}

/** The texts around the fields, and which fields have room. `double`: a sentence on one that looks the same. */
function layOutForm(app: App, form: FormState, main: Size, double: string | undefined) {
  const { columns, rows } = main;
  const isCompact = rows < fullRows;
  const category = categoryNote(app);
  const [reason, blames] = reasonOfForm(app, form);
  // A small window always shows the rows above all fields.
  const blamed = isCompact ? undefined : fieldInReason(blames);
  const notes = (word: PetWord): readonly string[] => [
    ...fieldNotes(form, word, word === 'category' ? category.text : '', main),
    ...(blamed === word ? wrapCells(reason, fieldWidth(columns)) : []),
  ];
  const notesOf = (words: readonly PetWord[]): number => words.flatMap(notes).length;
  const wrong = formFields.filter((word) => form.errors[word] !== undefined);
  const tell = (texts: readonly (string | undefined)[]): readonly string[] =>
    isCompact && wrong.length > 0 ? [] : texts.flatMap((text) => (text ? wrapCells(text, columns - labelInset) : []));
  const above = tell([blamed === undefined ? reason : '']);
  const remarks = tell([double, form.remark]);
  // In a small window the rows below the fields may be out of sight; there remarks have the spare rows.
  const spare = rows - above.length - petFieldList.length - (form.focus === 'finish' ? 1 : 0) - notesOf(formFields);
  const beside = firstRows(remarks, spare, columns - labelInset);
  // Without room beside them, only the field with the focus stays.
  const told = above.length + notesOf(wrong);
  const isTight = isCompact && told > 0 && rows < told + petFieldList.length;
  const present = form.focus === 'suggestions' ? 'category' : form.focus;
  return {
    top: isCompact ? [...above.slice(0, Math.max(1, rows - 1)), ...beside] : above,
    fields: isTight ? petFieldList.filter(({ word }) => word === present) : petFieldList,
    remarks,
    notes,
    isWrong: (word: PetWord): boolean =>
      wrong.includes(word) || (word === 'category' && category.isNew) || word === blamed,
  };
}

const labelInset = 2;
const indented = (line: string): string => ' '.repeat(labelInset) + line;
const mostNoteLines = 3;

/** The note under a field: its mistake, or its meaning. In a small window only the field under the cursor has one. */
function fieldNotes(form: FormState, word: PetWord, meaning: string, { columns, rows }: Size): readonly string[] {
  const { errors, focus, reason } = form;
  const error = errors[word];
  const isCompact = rows < fullRows;
  const text = error === undefined ? meaning : `! ${error}`;
  const isTold = !isCompact || (focus === word && text !== '');
  if (
    !isTold ||
    (choicesOf(word) !== undefined && isCompact) ||
    (text === '' && fieldInReason(reason ?? '') === word)
  ) {
    return [];
  }

  // A mistake is told whole, as far as there are rows.
  const mostCompact = error === undefined ? 1 : Math.max(1, rows - 1);
  return wrapCells(text, fieldWidth(columns)).slice(0, isCompact ? mostCompact : mostNoteLines);
}

/** For terminals that keep Ctrl-S or Ctrl-O to themselves. */
function waysToSave({ editing }: FormState) {
  const another = { key: 'another', label: 'save and add another', value: saveAndAddAnother };
  return [{ key: 'save', label: 'save', value: saveForm }, ...(editing === undefined ? [another] : [])];
}

/** More of them are looked at in the list itself. */
const mostShown = 6;
type ListProps = { readonly focused: boolean; readonly width: number; readonly height: number };

/** The categories that the typed text may mean: shown while one types, to choose from once the cursor is there. */
function Suggestions({ focused, width, height }: ListProps) {
  const { app, state } = useDrawing();
  const { hue } = glyphsIn(state);
  // If typing would replace it, any other one may be meant.
  const typed = isStale(state, 'category') ? '' : lineText(state.fields.category);
  const found = suggestCategories(knownCategories(app), typed);
  const shown = focused ? found : found.slice(0, Math.min(height, mostShown));
  const texts = suggestionTexts(shown, width - 2);
  const signOf = (id: Int64): ToneText | undefined => (hue === '' ? undefined : { text: hue, tone: hueOf(id) });
  if (!focused) {
    // Lines alone, which take no keys: what is mounted must be there before the next key is.
    return (
      <Box flexDirection="column">
        <ToneLines
          lines={shown.map(({ id }, index) => [
            { text: '  ' },
            signOf(id) ?? { text: '' },
            { text: truncateCells(texts[index] ?? id, width - 3) },
          ])}
        />
      </Box>
    );
  }

  return (
    <ChoiceList
      choices={shown.map(({ id }, index) => ({ key: id, label: texts[index] ?? id, value: id, sign: signOf(id) }))}
      width={width}
      height={height}
      onSelect={(id) => chooseCategory(app, id)}
    />
  );
}

type Props = { readonly field: PetWord; readonly focused: boolean; readonly width: number };
const notSet = 'not set';

/** A field that is chosen: its choices stand side by side, and the arrows go from one to the next. */
function ChoiceField({ field, focused, width }: Props) {
  const { app, state } = useDrawing();
  const box = useRef<DOMElement>(null);
  const chosen = lineText(state.fields[field]);
  const choices = [...(choicesOf(field) ?? []), ''];
  const choose = (step: 1 | -1): void => setText(app, field, nextOf(choices, chosen, step));
  useInput(
    (input, key) => {
      if (key.return || key.downArrow) {
        moveFocus(app, 1);
      } else if (key.upArrow) {
        moveFocus(app, -1);
      } else if (key.rightArrow || input === 'j') {
        choose(1);
      } else if (key.leftArrow || input === 'k') {
        choose(-1);
      }
    },
    { isActive: focused },
  );
  const forms = state.spoken
    ? [[{ text: chosen === '' ? notSet : chosen }]]
    : choiceForms(choices, chosen, focused, glyphsIn(state));
  return (
    <>
      <Box ref={box}>
        <ToneLine pieces={firstThatFits(forms, width)} />
      </Box>
      {focused && !state.spoken && <BoxCursor box={box} />}
    </>
  );
}

/** All of them, their signs beside the one that is chosen, and that one alone. */
function choiceForms(choices: readonly string[], chosen: string, focused: boolean, glyphs: Glyphs) {
  const sign = (choice: string): ToneText => statusSign(isPetStatus(choice) ? choice : undefined, glyphs);
  const word = (choice: string): PaneLine => {
    const text = ` ${choice === '' ? notSet : choice}`;
    return choice === chosen
      ? [{ text: '[' }, sign(choice), { text, ...(focused ? { tone: 'strong' } : {}) }, { text: ']' }]
      : [{ text: ' ' }, sign(choice), { text, tone: 'quiet' }, { text: ' ' }];
  };
  return [
    choices.flatMap(word),
    choices.flatMap((choice) => (choice === chosen ? word(choice) : [{ text: ' ' }, sign(choice)])),
    choices.filter((choice) => choice === chosen).flatMap(word),
  ];
}

/** What stands above the fields: the store's reason, which may blame one, or why nothing can be changed any more. */
function reasonOfForm(app: App, { editing, saving, reason }: FormState): readonly [text: string, blames: string] {
  const late = editing === undefined || saving ? undefined : whyTooLate(app, editing);
  if (late !== undefined) {
    return [`! ${late}`, ''];
  }

  return reason === undefined ? ['', ''] : [`! rejected: ${reason}`, reason];
}
