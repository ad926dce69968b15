import type { Draft, FormTexts, Session, ViewState } from '../../app/workspace.js';
import { type EditedLine, editLine, type LineEdit, lineText } from '../input/line.js';
import {
  currentScreen,
  type FieldName,
  type ListName,
  type Position,
  type Prompt,
  type Screen,
  topOfList,
  type UiState,
  unarranged,
  untouched,
  listNames,
  type Mode,
} from './ui-state.js';
import { splitGraphemes } from '../../platform/text/terminal-text.js';
import { petFieldList, type PetWord } from '../../domain/pet.js';

/** The screens' state, the ways to change it, and its listeners, told after each change. */
export type UiModel = ReturnType<typeof createUiModel>;

/** The state before anything happened. */
export function createUiModel(initial: UiState) {
  let state = initial;
  const listeners = new Set<() => void>();
  /** Gives some parts other values; none: time passed, and ages are written anew. */
  const set = (parts: Partial<UiState>): void => {
    state = { ...state, ...parts };
    for (const listener of [...listeners]) {
      listener();
    }
  };
  /** An empty form: nothing of `draft`, which stood there, joins the next animal; a key of the form brings it back. */
  const beginAnew = (draft: Draft): void =>
    set({
      screens: [...state.screens.slice(0, -1), { name: 'form', focus: 'name', errors: {} }],
      fields: emptied(state, formFields),
      replaced: [...state.replaced, draft],
    });
  return {
    get: (): UiState => state,
    set,
    /** Ages and counts of seconds are written anew. */
    timePassed: (): void => set({}),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * A new store starts at its own remembered place; nothing of the one before may look as if it were here. `since`:
     * the same store goes on under another address or key, from before it was closed: its person was not away.
     */
    openSession(session: Session, at: number, view: ViewState | undefined, since: UiState | undefined): void {
      const { openedAt, leftAt, closedAt, leftAfter, hasUnread } = since ?? { openedAt: at, hasUnread: false, ...view };
      const { leftChange, replaced = [] } = since ?? {};
      const { cursor: key, ...arranged } = { ...unarranged, ...view };
      set({
        session,
        screens: [{ name: 'list' }],
        ...untouched,
        fields: emptied(state, ['filter', 'log-filter']),
        positions: { ...state.positions, list: { ...topOfList, key }, mine: topOfList, activity: topOfList },
        ...arranged,
        openedAt,
        leftAt,
        closedAt,
        leftAfter,
        hasUnread,
        leftChange,
        replaced,
      });
    },
    goTo: (screen: Screen): void => set({ screens: [screen], prompt: undefined }),
    open: (screen: Screen): void => set({ screens: [...state.screens, screen], prompt: undefined }),
    /** Replaces the screen on top, where it still is the same one. */
    update(screen: Screen): void {
      if (currentScreen(state).name === screen.name) {
        set({ screens: [...state.screens.slice(0, -1), screen] });
      }
    },
    close(): void {
      if (state.screens.length > 1) {
        set({ screens: state.screens.slice(0, -1), prompt: undefined });
      }
    },
    ask: (prompt: Prompt): void => set({ prompt, message: undefined }),
    answer: (): void => set({ prompt: undefined }),
    refuse(problem: string): void {
      const { prompt } = state;
      if (prompt && prompt.kind !== 'filter' && prompt.kind !== 'confirm') {
        set({ prompt: { ...prompt, problem } });
      }
    },
    beginAnew,
    /** Without a field, that with the focus. */
    edit(edit: LineEdit, field = focusedField(state)): void {
      if (field === undefined) {
        return;
      }

      if (beginsAnother(state, field, edit)) {
        beginAnew(formTexts(state));
      }

      const present = state.fields[field];
      const wanted = field === 'pet-id' ? digitsOf(edit) : edit;
      const line = isStale(state, field) ? replaceLine(present, wanted) : editLine(present, wanted);
      const given = givenUp(state, field, line);
      if (given) {
        beginAnew(given);
      } else {
        set({
          prompt: state.prompt && 'problem' in state.prompt ? { ...state.prompt, problem: undefined } : state.prompt,
          screens: withEdited(state.screens, field),
          fields: { ...state.fields, [field]: line },
        });
      }
    },
    move: (list: ListName, position: Position): void => set({ positions: { ...state.positions, [list]: position } }),
  };
}

/** Whether a field holds the text of another animal, or a guess of petstore's, that nobody touched since. */
export function isStale({ screens, prompt }: UiState, field: FieldName): boolean {
  const screen = screens.at(-1);
  return (
    prompt === undefined &&
    (screen?.name === 'form' || screen?.name === 'connect') &&
    screen.stale?.includes(field) === true
  );
}

/** An id takes digits alone. The widget that took another letter is told so, as by a paste. */
function digitsOf(edit: LineEdit): LineEdit {
  const digits = 'text' in edit ? edit.text.replaceAll(/\D/gu, '') : '';
  return 'text' in edit && digits !== edit.text ? { op: edit.op === 'set' ? 'set' : 'paste', text: digits } : edit;
}

/** What is typed or pasted over a text that counts as selected takes its place; what deletes a letter deletes it. */
function replaceLine(line: EditedLine, edit: LineEdit): EditedLine {
  const isDeletion = edit.op === 'backspace' || edit.op === 'delete';
  const left = isDeletion || 'text' in edit ? editLine(line, { op: 'set', text: '' }) : line;
  return isDeletion ? left : editLine(left, edit.op === 'insert' ? { op: 'set', text: edit.text } : edit);
}

