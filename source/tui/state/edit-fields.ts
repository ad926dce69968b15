/** What an edit of a line makes of the state: of the field, and of the form around it. */
import type { Draft, FormTexts } from '../../app/workspace.ts';
import { type EditedLine, editLine, type LineEdit, lineText } from '../input/line.ts';
import { formFields, formTexts, isStale } from './ui-model.ts';
import { currentScreen, type FieldName, type ScreenOf, type UiState } from './ui-state.ts';

/** The form of a new animal before anything is typed. */
export const emptyForm: ScreenOf<'form'> = { name: 'form', focus: 'name', errors: {} };

/**
 * The form of another animal in place of that on top, with what a person chose since it was opened; `draft`: what stood
 * there, to be brought back.
 */
export function beginAnew(state: UiState, draft: Draft | undefined): UiState {
  return {
    ...state,
    screens: [...state.screens.slice(0, -1), emptyForm],
    fields: emptied(
      state,
      formFields.filter((field) => field === 'name' || isStale(state, field)),
    ),
    replaced: draft ? [...state.replaced, draft] : state.replaced,
  };
}

/** The state once a line is edited, and what that means for the form it stands in. */
export function editField(state: UiState, edit: LineEdit, field: FieldName | undefined): UiState {
  if (field === undefined) {
    return state;
  }

  const begun = beginsAnother(state, field, edit) ? beginAnew(state, formTexts(state)) : state;
  const present = begun.fields[field];
  const wanted = isNextCommand(begun, field, edit) ? emptying : edit;
  const line = isStale(begun, field) ? replaceLine(present, wanted) : editLine(present, wanted);
  const given = givenUp(begun, field, line);
  if (given) {
    return beginAnew(begun, given);
  }

  const { prompt } = begun;
  const isOther = lineText(line) !== lineText(present);
  return {
    ...begun,
    prompt: prompt && isOther ? { ...prompt, ...ofNoText } : prompt,
    screens: withEdited(begun.screens, field),
    fields: { ...begun.fields, [field]: line },
  };
}

const emptying: LineEdit = { op: 'set', text: '' };
/** What a prompt loses once another text stands in it. */
const ofNoText = { problem: undefined, chosen: undefined };

/** After a command that was refused a `:` begins another one: no command has it in its name. */
function isNextCommand({ prompt }: UiState, field: FieldName, edit: LineEdit): boolean {
  const isRefused = prompt?.kind === 'command' && prompt.problem !== undefined;
  return field === 'command' && isRefused && edit.op === 'insert' && edit.text === ':';
}

/** What is typed or pasted over a text that counts as selected takes its place; what deletes a letter deletes it. */
function replaceLine(line: EditedLine, edit: LineEdit): EditedLine {
  const isDeletion = edit.op === 'backspace' || edit.op === 'delete';
  const left = isDeletion || 'text' in edit ? editLine(line, { op: 'set', text: '' }) : line;
  return isDeletion ? left : editLine(left, edit.op === 'insert' ? { op: 'set', text: edit.text } : edit);
}

/** The fields with other texts in the form; one without a text is emptied. */
export function filled({ fields }: UiState, texts: Partial<Draft>): UiState['fields'] {
  const lines = formFields.map(
    (name) => [name, editLine(fields[name], { op: 'set', text: texts[name] ?? '' })] as const,
  );
  return { ...fields, ...Object.fromEntries(lines) };
}

/** The fields with nothing in some of them. */
export function emptied({ fields }: UiState, names: readonly FieldName[]): UiState['fields'] {
  const empty = names.map((name) => [name, editLine(fields[name], { op: 'set', text: '' })] as const);
  return { ...fields, ...Object.fromEntries(empty) };
}

/** Whether somebody types a name over that of a kept draft: that is another animal. */
function beginsAnother(state: UiState, field: FieldName, { op }: LineEdit): boolean {
  const screen = currentScreen(state);
  const isTyped = op === 'insert' || op === 'paste';
  return isTyped && field === 'name' && screen.name === 'form' && screen.kept !== undefined && isStale(state, field);
}

/** A kept draft whose name an edit empties, as it was: what is typed next is the name of another animal. */
function givenUp(state: UiState, field: FieldName, line: EditedLine): FormTexts | undefined {
  const screen = currentScreen(state);
  if (field !== 'name' || lineText(line) !== '' || screen.name !== 'form' || screen.kept === undefined) {
    return undefined;
  }

  const texts = formTexts(state);
  // It may have been emptied letter by letter.
  return { ...texts, name: texts.name.length > screen.kept.name.length ? texts.name : screen.kept.name };
}

/** The form once a field of it is another text: that is nobody else's any more, and its mistake is gone. */
function withEdited(screens: UiState['screens'], field: FieldName): UiState['screens'] {
  const screen = screens.at(-1);
  if (screen?.name !== 'form') {
    return screens;
  }

  const errors = Object.fromEntries(Object.entries(screen.errors).filter(([name]) => name !== field));
  return [...screens.slice(0, -1), { ...screen, errors, stale: screen.stale?.filter((name) => name !== field) }];
}
