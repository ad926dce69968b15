/** How the state of the screens changes. What has an effect outside of the state is done by those who dispatch. */
import { editLine } from '../input/line.ts';
import type { Action, ScreenChange } from './action.ts';
import { beginAnew, editField, emptied, emptyForm, filled } from './edit-fields.ts';
import { focusedField } from './ui-model.ts';
import { currentScreen, type Prompt, type Screen, topOfList, type UiState, unarranged, untouched } from './ui-state.ts';

const mostChanges = 100;

/** The state after an action. */
export function reduce(state: UiState, action: Action): UiState {
  switch (action.type) {
    case 'pass-time':
      return { ...state };
    case 'resize':
      return { ...state, size: action.size };
    case 'set':
      return { ...state, settings: { ...state.settings, ...action.settings } };
    case 'leave-store':
      return {
        ...state,
        session: undefined,
        screens: [{ name: 'first-run', opening: true }],
        prompt: undefined,
        message: undefined,
      };
    case 'open-store':
      return openStore(state, action);
    case 'go':
      return { ...state, screens: [action.screen], prompt: undefined };
    case 'open':
      return { ...state, screens: [...state.screens, action.screen], prompt: undefined };
    case 'change':
      return changeScreen(state, action.screen);
    case 'close':
      return state.screens.length > 1 ? { ...state, screens: state.screens.slice(0, -1), prompt: undefined } : state;
    case 'open-activity':
      return {
        ...state,
        positions: { ...state.positions, activity: topOfList },
        screens: [{ name: 'activity' }],
        prompt: undefined,
      };
    case 'open-form':
      return {
        ...state,
        fields: filled(state, action.texts),
        message: undefined,
        screens: [...state.screens, { ...emptyForm, ...action.form }],
        prompt: undefined,
      };
    case 'fill-form':
      return changeScreen(
        { ...state, fields: filled(state, action.texts) },
        { errors: {}, ...action.form, name: 'form' },
      );
    case 'bring-back':
      return {
        ...beginAnew(state, undefined),
        message: undefined,
        fields: filled(state, state.replaced.at(-1) ?? {}),
        replaced: [...(action.present ? [action.present] : []), ...state.replaced.slice(0, -1)],
      };
    case 'forget-replaced':
      return { ...state, replaced: [] };
    case 'leave-change':
      return { ...state, leftChange: action.change };
    case 'ask':
      return askFor(state, action.prompt, action.text);
    case 'answer':
      return { ...state, prompt: undefined };
    case 'refuse':
      return refuse(state, action.problem);
    case 'edit':
      return editField(state, action.edit, action.field ?? focusedField(state));
    case 'move':
      return { ...state, positions: { ...state.positions, [action.list]: action.position } };
    case 'arrange':
      return { ...state, ...action.view };
    case 'mark':
      return { ...state, marks: new Set(action.keys) };
    case 'say':
      return { ...state, message: action.message };
    case 'note-change':
      return { ...state, undos: [...state.undos, action.change].slice(-mostChanges) };
    case 'keep-changes':
      return { ...state, undos: state.undos.slice(0, action.count) };
    case 'watch': {
      const others = state.watched.filter(({ localId }) => localId !== action.animal.localId);
      return { ...state, watched: [...others, action.animal] };
    }
    case 'unwatch':
      return { ...state, watched: state.watched.filter(({ localId }) => !action.localIds.includes(localId)) };
  }
}

function openStore(state: UiState, { session, at, labels, view, since }: ActionOf<'open-store'>): UiState {
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
    positions: { ...state.positions, list: { ...topOfList, key }, mine: topOfList, activity: topOfList },
    ...arranged,
    openedAt,
    leftAt,
    leftChange,
    replaced,
  };
}

type ActionOf<Type extends Action['type']> = Extract<Action, { readonly type: Type }>;

function changeScreen(state: UiState, change: ScreenChange): UiState {
  const screen = currentScreen(state);
  return screen.name === change.name
    ? { ...state, screens: [...state.screens.slice(0, -1), { ...screen, ...change } as Screen] }
    : state;
}

function askFor(state: UiState, prompt: Prompt, text: string | undefined): UiState {
  const asked = { ...state, prompt, message: undefined };
  const field = focusedField(asked);
  return text === undefined || field === undefined
    ? asked
    : { ...asked, fields: { ...state.fields, [field]: editLine(state.fields[field], { op: 'set', text }) } };
}

function refuse(state: UiState, problem: string): UiState {
  const { prompt } = state;
  return prompt && prompt.kind !== 'filter' && prompt.kind !== 'confirm'
    ? { ...state, prompt: { ...prompt, problem } }
    : state;
}
