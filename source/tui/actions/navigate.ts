import type { App } from '../app-context.js';
import { currentScreen, type Screen } from '../state/ui-state.js';
import { modeOf } from '../state/mode.js';
import { setText } from './ask.js';
import { activeList, animalAtCursor, entryAtCursor, moveCursorTo } from './cursor.js';

/** The three numbered screens. They are empty before a store is open. */
export function goTo(app: App, name: 'list' | 'queue' | 'settings'): void {
  if (app.model.get().session) {
    app.model.dispatch({ type: 'went-to', screen: { name } });
  }
}

/** One screen back. On the list Esc has no effect: it never quits. */
export function goBack(app: App): void {
  const { screens } = app.model.get();
  if (screens.length > 1) {
    app.model.dispatch({ type: 'closed' });
  } else if (app.model.get().session) {
    goTo(app, 'list');
  } else if (!isOpening(currentScreen(app.model.get()))) {
    app.model.dispatch({ type: 'went-to', screen: { name: 'first-run' } });
  }
}

function isOpening(screen: Screen): boolean {
  return screen.name === 'opening' && screen.problem === undefined;
}

/** The details of the animal under the cursor; for one that needs a verdict, the card that asks for it. */
export function openView(app: App): void {
  const row = animalAtCursor(app);
  const list = activeList(app);
  if (!row || list === 'settings' || list === 'activity') {
    return;
  }

  if (needsVerdict(app)) {
    openVerdict(app);
  } else {
    app.model.dispatch({ type: 'opened', screen: { name: 'view', of: list, scroll: 0 } });
  }
}

/** Whether only a person can say what becomes of the animal under the cursor. */
export function needsVerdict(app: App): boolean {
  return entryAtCursor(app)?.state === 'review';
}

/** The card on which a person decides about the animal under the cursor, if it needs that. */
export function openVerdict(app: App): void {
  const entry = entryAtCursor(app);
  if (entry?.state === 'review') {
    app.model.dispatch({ type: 'opened', screen: reviewOf(app, entry.localId) });
    moveCursorTo(app, 'queue', entry.localId);
  }
}

/** Keys of this long after a question were meant for something else, in milliseconds. */
export const guardMs = 300;

/** The screen that asks about an animal, at its first answer. */
export function reviewOf(app: App, localId: string): Extract<Screen, { name: 'review' }> {
  return { name: 'review', localId, choice: 0, at: app.now(), scroll: 0 };
}

/** The keys of this screen. */
export function openHelp(app: App): void {
  setText(app, 'search', '');
  app.model.dispatch({ type: 'opened', screen: { name: 'help', of: modeOf(app.model.get()), scroll: 0 } });
}

type Scrollable = Extract<Screen, { readonly scroll: number }>;

/** Scrolls the text of the screen by so many lines, no further than to its ends. */
export function scrollBy(app: App, lines: number): void {
  const screen = currentScreen(app.model.get());
  const text = app.bodyText(app);
  if ('scroll' in screen && text) {
    const scroll = Math.max(0, Math.min(text.top + lines, text.top + text.below));
    app.model.dispatch({ type: 'updated', screen: { ...screen, scroll } satisfies Scrollable });
  }
}

/** A page further, one line of it still in sight. */
export function scrollPage(app: App, pages: 1 | -1): void {
  scrollBy(app, pages * Math.max(1, (app.bodyText(app)?.lines.length ?? 0) - 1));
}
