import type { Draft, Session, ViewState } from '../../app/workspace.js';
import { type EditedLine, editLine, type LineEdit, lineText } from '../input/line.js';
import { focusedField, formFields } from './mode.js';
import {
  currentScreen,
  type FieldName,
  type ListName,
  type Position,
  type Prompt,
  type Screen,
  topOfList,
  type TypedPrompt,
  type UiState,
  untouched,
} from './ui-state.js';

/** What happens to more than one part of the screens' state at once. */
export type UiAction =
  | {
      readonly type: 'session-opened';
      readonly session: Session;
      readonly at: number;
      readonly view: ViewState | undefined;
      /** The same store goes on under another address or key, from before it was closed. */
      readonly since?: Pick<UiState, 'openedAt' | 'leftAt' | 'closedAt' | 'leftAfter' | 'hasUnread'>;
    }
  | { readonly type: 'session-closed' }
  /** Replaces the whole stack. */
  | { readonly type: 'went-to'; readonly screen: Screen }
  | { readonly type: 'opened'; readonly screen: Screen }
  /** Replaces the screen on top, where it still is the same one. */
  | { readonly type: 'updated'; readonly screen: Screen }
  | { readonly type: 'closed' }
  | { readonly type: 'asked'; readonly prompt: Prompt }
  | { readonly type: 'answered' }
  /** What was typed is no answer: the prompt stays, with the reason. */
  | { readonly type: 'refused'; readonly problem: string }
  /** The form for a new animal is to be empty; `draft`: what stood there. */
  | { readonly type: 'begun-anew'; readonly draft: Draft }
  | { readonly type: 'edited'; readonly edit: LineEdit; readonly field?: FieldName }
  | { readonly type: 'moved'; readonly list: ListName; readonly position: Position };

/**
 * The screens' state, the ways to change it, and who wants to know. Changes are seen at once, between two keys of one
 * chunk too.
 */
export type UiModel = {
  readonly get: () => UiState;
  readonly dispatch: (action: UiAction) => void;
  /** Gives some parts other values; none: time passed, and ages are written anew. */
  readonly set: (parts: Partial<UiState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Listeners are called after the state was replaced, and not if it stayed the same. */
export function createUiModel(initial: UiState): UiModel {
  let state = initial;
  const listeners = new Set<() => void>();
  const replace = (next: UiState): void => {
    if (next !== state) {
      state = next;
      for (const listener of [...listeners]) {
        listener();
      }
    }
  };
  return {
    get: () => state,
    dispatch: (action) => replace(reduceUi(state, action)),
    set: (parts) => replace({ ...state, ...parts }),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function reduceUi(state: UiState, action: UiAction): UiState {
  switch (action.type) {
    case 'session-opened': {
      const before = { openedAt: action.at, hasUnread: false, ...action.view };
      const { openedAt, leftAt, closedAt, leftAfter, hasUnread } = action.since ?? before;
      const opened = openSession(state, action.session, action.view);
      return { ...opened, openedAt, leftAt, closedAt, leftAfter, hasUnread };
    }
    case 'session-closed':
      return { ...state, session: undefined, screens: [{ name: 'opening' }], prompt: undefined, message: undefined };
    case 'went-to':
      return { ...state, screens: [action.screen], prompt: undefined };
    case 'opened':
      return { ...state, screens: [...state.screens, action.screen], prompt: undefined };
    case 'updated':
      return currentScreen(state).name === action.screen.name
        ? { ...state, screens: [...state.screens.slice(0, -1), action.screen] }
        : state;
    case 'closed':
      return state.screens.length > 1 ? { ...state, screens: state.screens.slice(0, -1), prompt: undefined } : state;
    case 'asked':
      return { ...state, prompt: action.prompt, message: undefined };
    case 'answered':
      return { ...state, prompt: undefined };
    case 'refused':
      return state.prompt && isTyped(state.prompt)
        ? { ...state, prompt: { ...state.prompt, problem: action.problem } }
        : state;
    case 'edited': {
      const field = action.field ?? focusedField(state);
      if (field === undefined) {
        return state;
      }

      const line = isStale(state, field)
        ? replaceLine(state.fields[field], action.edit)
        : editLine(state.fields[field], action.edit);
      const given = givenUp(state, field, line);
      return given
        ? beginAnew(state, given)
        : {
            ...state,
            prompt: withoutProblem(state.prompt),
            screens: withEdited(state.screens, field),
            fields: { ...state.fields, [field]: line },
          };
    }
    case 'begun-anew':
      return beginAnew(state, action.draft);
    case 'moved':
      return { ...state, positions: { ...state.positions, [action.list]: action.position } };
  }
}

/** Whether a prompt takes a text that may be no answer. */
function isTyped(prompt: Prompt): prompt is TypedPrompt {
  return prompt.kind !== 'filter' && prompt.kind !== 'confirm';
}

function withoutProblem(prompt: Prompt | undefined): Prompt | undefined {
  if (!prompt || !isTyped(prompt) || prompt.problem === undefined) {
    return prompt;
  }

  const { problem: _, ...rest } = prompt;
  return rest.kind === 'field' && rest.reason !== undefined ? { ...rest, problem: rest.reason } : rest;
}

/** Whether a field holds the text of another animal that nobody touched since. */
export function isStale({ screens, prompt }: UiState, field: FieldName): boolean {
  const screen = screens.at(-1);
  return prompt === undefined && screen?.name === 'form' && screen.stale?.includes(field) === true;
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

/** An empty form: nothing of the animal that stood there joins the next one, and undo brings it back. */
function beginAnew(state: UiState, draft: Draft): UiState {
  return {
    ...state,
    screens: [...state.screens.slice(0, -1), { name: 'form', focus: 'name', errors: {} }],
    fields: emptied(state, formFields),
    undos: [...state.undos, { says: 'typed', back: [], forth: [], draft }],
    message: { text: 'What you had typed is put aside: after Esc, undo brings it back.', tone: 'plain' },
  };
}

/** The texts in the fields of the form. */
export function formTexts({ fields }: Pick<UiState, 'fields'>): Draft {
  return Object.fromEntries(formFields.map((field) => [field, lineText(fields[field])])) as Draft;
}

/**
 * The form once a field of it is another text: that is nobody else's any more, and what was wrong with it was wrong
 * with the one before.
 */
function withEdited(screens: UiState['screens'], field: FieldName): UiState['screens'] {
  const screen = screens.at(-1);
  if (screen?.name !== 'form' || (screen.stale === undefined && !(field in screen.errors))) {
    return screens;
  }

  const { stale, ...rest } = screen;
  const left = stale?.filter((name) => name !== field) ?? [];
  const errors = Object.fromEntries(Object.entries(screen.errors).filter(([name]) => name !== field));
  return [...screens.slice(0, -1), { ...rest, errors, ...(left.length === 0 ? {} : { stale: left }) }];
}

/** A new store starts at its own remembered place; nothing of the one before may look as if it were here. */
function openSession(state: UiState, session: Session, view: ViewState | undefined): UiState {
  return {
    ...state,
    session,
    screens: [{ name: 'list' }],
    ...untouched,
    fields: emptied(state, ['filter', 'queue-filter']),
    positions: { ...state.positions, list: { ...topOfList, key: view?.cursor }, queue: topOfList, activity: topOfList },
    tab: view?.tab ?? 'all',
    sort: view?.sort ?? 'id',
    reverse: view?.reverse ?? false,
    filters: view?.filters ?? [],
  };
}
