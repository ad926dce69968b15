/**
 * Everything the screens show that does not come from the engine.
 *
 * - *screen*: it fills the body. Screens stack; Esc goes back to the one beneath.
 * - *prompt*: one line asked for on top of a screen: the filter, a command, a confirmation.
 * - *mode*: the prompt's kind, or else the screen's name; the key table goes by it.
 * - *field*: a line of text being edited. At most one has the focus.
 * - *position*: the place of a list's cursor, by its row's key first: rows come and go, the cursor stays with its
 *   animal.
 */
import type { ImportFile } from '../../app/import/files.ts';
import type { ColumnsStep } from '../../app/import/columns.ts';
import type { ColumnField } from '../../app/import/columns.ts';
import type { ImportPlan } from '../../app/import/fate.ts';
import type { ImportMode } from '../../app/import/plan-import.ts';
import type { Draft, UiSettings, ViewState } from '../../app/workspace.ts';
import type { Session } from '../../app/session/compose-session.ts';
import type { ConnectionState } from '../../domain/connection.ts';
import type { EntryState } from '../../domain/entry.ts';
import { type NewPet, petFieldList, type PetWord } from '../../domain/pet.ts';
import type { QueueStep } from '../../domain/verbs.ts';
import type { Labelled } from '../../text/pane-lines.ts';
import type { Shown } from '../../text/queue/found-text.ts';
import { emptyLine, type EditedLine } from '../input/line.ts';

const otherFields = ['command', 'api-key', 'pet-id', 'filter', 'log-filter', 'profile', 'address'] as const;
/** A line of text that can be edited; a field of the form that is chosen is written by its list alone. */
export type FieldName = (typeof otherFields)[number] | PetWord;

/** The place of a list's cursor; `top` is the first line in sight. */
export type Position = {
  readonly key: string | undefined;
  readonly index: number;
  readonly top: number;
};

/** The cursor before anybody moved it. */
export const topOfList: Position = { key: undefined, index: 0, top: 0 };
/** The part of the form that keys go to. */
export type FormFocus = PetWord | 'suggestions';
/** The mistake in a field, in words. */
export type FormErrors = Readonly<Partial<Record<PetWord, string>>>;
/** A field of the screen on which a store is set up. */
export type ConnectField = 'profile' | 'address' | 'api-key';

/** What fills the body. */
export type Screen =
  /**
   * Which store to begin with. `opening`: one is being opened; `problem`: why it could not be. `chosen`: the key of what
   * was chosen last, on which Esc leads back. `stranded`: what waits for a store that no profile leads to.
   */
  | {
      readonly name: 'first-run';
      readonly opening?: boolean;
      readonly problem?: string;
      readonly stranded?: string;
      readonly chosen?: string;
    }
  /** `changing`: the profile whose address is changed; missing: a new one. */
  | {
      readonly name: 'connect';
      readonly changing?: string;
      readonly focus: ConnectField;
      readonly busy?: boolean;
      readonly problem?: string | undefined;
    }
  | { readonly name: 'list' }
  /** `found`: an animal that was looked up and is in no list; absent: the one under the cursor. */
  | { readonly name: 'view'; readonly found?: Shown; readonly scroll: number }
  /**
   * `from`: the edited animal as the form knows it. `saving`: the one that is being written to the disk; a second
   * Ctrl-S meanwhile must not make a second animal. `kept`: the draft that it goes on with. `stale`: the fields with
   * untouched text of another animal; typing replaces it, as if it was selected. `carried`: the texts that another
   * animal, not a person, filled in; `like`: that one, cloned or saved just before. `reason`: why the store rejected
   * the corrected one. `holds`: whether that one is held until the form is left; `hasHeld`: the same once it is known.
   * `goesOn`: what was entered just now is corrected, and the form of the next animal comes after it.
   */
  | {
      readonly name: 'form';
      readonly editing?: string;
      readonly from?: NewPet;
      readonly focus: FormFocus;
      readonly errors: FormErrors;
      readonly saving?: NewPet | undefined;
      readonly kept?: Draft | undefined;
      readonly stale?: readonly FieldName[] | undefined;
      readonly carried?: Partial<Draft>;
      readonly like?: string | undefined;
      readonly reason?: string;
      readonly holds?: Promise<boolean | undefined>;
      readonly hasHeld?: boolean;
      readonly goesOn?: { readonly texts: Partial<Draft>; readonly like: string | undefined };
    }
  /** Lines that are read as they are: what was checked, the proof of an animal, the keys of a screen (`keysOf`). */
  | {
      readonly name: 'report';
      readonly title: string;
      readonly lines: readonly (string | Labelled)[];
      readonly keysOf?: Mode;
      readonly scroll: number;
    }
  /**
   * A file before any of it is queued. `named`: the columns that were named just now. `at`: when it was opened, as the
   * first keys were not meant for it.
   */
  | {
      readonly name: 'import';
      readonly path: string;
      readonly mode: ImportMode;
      readonly file: ImportFile;
      readonly named?: readonly ColumnField[] | undefined;
      readonly at: number;
      readonly scroll: number;
      readonly step: ColumnsStep | { readonly type: 'preview'; readonly plan: ImportPlan };
    }
  /**
   * `choice`: the answer under the bar by its key, as answers come and go; absent: the first. `at`: when it was opened, as
   * the first keys were not meant for it. `scroll`: -1 where the bar is to be in sight.
   */
  | {
      readonly name: 'review';
      readonly localId: string;
      readonly choice?: string | undefined;
      readonly at: number;
      readonly scroll: number;
    }
  | { readonly name: 'activity' };

