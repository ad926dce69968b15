import { Box, type DOMElement, useInput } from 'ink';
import { useMemo, useRef } from 'react';
import { isPetStatus, petFieldList, type PetWord } from '../../domain/pet.ts';
import { petLabels, suggestionTexts } from '../../text/animal/pet-texts.ts';
import { type PaneLine, ruledTitle } from '../../text/pane-lines.ts';
import { truncateCells } from '../../platform/text/terminal-text.ts';
import { wrapCells } from '../../text/wrap-cells.ts';
import { type App, keyOf, useDrawing } from '../app-context.ts';
import { ChoiceList, fieldWidth, LabelledField, TextField, BoxCursor } from '../components/fields.tsx';
import { Lines, ToneLine, firstThatFits, ToneLines } from '../components/line.tsx';
import { firstRows, layOutBody, type Size } from '../layout.ts';
import {
  categoryNote,
  doubleOfForm,
  enteredNow,
  filledFields,
  type FormState,
  suggestedCategories,
} from './form-state.ts';
import { choicesOf, focusedField, formFields, formTexts, isStale } from '../state/ui-model.ts';
import { fieldInReason } from '../../text/queue/wait-text.ts';
import { editNote, useHold } from './hold-edited.ts';
import { saveForm } from './save-form.ts';
import { isAllowed } from '../../domain/verbs.ts';
import { longestOf, placeColumns } from '../list/list-columns.ts';
import { entryPieces } from '../list/list-screen.tsx';
import { type Glyphs, hueOf, statusSign, type ToneText } from '../../text/glyphs.ts';
import type { Int64 } from '../../domain/int64.ts';
import { lineText } from '../input/line.ts';
import { nextOf } from '../actions/arrange.ts';
import { chooseCategory, moveFocus } from './form-keys.ts';

/** What is said of a draft stands right above the fields, where a person looks, its way out first. */
export function formTitle(app: App, { kept, like, editing }: FormState): string {
  const state = app.model.get();
  const field = focusedField(state);
  const isSelected = field !== undefined && isStale(state, field);
  const titled = (title: string) => (isSelected ? `${title}  Typing replaces it, → keeps it.` : title);
  if (like !== undefined) {
    return titled(`Add another like ${like}`);
  }

  // What was chosen since stays, whatever becomes of the rest.
  if (kept !== undefined && isSelected && filledFields(formTexts(state)).every((each) => isStale(state, each))) {
    return 'Typed before: → keeps it, typing replaces it, Backspace empties it';
  }

  if (editing !== undefined) {
    return titled(`Edit ${editing}`);
  }

  const back = state.replaced.length === 0 ? '' : `  ${keyOf(app, 'bring-back')} brings back what stood here.`;
  return titled('Add an animal') + back;
}

/** A new animal, or a queued one under edit. What is known of each field stands below it, as far as there is room. */
export function FormScreen({ screen: form }: { readonly screen: FormState }) {
  const { app, state, snapshot, theme } = useDrawing();
  useHold(app, form);
  const { main } = layOutBody(state);
  const { columns } = main;
  const width = fieldWidth(columns);
  const double = useMemo(
    () => doubleOfForm(app),
    [app, snapshot.pets, snapshot.entries, state.fields.name, state.fields.category],
  );
  const present = presentField(form);
  const { top, notes, isWrong, room, left } = layOutForm(app, form, main, double);
  return (
    <Box flexDirection="column">
      <Lines lines={top} style={theme.bad} />
      {petFieldList.map(({ field, word }) => (
        <LabelledField
          key={field}
          label={petLabels[field]}
          focused={present === word}
          notes={notes.get(word) ?? []}
          isWrong={isWrong(word)}
          below={
            word === 'category' &&
            present === word && <Suggestions focused={form.focus === 'suggestions'} width={width} height={room} />
          }
        >
          {choicesOf(word) === undefined ? (
            <TextField name={word} width={width} />
          ) : (
            <ChoiceField field={word} focused={present === word} width={width} />
          )}
        </LabelledField>
      ))}
      {(form.editing === undefined || form.goesOn) && <Entered columns={columns} rows={left} />}
    </Box>
  );
}

/** The field that keys go to; the list that is unfolded below the category belongs to that. */
export function presentField({ focus }: FormState): PetWord {
  return focus === 'suggestions' ? 'category' : focus;
}

const labelInset = 2;

/**
 * What stands above the fields, and what has room below each: first mistakes, then what belongs to the field with the
 * focus and to the name, then blanks. `room`: for the categories that unfold; `left`: below them. `double`: a sentence on
 * an animal that looks the same.
 */
