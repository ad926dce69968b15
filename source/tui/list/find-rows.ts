/** Rows found by typing: `/` filters the list and the activity. */
import { completeQuery } from '../../domain/search/query.js';
import { setText } from '../actions/say.js';
import { readConfig } from '../actions/session.js';
import { activeList, moveCursor } from '../actions/cursor.js';
import { type App, snapshotOf, textOf } from '../app-context.js';
import { categoriesOf } from '../models/known-categories.js';
import { clearMarks } from '../marks/marks.js';
import { goBack, goToTab } from '../actions/navigate.js';
import { type Offered, topOfList } from '../state/ui-state.js';
import { type FilterField, filterField, listOnScreen } from '../state/ui-model.js';
import { changeTab, keepAnimal } from '../actions/arrange.js';

/** Asks for the filter; the text of the last one can be edited. */
export function openFilter(app: App): void {
  const list = activeList(app);
  keepAnimal(app);
  const before = app.model.get().positions[list];
  app.model.dispatch({ type: 'ask', prompt: { kind: 'filter', before } });
  // On the first that matches, and with that animal if others arrive; Esc goes back to where it was.
  app.model.dispatch({ type: 'move', list, position: { ...topOfList, key: noAnimal } });
  void readConfig(app);
}

/** A key that no row has: the cursor is where it stands, and stays with what stands there. */
const noAnimal = '';

/** `:filter WORDS`: filters the list that is on the screen; without words they are asked for. */
export function filterBy(app: App, words: string): void {
  const state = app.model.get();
  if (listOnScreen(state) === undefined) {
    goToTab(app, state.tab);
  }

  openFilter(app);
  if (words !== '') {
    setText(app, filterField(app.model.get()), words);
    keepFilter(app);
  }
}

/** Enter: the filter stays, and the cursor is on the animal it shows: the first hit, until somebody moved. */
export function keepFilter(app: App): void {
  keepAnimal(app);
  const filter = textOf(app, promptField(app)).trim();
  if (filter !== '') {
    app.model.dispatch({ type: 'remember', as: 'filters', text: filter });
  }

  app.model.dispatch({ type: 'answer' });
}

/** Esc: first the marks go, then the filter and its effects, then the screen, if there is one to go back to. */
export function clearFilter(app: App): void {
  const state = app.model.get();
  const { prompt } = state;
  if (prompt === undefined && clearMarks(app)) {
    return;
  }

  if (prompt?.kind !== 'filter' && textOf(app, promptField(app)) === '') {
    goBack(app);
    return;
  }

  if (prompt?.kind === 'filter') {
    app.model.dispatch({ type: 'move', list: activeList(app), position: prompt.before });
  } else {
    keepAnimal(app);
  }

  setText(app, filterField(state), '');
  app.model.dispatch({ type: 'answer' });
}

/** Tab and Shift-Tab: the next tab of the list; the activity has none. */
export function changeTabOf(app: App, step: 1 | -1): void {
  if (activeList(app) !== 'activity') {
    changeTab(app, step);
  }
}

/** Tab: completes the value of a field, another way each time; elsewhere the next tab. */
export function completeFilter(app: App): void {
  const offered = presentOffer(app);
  const texts = offered?.texts ?? filterOffers(app);
  if (texts.length === 0) {
    changeTabOf(app, 1);
  } else {
    offer(app, { texts, at: offered ? (offered.at + 1) % texts.length : 0 });
  }
}

/** What Tab may make of the line, from what stands before the cursor. */
export function filterOffers(app: App): readonly string[] {
  if (promptField(app) === 'log-filter') {
    return [];
  }

  const { categoryLabels } = app.model.get().settings;
  const { before, after } = app.model.get().fields[promptField(app)];
  const categories = categoriesOf(snapshotOf(app).pets, categoryLabels).map(({ id }) => id);
  return after === '' ? completeQuery(before, categories, categoryLabels) : [];
}

/** ↑: in an empty line the filter before, and again the one before that; else the match before. */
export function recallFilter(app: App): void {
  if (!recall(app, app.model.get().filters)) {
    moveCursor(app, { rows: -1 });
  }
}

/** In an empty line: the last of some texts, and again the one before that. Returns whether that is so. */
export function recall(app: App, texts: readonly string[]): boolean {
  const offered = presentOffer(app);
  const isEmpty = textOf(app, promptField(app)) === '';
  const at = isEmpty ? texts.length : (offered?.at ?? 0);
  const isRecalled = texts.length > 0 && (isEmpty || offered?.texts === texts);
  if (isRecalled) {
    offer(app, { texts, at: Math.max(0, at - 1) });
  }

  return isRecalled;
}

/** What a key put into the line, as long as nobody changed it. */
function presentOffer(app: App): Offered | undefined {
  const { prompt } = app.model.get();
  const offered = prompt?.kind === 'filter' || prompt?.kind === 'command' ? prompt.offered : undefined;
  return offered?.texts[offered.at] === textOf(app, promptField(app)) ? offered : undefined;
}

function offer(app: App, offered: Offered): void {
  const { prompt } = app.model.get();
  if (prompt?.kind === 'filter' || prompt?.kind === 'command') {
    const text = offered.texts[offered.at] ?? '';
    const mended = prompt.kind === 'command' ? { ...prompt, problem: undefined } : prompt;
    app.model.dispatch({ type: 'ask', prompt: { ...mended, offered }, text });
  }
}

function promptField(app: App): FilterField | 'command' {
  const state = app.model.get();
  return state.prompt?.kind === 'command' ? 'command' : filterField(state);
}