function emptied({ fields }: UiState, names: readonly FieldName[]): UiState['fields'] {
  const empty = names.map((name) => [name, editLine(fields[name], { op: 'set', text: '' })] as const);
  return { ...fields, ...Object.fromEntries(empty) };
}

/** Whether somebody types a name over that of a kept draft: that is another animal, and nothing else stays either. */
function beginsAnother(state: UiState, field: FieldName, { op }: LineEdit): boolean {
  const screen = currentScreen(state);
  const isTyped = op === 'insert' || op === 'paste';
  return isTyped && field === 'name' && screen.name === 'form' && screen.kept !== undefined && isStale(state, field);
}

/** A kept draft whose name an edit empties, as it was: what is typed next is the name of another animal. */
function givenUp(state: UiState, field: FieldName, line: EditedLine): Draft | undefined {
  const screen = currentScreen(state);
  if (field !== 'name' || lineText(line) !== '' || screen.name !== 'form' || screen.kept === undefined) {
    return undefined;
  }

  const texts = formTexts(state);
  // It may have been emptied letter by letter.
  return { ...texts, name: texts.name.length > screen.kept.name.length ? texts.name : screen.kept.name };
}

/** The texts in the fields of the form. */
export function formTexts({ fields }: Pick<UiState, 'fields'>): FormTexts {
  return Object.fromEntries(formFields.map((field) => [field, lineText(fields[field])])) as FormTexts;
}

/** The form once a field of it is another text: that is nobody else's any more, and its mistake is gone. */
function withEdited(screens: UiState['screens'], field: FieldName): UiState['screens'] {
  const screen = screens.at(-1);
  if (screen?.name === 'connect' && screen.stale) {
    // What petstore guessed is gone, and with it the sentence on it.
    return [...screens.slice(0, -1), { ...screen, stale: undefined, problem: undefined }];
  }

  if (screen?.name !== 'form') {
    return screens;
  }

  const errors = Object.fromEntries(Object.entries(screen.errors).filter(([name]) => name !== field));
  return [...screens.slice(0, -1), { ...screen, errors, stale: screen.stale?.filter((name) => name !== field) }];
}

/** Under this size one line is shown and every key but quit is ignored. */
export function isTooSmall({ columns, rows }: UiState['size']): boolean {
  return columns < 30 || rows < 8;
}

/** The mode, by which the key table finds an action. */
export function modeOf(state: UiState): Mode {
  const { name } = currentScreen(state);
  if (isTooSmall(state.size) || state.prompt) {
    return isTooSmall(state.size) ? 'too-small' : promptMode(state.prompt);
  }

  return name === 'form' && focusedField(state) === undefined ? 'choices' : name;
}

function promptMode(prompt: Prompt | undefined): Mode {
  return prompt?.kind === 'filter' || prompt?.kind === 'confirm' || prompt?.kind === 'command' ? prompt.kind : 'line';
}

/** The list that is on the screen, if one is. */
export function listOnScreen(state: UiState): ListName | undefined {
  const { name } = currentScreen(state);
  return name === 'list' ? animalList(state) : listNames.find((list) => list === name);
}

/** Which of the cursors a list of animals has: what was entered here has one of its own. */
export function animalList({ tab }: Pick<UiState, 'tab'>): 'list' | 'mine' {
  return tab === 'mine' ? 'mine' : 'list';
}

/** The filter of a list. */
export type FilterField = 'filter' | 'log-filter';

/** The filter of the screen: the list has one for all of its tabs. */
export function filterField(state: UiState): FilterField {
  return currentScreen(state).name === 'activity' ? 'log-filter' : 'filter';
}

/** The field that takes typed text, if any. */
export function focusedField(state: UiState): FieldName | undefined {
  if (state.prompt) {
    if (state.prompt.kind === 'confirm') {
      return undefined;
    }

    return state.prompt.kind === 'filter' ? filterField(state) : state.prompt.kind;
  }

  const screen = currentScreen(state);
  if (screen.name === 'connect') {
    return screen.focus;
  }

  return screen.name === 'form' ? typedFields.find((field) => field === screen.focus) : undefined;
}

/** The fields of the form are those of an animal, in their order, by the words people use for them. */
export const formFields: readonly PetWord[] = petFieldList.map(({ word }) => word);
/** The stops of the cursor in the form, in order: the fields, and at the end the ways to save. */
export const formStops: readonly (PetWord | 'finish')[] = [...formFields, 'finish'];

/** The choices of a field; undefined: it is typed. */
export function choicesOf(field: PetWord): readonly string[] | undefined {
  return petFieldList.find(({ word }) => word === field)?.kind.choices;
}

/** The letters of all there is to choose, as somebody may type one whole, and the keys that empty a field. */
export const choiceKeys: readonly string[] = [
  ...new Set(formFields.flatMap((field) => (choicesOf(field) ?? []).flatMap(splitGraphemes))),
  'backspace',
  'delete',
];

/** The fields that are typed. */
export const typedFields: readonly PetWord[] = formFields.filter((field) => choicesOf(field) === undefined);
/** Rows the form takes with a line under each field, a category to choose, and a remark in two lines. */
export const fullRows = 2 * formFields.length + 5;
