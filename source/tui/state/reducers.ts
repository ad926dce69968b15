/**
 * All that can happen to the state of the screens: each is a reducer, and a method of the model for keys, answers and
 * timers. What has an effect outside of the state is done by those who call them.
 */
import type { Session } from '../../app/session/compose-session.ts';
import type { Draft, UiSettings, ViewState } from '../../app/workspace.ts';
import { editLine, type LineEdit } from '../input/line.ts';
import { beginAnew, editField, emptied, emptyForm, filled } from './edit-fields.ts';
import { focusedField } from './ui-model.ts';
import {
  type Change,
  currentScreen,
  type FieldName,
  type ListName,
  type Message,
  type Position,
  type Prompt,
  type Screen,
  type ScreenOf,
  topOfList,
  type UiState,
  unarranged,
  untouched,
} from './ui-state.ts';

type FormScreen = ScreenOf<'form'>;
type ChangeOf<Name extends Screen['name']> = Pick<ScreenOf<Name>, 'name'> & Partial<ScreenOf<Name>>;
/** Other values for some parts of a screen. */
type ScreenChange = { [Name in Screen['name']]: ChangeOf<Name> }[Screen['name']];

/** A store to show. `labels`: its names of categories; `at`: now. */
type Opened = {
  readonly session: Session;
  readonly at: number;
  readonly labels: UiSettings['categoryLabels'];
  readonly view: ViewState | undefined;
  /** The same store goes on under another address or key, from before it was closed: its person was not away. */
  readonly since: UiState | undefined;
};

const mostChanges = 100;

