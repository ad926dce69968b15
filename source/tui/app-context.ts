import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Copied } from '../platform/process/clipboard.ts';
import { type BindableRow, bindKeys, type KeyTable } from '../app/preferences/bind-keys.ts';
import type { Workspace } from '../app/create-workspace.ts';
import type { Entry } from '../domain/entry.ts';
import { findWaits, type Wait } from '../domain/waits.ts';
import { emptySnapshot, readingTheList, type Snapshot } from '../sync/api.ts';
import type { createCursorTie } from './models/position.ts';
import type { createListModel } from './models/list-rows.ts';
import type { createLogModel } from './models/log-model.ts';
import { remember } from './models/remember.ts';
import { modeOf } from './state/ui-model.ts';
import type { UiModel } from './state/reducers.ts';
import {
  currentScreen,
  type FieldName,
  type ListName,
  type Mode,
  type Screen,
  type ScreenOf,
  type UiState,
} from './state/ui-state.ts';
import { lineText } from './input/line.ts';
import { isColoured, type Theme } from './theme.ts';
import type { BodyText } from './layout.ts';
import { type ToneText, type Glyphs, glyphsOf, withoutSigns } from '../text/glyphs.ts';
import type { StoreFacts } from './words/connection-text.ts';
import type { WaitContext } from '../text/queue/wait-text.ts';

/** A piece of a line, and the action of a click on it. */
export type Clickable = ToneText & { readonly click?: ((app: App) => void) | undefined };

/** A row of the key table. */
export type Binding = {
  /** Its name in the configuration; rows that do the same elsewhere share it. Without one its keys stay. */
  readonly action?: string;
  /** Key names as `decode-keys.ts` gives them. */
  readonly keys: readonly string[];
  readonly modes: readonly Mode[];
  readonly does: string;
  /** For the footer: "view". Only some are worth a place there; undefined: it would have no effect just now. */
  readonly hint?: string | ((app: App) => string | undefined) | undefined;
  /** Why it is off now, in a few words: then no footer names it. Pressed nevertheless, the action itself says why. */
  readonly off?: ((app: App) => string | undefined) | undefined;
  /** `place`: which of its keys it was, from 0. Missing: the widget with the focus does it; the binding only tells. */
  readonly run?: ((app: App, place: number) => void) | undefined;
};

/** What stands under the cursor, and when that changed by itself. `acted`: the row that a key has just acted on. */
type RowUnderCursor = {
  key?: string;
  standing?: string;
  changedAt: number;
  acted?: string | undefined;
};

/** All that the actions behind the keys work with. */
export type App = {
  readonly workspace: Workspace;
  readonly now: () => number;
  /** Does something after so many milliseconds; returns the way to prevent it. */
  readonly later: (ms: number, work: () => void) => () => void;
  readonly model: UiModel;
  readonly list: ReturnType<typeof createListModel>;
  readonly ties: Readonly<Record<ListName, ReturnType<typeof createCursorTie>>>;
  readonly log: ReturnType<typeof createLogModel>;
  /** Here, as what scrolls a text is below what writes it. */
  readonly bodyText: (app: App) => BodyText | undefined;
  /** The action of each key; here, as the help is made from it, and it from the actions. */
  readonly keyTable: KeyTable<Binding>;
  /** What only the running terminal can do. */
  readonly terminal: {
    readonly quit: () => void;
    /** Ctrl-Z: gives the terminal back until the process is continued. */
    readonly suspend: () => void;
    readonly redraw: () => void;
    /** Writes past Ink, for sequences that leave the cursor alone, such as OSC 52. */
    readonly write: (sequence: string) => void;
    /** Copies by a program that owns a clipboard here. */
    readonly copy: (text: string) => Promise<Copied>;
  };
  /** What stands under the cursor (`guard-row.ts`). */
  readonly row: RowUnderCursor;
  /** The opening of a profile that is under way: leaving the app meanwhile must still close that store. */
  readonly opening: { current: Promise<void> | undefined };
  /** The changes of the queue that are under way, and their number: whatever depends on their result waits for them. */
  readonly changing: { current: Promise<void>; count: number };
  /** The file that is being imported: its animals are queued all at once. */
  readonly importing: { current: string | undefined };
  /** The state whose widgets are mounted: until it is the present one, no text is handed to them. */
  readonly mounted: { current: UiState | undefined };
  /** Resolves shortly after the first frame was drawn: what takes long to read waits for that. */
  readonly drawn: Promise<void>;
};

type Given = { readonly app: App; readonly theme: Theme };

const GivenContext = createContext<Given | undefined>(undefined);
/** Gives everything below it the app, and how texts look by what they mean. */
export const GivenProvider = GivenContext.Provider;

function useGiven(): Given {
  const given = useContext(GivenContext);
  if (!given) {
    throw new Error('outside of the app');
  }

  return given;
}

/** For what is drawn again only where it has changed. */
export function useTheme(): Theme {
  return useGiven().theme;
}

/** What all that is drawn is made of, at one moment. */
export function drawingOf(app: App) {
  const state = app.model.get();
  return {
    app,
    state,
    snapshot: snapshotOf(app),
    labels: state.settings.categoryLabels,
    glyphs: glyphsIn(state),
    now: app.now(),
    waiting: waitContext(app),
  };
}

/**
 * The same for a part of the window, drawn again whenever any of it changes: what the engine does is told to the state
 * of the screens, as often as that can be drawn.
 */