function layOutForm(app: App, form: FormState, { columns, rows }: Size, double: string | undefined) {
  const width = fieldWidth(columns);
  const category = categoryNote(app);
  const [reason, blames] = reasonOfForm(app, form);
  const note = editNote(app, form);
  const blamed = fieldInReason(blames);
  const meanings: Partial<Record<PetWord, string | undefined>> = {
    category: category.text,
    name: double ?? (note?.isWarning === false ? note.text : undefined),
  };
  const wrong = formFields.filter((word) => form.errors[word] !== undefined || word === blamed);
  const textsOf = (word: PetWord): readonly string[] => {
    const error = form.errors[word];
    return [error === undefined ? meanings[word] : `! ${error}`, word === blamed ? reason : ''].flatMap((text) =>
      text ? wrapCells(text, width) : [],
    );
  };
  const above = blamed === undefined && reason !== '' ? wrapCells(reason, columns - labelInset) : [];
  const room = rows - formFields.length;
  const top = firstRows(above, Math.max(1, room - wrong.length), columns - labelInset);
  const present = presentField(form);
  const notes = new Map<PetWord, readonly string[]>();
  let left = room - top.length;
  const give = (word: PetWord, lines: readonly string[]): void => {
    const shown = notes.has(word) ? [] : firstRows(lines, left, width);
    left -= shown.length;
    if (shown.length > 0) {
      notes.set(word, shown);
    }
  };
  for (const word of [...wrong, present, 'name'] as const) {
    give(word, textsOf(word));
  }

  const isUnfolded = present === 'category';
  left -= isUnfolded ? mostShown : 0;
  for (const word of formFields) {
    give(word, textsOf(word).length > 0 ? textsOf(word) : ['']);
  }

  const free = Math.max(0, left + (isUnfolded ? mostShown : 0));
  const most = form.focus === 'suggestions' ? free : Math.min(free, mostShown);
  return {
    room: free,
    left: free - (isUnfolded ? Math.min(suggestedCategories(app).length, most) : 0),
    top: top.map((line) => ' '.repeat(labelInset) + line),
    notes,
    isWrong: (word: PetWord): boolean =>
      wrong.includes(word) || (word === 'category' ? category.isNew : word === 'name' && meanings.name !== undefined),
  };
}

/** More of them are looked at in the list itself. */
const mostShown = 6;
type ListProps = { readonly focused: boolean; readonly width: number; readonly height: number };

/** The categories that the typed text may mean: shown while one types, to choose from once the cursor is there. */
function Suggestions({ focused, width, height }: ListProps) {
  const { app, glyphs } = useDrawing();
  const { hue } = glyphs;
  const found = suggestedCategories(app);
  const shown = focused ? found : found.slice(0, Math.min(height, mostShown));
  const texts = suggestionTexts(shown, width - 2);
  const signOf = (id: Int64): ToneText | undefined => (hue === '' ? undefined : { text: hue, tone: hueOf(id) });
  if (!focused) {
    // Lines alone, which take no keys: what is mounted must be there before the next key is.
    return (
      <ToneLines
        lines={shown.map(({ id }, index) => [
          { text: '  ' },
          signOf(id) ?? { text: '' },
          { text: truncateCells(texts[index] ?? id, width - 3) },
        ])}
      />
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
  const { app, state, glyphs } = useDrawing();
  const box = useRef<DOMElement>(null);
  const chosen = lineText(state.fields[field]);
  const choices = [...(choicesOf(field) ?? []), ''];
  const choose = (step: 1 | -1): void => app.model.write(field, nextOf(choices, chosen, step));
  useInput(
    (input, key) => {
      if (key.return) {
        saveForm(app);
      } else if (key.downArrow) {
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
    : choiceForms(choices, chosen, focused, glyphs);
  return (
    <>
      <Box ref={box}>
        <ToneLine pieces={firstThatFits(forms, width)} />
      </Box>
      {focused && !state.spoken && <BoxCursor box={box} />}
    </>
  );
}

/** All of them, and their signs beside the one that is chosen. */
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
  ];
}

/** What stands above the fields: the store's reason, which may blame one, or why a change is too late, or may be. */
function reasonOfForm(app: App, form: FormState): readonly [text: string, blames: string] {
  const { reason } = form;
  const note = editNote(app, form);
  if (note?.isWarning === true) {
    return [`! ${note.text}`, ''];
  }

  return reason === undefined ? ['', ''] : [`! rejected: ${reason}`, reason];
}

/** A blank row, a heading, and an animal: fewer rows would tell nothing. */
const leastRows = 3;

/** What was entered just now, below the form of the next one: a sheet that is filled in from above. */
function Entered({ columns, rows }: Size) {
  const { app, state, snapshot, labels, glyphs } = useDrawing();
  const entries = enteredNow(app);
  if (entries.length === 0 || rows < leastRows || state.spoken) {
    return null;
  }

  const placed = placeColumns(columns, longestOf(snapshot, labels));
  const how = entries.some((entry) => isAllowed('edit', entry)) ? '↑ corrects' : '';
  const title = ruledTitle(`Entered now  ${entries.length}`, how, { width: columns, glyphs });
  const shown = entries.slice(0, rows - leastRows + 1);
  return <ToneLines lines={[[], title, ...shown.map((entry) => entryPieces(app, placed, entry))]} />;
}