/** By what happens. The first argument of each is the state before. */
export const reducers = {
  /** Ages and counts of seconds are written anew. */
  passTime: (state: UiState): UiState => ({ ...state }),

  resize: (state: UiState, size: UiState['size']): UiState => ({ ...state, size }),

  changeSettings: (state: UiState, settings: Partial<UiSettings>): UiState => ({
    ...state,
    settings: { ...state.settings, ...settings },
  }),

  /** No store is open until another one is. */
  leaveStore: (state: UiState): UiState => ({
    ...state,
    session: undefined,
    screens: [{ name: 'first-run', opening: true }],
    prompt: undefined,
    message: undefined,
  }),

  /** A new store starts at its own remembered place; nothing of the one before may look as if it were here. */
  openStore(state: UiState, { session, at, labels, view, since }: Opened): UiState {
    const { openedAt, leftAt } = since ?? { openedAt: at, ...view };
    const { leftChange, replaced = [] } = since ?? {};
    const { cursor: key, ...arranged } = { ...unarranged, ...view };
    return {
      ...state,
      settings: { ...state.settings, categoryLabels: labels },
      session,
      screens: [{ name: 'list' }],
      ...untouched,
      fields: emptied(state, ['filter', 'log-filter']),
      positions: { ...state.positions, list: { ...topOfList, key }, activity: topOfList },
      aside: topOfList,
      ...arranged,
      openedAt,
      leftAt,
      leftChange,
      replaced,
    };
  },

  /** One screen in place of all. */
  go: (state: UiState, screen: Screen): UiState => ({ ...state, screens: [screen], prompt: undefined }),

  open: (state: UiState, screen: Screen): UiState => ({
    ...state,
    screens: [...state.screens, screen],
    prompt: undefined,
  }),

  change: changeScreen,

  close: (state: UiState): UiState =>
    state.screens.length > 1 ? { ...state, screens: state.screens.slice(0, -1), prompt: undefined } : state,

  openForm: (state: UiState, texts: Partial<Draft>, form: Partial<FormScreen>): UiState => ({
    ...state,
    fields: filled(state, texts),
    message: undefined,
    screens: [...state.screens, { ...emptyForm, ...form }],
    prompt: undefined,
  }),

  changeForm: (state: UiState, change: Partial<Omit<FormScreen, 'name' | 'editing'>>): UiState =>
    changeScreen(state, { ...change, name: 'form' }),

  /** What was replaced last stands in the form again; what stands there now (`present`) comes after all others. */
  bringBack: (state: UiState, present: Draft | undefined): UiState => ({
    ...beginAnew(state, undefined),
    message: undefined,
    fields: filled(state, state.replaced.at(-1) ?? {}),
    replaced: [...(present ? [present] : []), ...state.replaced.slice(0, -1)],
  }),

  /** Nothing that was replaced is brought back any more: an animal was saved. */
  forgetReplaced: (state: UiState): UiState => ({ ...state, replaced: [] }),

  leaveChange: (state: UiState, leftChange: Draft | undefined): UiState => ({ ...state, leftChange }),

  /** `text`: what stands in its field. */
  ask(state: UiState, prompt: Prompt, text?: string): UiState {
    const asked = { ...state, prompt, message: undefined };
    const field = focusedField(asked);
    return text === undefined || field === undefined
      ? asked
      : { ...asked, fields: { ...state.fields, [field]: editLine(state.fields[field], { op: 'set', text }) } };
  },

  answer: (state: UiState): UiState => ({ ...state, prompt: undefined }),

  /** Without a field, that with the focus. */
  edit: (state: UiState, edit: LineEdit, field = focusedField(state)): UiState => editField(state, edit, field),

  /** A text in a field, in place of the one that is there. */
  write: (state: UiState, field: FieldName, text: string): UiState => editField(state, { op: 'set', text }, field),

  move: (state: UiState, list: ListName, position: Position): UiState => ({
    ...state,
    positions: { ...state.positions, [list]: position },
  }),

  arrange(state: UiState, view: Partial<Pick<UiState, 'tab' | 'sort' | 'reverse'>>): UiState {
    const arranged = { ...state, ...view };
    // What was entered here has a cursor of its own.
    return (arranged.tab === 'mine') === (state.tab === 'mine')
      ? arranged
      : { ...arranged, positions: { ...state.positions, list: state.aside }, aside: state.positions.list };
  },

  putAside: (state: UiState, aside: Position): UiState => ({ ...state, aside }),

  mark: (state: UiState, keys: Iterable<string>): UiState => ({ ...state, marks: new Set(keys) }),

  say: (state: UiState, message: Message | undefined): UiState => ({ ...state, message }),

  noteChange: (state: UiState, change: Change): UiState => ({
    ...state,
    undos: [...state.undos, change].slice(-mostChanges),
  }),

  /** Only so many of the changes can be taken back, the first ones. */
  keepChanges: (state: UiState, count: number): UiState => ({ ...state, undos: state.undos.slice(0, count) }),

  /** Has the outcome of an animal announced when it comes. */
  watch: (state: UiState, localId: string): UiState => ({
    ...state,
    watched: new Set(state.watched).add(localId),
  }),

  unwatch: (state: UiState, localIds: readonly string[]): UiState => ({
    ...state,
    watched: state.watched.difference(new Set(localIds)),
  }),
};

/** Changes the screen on top, where it still is the one of that name. */
function changeScreen(state: UiState, change: ScreenChange): UiState {
  const screen = currentScreen(state);
  return screen.name === change.name
    ? { ...state, screens: [...state.screens.slice(0, -1), { ...screen, ...change } as Screen] }
    : state;
}

type Reducers = typeof reducers;
type Happens<Reducer> = Reducer extends (state: UiState, ...rest: infer Rest) => UiState
  ? (...rest: Rest) => void
  : never;

/** The state of the screens as it is now, what can happen to it, and its listeners, told whenever it is another one. */
export type UiModel = { readonly [Name in keyof Reducers]: Happens<Reducers[Name]> } & {
  readonly get: () => UiState;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Begins with a state. From then on `reducers` alone make others of it. */
export function createUiModel(initial: UiState): UiModel {
  let state = initial;
  const listeners = new Set<() => void>();
  const become = (next: UiState): void => {
    const isOther = next !== state;
    state = next;
    for (const listener of isOther ? [...listeners] : []) {
      listener();
    }
  };
  const happenings = Object.entries(reducers).map(([name, reduce]) => [
    name,
    (...rest: unknown[]) => become((reduce as (state: UiState, ...rest: unknown[]) => UiState)(state, ...rest)),
  ]);
  return {
    ...(Object.fromEntries(happenings) as Omit<UiModel, 'get' | 'subscribe'>),
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