/** A screen of that name. */
export type ScreenOf<Name extends Screen['name']> = Extract<Screen, { readonly name: Name }>;

/** What is asked for in one line. */
export type Prompt =
  /** `before`: where the cursor was, for Esc. */
  | { readonly kind: 'filter'; readonly before: Position }
  | TypedPrompt
  | {
      readonly kind: 'confirm';
      readonly question: string;
      readonly onYes: () => void;
      /** When it was asked; keys of the first 300 ms were meant for something else. */
      readonly at: number;
    };

/** Takes a text that may be no answer. `problem`: why what was typed is none, told until it is another text. */
export type TypedPrompt = { readonly problem?: string | undefined } &
  /** `chosen`: which of what is offered for the text; it goes with that. */
  (
    | { readonly kind: 'command'; readonly chosen?: number | undefined }
    | { readonly kind: 'pet-id'; readonly localId: string }
  );

/** A change of the queue: the steps that take it back. `says`: what was done, such as *discarded*. */
export type Change = {
  readonly says: string;
  /** Empty: no step takes it back, and `says` tells the other way. */
  readonly back: readonly QueueStep[];
  /** The animal whose review was answered: the question is asked again, unchanged. */
  readonly reopens?: string;
};

/** `choices`: a form's field that is chosen, not typed; `opening`: the first screen while a store is being opened. */
export type Mode = Screen['name'] | Prompt['kind'] | 'choices' | 'opening' | 'too-small';

/** The sentence on the message line. A good one leaves soon, a plain one later, a bad one by a key that does more. */
export type Message = {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
  /** The queued animal it is about: it holds as long as that is in one of these states. */
  readonly about?: { readonly localId: string; readonly states: readonly EntryState[] } | undefined;
  /** The state of the connection that it tells of: it holds as long as that lasts. */
  readonly during?: ConnectionState | undefined;
};

/** What has a cursor: the list in all its tabs, and the activity. */
export const listNames = ['list', 'activity'] as const;
/** One of them. */
export type ListName = (typeof listNames)[number];
/** The screens' own state, replaced as a whole by each action. */
export type UiState = {
  readonly size: { readonly columns: number; readonly rows: number };
  readonly settings: UiSettings;
  /** Read out, not painted; as it was at the start, whatever the settings say since. */
  readonly spoken: boolean;
  readonly session?: Session | undefined;
  /** When the session was opened, in milliseconds. */
  readonly openedAt: number;
  /** Up to when a person knows what happened, ISO 8601; undefined: the app was never left, as far as is known. */
  readonly leftAt?: string | undefined;
  /** The change of a queued animal that was not saved when the program ended before, until its form is open again. */
  readonly leftChange?: Draft | undefined;
  /** What stood in a form before another animal was typed there, or it was emptied; until one is saved. */
  readonly replaced: readonly Draft[];
  /** Never empty; the last one is shown. */
  readonly screens: readonly Screen[];
  readonly prompt: Prompt | undefined;
  readonly fields: Readonly<Record<FieldName, EditedLine>>;
  readonly positions: Readonly<Record<ListName, Position>>;
  /** The cursor of the list in *Mine*, or in the other tabs while that is shown. */
  readonly aside: Position;
  readonly tab: ViewState['tab'];
  readonly sort: ViewState['sort'];
  readonly reverse: boolean;
  readonly message?: Message | undefined;
  /** The changes of the queue in this window, the last one last. */
  readonly undos: readonly Change[];
  /** Keys of the animals that verbs are about. */
  readonly marks: ReadonlySet<string>;
  /** The local ids of those whose outcome is announced. */
  readonly watched: ReadonlySet<string>;
};

/** The parts of the state that belong to one store, before its first action. */
export const untouched = {
  prompt: undefined,
  undos: [],
  replaced: [],
  leftChange: undefined,
  marks: new Set(),
  watched: new Set(),
} satisfies Partial<UiState>;

/** The list as nobody arranged it yet. */
export const unarranged = { tab: 'all', sort: 'id', reverse: false } satisfies Partial<UiState>;

/** Before any store is open. */
export function initialState(settings: UiSettings, screen: Screen): UiState {
  return {
    size: { columns: 80, rows: 24 },
    settings,
    spoken: settings.screenReader,
    openedAt: 0,
    screens: [screen],
    ...untouched,
    fields: Object.fromEntries(
      [...otherFields, ...petFieldList.map(({ word }) => word)].map((name) => [name, emptyLine]),
    ) as Record<FieldName, EditedLine>,
    positions: { list: topOfList, activity: topOfList },
    aside: topOfList,
    ...unarranged,
  };
}

/** The one on top. */
export function currentScreen(state: UiState): Screen {
  return state.screens.at(-1) ?? { name: 'list' };
}
