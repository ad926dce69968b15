/** What can happen to the state of the screens: each action is a value. Keys, answers and timers dispatch them. */
import type { Draft, Session, UiSettings, ViewState } from '../../app/workspace.ts';
import type { LineEdit } from '../input/line.ts';
import type {
  Change,
  FieldName,
  ListName,
  Message,
  Position,
  Prompt,
  Screen,
  ScreenOf,
  UiState,
  Watched,
} from './ui-state.ts';

type FormScreen = ScreenOf<'form'>;
type ChangeOf<Name extends Screen['name']> = Pick<ScreenOf<Name>, 'name'> & Partial<ScreenOf<Name>>;
/** Other values for some parts of a screen. */
export type ScreenChange = { [Name in Screen['name']]: ChangeOf<Name> }[Screen['name']];

/** One of them; `reduce` carries it out. */
export type Action =
  /** Ages and counts of seconds are written anew. */
  | { readonly type: 'pass-time' }
  | { readonly type: 'resize'; readonly size: UiState['size'] }
  | { readonly type: 'set'; readonly settings: Partial<UiSettings> }
  /** No store is open until another one is. */
  | { readonly type: 'leave-store' }
  /**
   * A new store starts at its own remembered place; nothing of the one before may look as if it were here. `since`: the
   * same store goes on under another address or key, from before it was closed: its person was not away.
   */
  | {
      readonly type: 'open-store';
      readonly session: Session;
      readonly at: number;
      readonly labels: UiSettings['categoryLabels'];
      readonly view: ViewState | undefined;
      readonly since: UiState | undefined;
    }
  /** One screen in place of all. */
  | { readonly type: 'go'; readonly screen: Screen }
  | { readonly type: 'open'; readonly screen: Screen }
  /** Changes the screen on top, where it still is the one of that name. */
  | { readonly type: 'change'; readonly screen: ScreenChange }
  | { readonly type: 'close' }
  | { readonly type: 'open-activity' }
  | { readonly type: 'open-form'; readonly texts: Partial<Draft>; readonly form: Partial<FormScreen> }
  /** Other texts in the form that is open. */
  | { readonly type: 'fill-form'; readonly texts: Partial<Draft>; readonly form: Partial<FormScreen> }
  /** What was replaced last stands in the form again; what stands there now comes after all others. */
  | { readonly type: 'bring-back'; readonly present: Draft | undefined }
  /** Nothing that was replaced is brought back any more: an animal was saved. */
  | { readonly type: 'forget-replaced' }
  | { readonly type: 'leave-change'; readonly change: Draft | undefined }
  /** `text`: what stands in its field. */
  | { readonly type: 'ask'; readonly prompt: Prompt; readonly text?: string }
  | { readonly type: 'answer' }
  | { readonly type: 'refuse'; readonly problem: string }
  /** Without a field, that with the focus. */
  | { readonly type: 'edit'; readonly edit: LineEdit; readonly field?: FieldName | undefined }
  | { readonly type: 'move'; readonly list: ListName; readonly position: Position }
  | { readonly type: 'arrange'; readonly view: Partial<Pick<UiState, 'tab' | 'sort' | 'reverse'>> }
  | { readonly type: 'mark'; readonly keys: Iterable<string> }
  | { readonly type: 'say'; readonly message: Message | undefined }
  | { readonly type: 'note-change'; readonly change: Change }
  /** Only so many of the changes can be taken back, the first ones. */
  | { readonly type: 'keep-changes'; readonly count: number }
  | { readonly type: 'watch'; readonly animal: Watched }
  | { readonly type: 'unwatch'; readonly localIds: readonly string[] };