export function useDrawing() {
  const { app, theme } = useGiven();
  useSyncExternalStore(app.model.subscribe, app.model.get);
  return { ...drawingOf(app), theme };
}

/** The text in a field. */
export function textOf(app: App, field: FieldName): string {
  return lineText(app.model.get().fields[field]);
}

/** The screen on top if it is the one of that name. */
export function screenOf<Name extends Screen['name']>(app: App, name: Name): ScreenOf<Name> | undefined {
  const screen = currentScreen(app.model.get());
  return screen.name === name ? (screen as ScreenOf<Name>) : undefined;
}

/** The engine's state at this moment, for actions; components take `useSnapshot`. */
export function snapshotOf(app: App): Snapshot {
  return app.model.get().session?.engine.snapshot() ?? emptySnapshot;
}

/** The facts known of the open store at this moment. */
export function factsOf(app: App): StoreFacts {
  const { session } = app.model.get();
  const { lists, entries, pets } = snapshotOf(app);
  const isBuiltIn = session === undefined || session.profile.source === 'demo';
  const hasList = Object.values(lists).some(({ fetchedAt }) => fetchedAt !== undefined);
  return {
    correction:
      session?.profile.source === 'environment'
        ? '`petstore profile move env --base-url URL` corrects it'
        : ':address corrects it',
    address: isBuiltIn ? undefined : session.profile.baseUrl,
    hasKey: session?.key !== undefined,
    add: keyOf(app, 'add'),
    hasAnswered: isBuiltIn || hasList || pets.length > 0 || entries.some(({ petId }) => petId !== undefined),
  };
}

const boundRows = remember(bindKeys<Binding>);

/** The key table with the keys of a person's own. */
export function bindingsOf({ keyTable, workspace }: App): readonly Binding[] {
  return boundRows(keyTable, workspace.ownKeys);
}

/** Those of its rows that hold in a mode; else in that of the screen. */
export function bindingsIn(app: App, mode: Mode = modeOf(app.model.get())): readonly Binding[] {
  return bindingsOf(app).filter(({ modes }) => modes.includes(mode));
}

/** Does an action as its key does, if it has one on this screen. */
export function runAction(app: App, action: string): void {
  bindingsIn(app)
    .find((row) => row.action === action)
    ?.run?.(app, 0);
}

/** The first key of an action, as it is printed: each has one. */
export function keyOf(app: App, action: string): string {
  return keyLabel(bindingsOf(app).find((row) => row.action === action)?.keys[0] ?? '');
}

/** A sentence with its commands as they must be typed in the shell to act on the store that is open. */
export function hintsIn({ workspace, model }: App, text: string): string {
  const { session } = model.get();
  return session && text.includes('`petstore') ? workspace.hints(text, session.profile) : text;
}

/** What leads to *Mine*; empty where that is on the screen, and in a decision, in which a number is an answer. */
export function wayToMine(app: App): string {
  const isShown = screenOf(app, 'list') && app.model.get().tab === 'mine';
  return isShown || screenOf(app, 'review') ? '' : keyOf(app, 'show-mine');
}

/** ` u takes it back.`: a sentence on what undo does, after a space. */
export function undoText(app: App, does: string): string {
  return ` ${keyOf(app, 'undo')} ${does}.`;
}

/** The signs that are drawn, by the settings and the abilities of the terminal. */
export function glyphsIn({ spoken, settings: { glyphs, hasGlyphs, theme } }: UiState): Glyphs {
  const drawn = glyphsOf(glyphs, hasGlyphs, isColoured({ theme }));
  return spoken ? withoutSigns(drawn) : drawn;
}

/** The facts that tell why a queued animal waits at this moment. */
export function waitContext(app: App): WaitContext {
  const { sending, entries, progress } = snapshotOf(app);
  // A screen of rows asks for each of them, and most drawings do not ask at all.
  let find: ReturnType<typeof findWaits> | undefined;
  const waitOf = (entry: Entry): Wait | undefined => (find ??= findWaits(entries, app.now()))(entry);
  const lookAt = ({ localId }: Entry): string | undefined => app.model.get().session?.engine.nextLookAt(localId);
  return {
    sending,
    waitOf,
    lookAt,
    hasKey: factsOf(app).hasKey,
    isReading: progress?.what === readingTheList,
    keyOf: (action) => keyOf(app, action),
  };
}

const labels: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
  ' ': 'Space',
  f1: 'F1',
};

/** A deed, and why it would have no effect now. */
export function doesNow({ does, off }: { readonly does: string; readonly off?: string | undefined }): string {
  return off === undefined ? does : `${does}; off: ${off}`;
}

/** A key as it is printed: `Ctrl-D`, `g`, `Enter`. */
export function keyLabel(key: string): string {
  return labels[key] ?? key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

/** The keys of some rows of the table, in its order; the same deed in one row. */
export function keyRows(rows: readonly BindableRow[]): readonly { readonly keys: string; readonly does: string }[] {
  const told = Map.groupBy(rows, ({ does }) => does);
  return Array.from(told, ([does, same]) => {
    const keys = [...new Set(same.flatMap((row) => row.keys.map(keyLabel)))];
    // The digits of the answers are told as a range.
    return { does, keys: keys.length === 9 ? `${keys[0] ?? ''} to ${keys[8] ?? ''}` : keys.join(' ') };
  });
}
