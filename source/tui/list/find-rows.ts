/** Rows found by typing: `/` filters list and queue; `f` and a name, or `/` and words in the log, go to a row. */
import { completeQuery } from '../../domain/search/query.js';
import { askForText, refuse, say, setText } from '../actions/say.js';
import { activeList, cursorIndex, listRows, logRows, moveCursor, putCursor, queueRows } from '../actions/cursor.js';
import { type App, snapshotOf, textOf } from '../app-context.js';
import { categoriesOf } from '../models/known-categories.js';
import { clearMarks } from '../marks/marks.js';
import { goBack, goTo } from '../actions/navigate.js';
import { currentScreen, type Offered } from '../state/ui-state.js';
import { filterField } from '../state/ui-model.js';
import { changeTab, goToSection, keepAnimal } from './arrange.js';
import { foldText } from '../../domain/search/fold-text.js';
import { type ActivityRow, activityRowText, rowTime, toActivityRows } from '../../text/activity-rows.js';
import { dayText } from '../../text/time-text.js';
import { shortName } from '../../text/hints.js';
import type { LogRow } from '../models/log-model.js';
import { findRow, type Row } from '../models/position.js';

const mostTexts = 50;

/** Asks for the filter; the text of the last one can be edited. */
export function openFilter(app: App): void {
  const list = filteredList(app);
  keepAnimal(app, list);
  const before = app.model.get().positions[list];
  app.model.ask({ kind: 'filter', before });
  // Where its animal does not match, the cursor is on the first that does.
  app.model.move(list, { ...before, index: 0, top: 0 });
}

/** `:filter WORDS`: filters the list, or the queue where that is on the screen; without words they are asked for. */
export function filterBy(app: App, words: string): void {
  const { name } = currentScreen(app.model.get());
  if (name !== 'list' && name !== 'queue') {
    goTo(app, 'list');
  }

  openFilter(app);
  if (words !== '') {
    setText(app, filterField(app.model.get()), words);
    keepFilter(app);
  }
}

/** Enter: the filter stays, and the cursor with the animal it shows. */
export function keepFilter(app: App): void {
  keepAnimal(app, filteredList(app));
  const { filters } = app.model.get();
  const filter = textOf(app, promptField(app)).trim();
  if (filter !== '') {
    app.model.set({ filters: remembered(filters, filter) });
  }

  app.model.answer();
}

/** Esc: first the marks go, then the filter and its effects, then the screen, if there is one to go back to. */
export function clearFilter(app: App): void {
  const state = app.model.get();
  const { prompt } = state;
  const list = filteredList(app);
  if (prompt === undefined && clearMarks(app)) {
    return;
  }

  if (prompt?.kind !== 'filter' && textOf(app, promptField(app)) === '') {
    goBack(app);
    return;
  }

  if (prompt?.kind === 'filter') {
    app.model.move(list, prompt.before);
  } else {
    keepAnimal(app, list);
  }

  setText(app, filterField(state), '');
  app.model.answer();
}

function filteredList(app: App): 'list' | 'queue' {
  return filterField(app.model.get()) === 'filter' ? 'list' : 'queue';
}

/** Tab and Shift-Tab: the next tab of the list that is filtered. */
export function changeTabOf(app: App, step: 1 | -1): void {
  if (filteredList(app) === 'list') {
    changeTab(app, step);
  } else {
    goToSection(app, step);
  }
}

/** Tab: completes the value of a field, another way each time; elsewhere the next status. */
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

/** Texts that were entered, the last one last; each once. */
export function remembered(texts: readonly string[], text: string): readonly string[] {
  return [...texts.filter((each) => each !== text), text].slice(-mostTexts);
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
    app.model.ask({ ...prompt, offered });
    setText(app, promptField(app), offered.texts[offered.at] ?? '');
  }
}

function promptField(app: App): 'filter' | 'queue-filter' | 'command' {
  const state = app.model.get();
  return state.prompt?.kind === 'command' ? 'command' : filterField(state);
}

/** Asks for the beginning of a name, or for words. */
export function openJump(app: App): void {
  const list = jumpList(app);
  askForText(app, list === 'activity' ? { kind: 'log-search' } : { kind: 'jump', from: cursorIndex(app, list) });
}

/** Follows the beginning of a name, letter by letter, from where it began. */
export function followJump(app: App): void {
  let last = '';
  app.model.subscribe(() => {
    const { prompt } = app.model.get();
    const text = prompt?.kind === 'jump' ? typedIn(app) : '';
    if (text !== last) {
      last = text;
      if (prompt?.kind === 'jump' && text !== '') {
        goToRow(app, prompt.from, 1, refuse);
      }
    }
  });
}

/** Enter, Esc, an arrow: the cursor stays with the name that it is on, or goes to the first row that has the words. */
export function endJump(app: App): void {
  app.model.answer();
  if (typedIn(app) !== '') {
    goToRow(app, cursorIndex(app, jumpList(app)), 1);
  }
}

/** `n` and `N`: the next and the previous such row, round and round. */
export function repeatJump(app: App, step: 1 | -1): void {
  const list = jumpList(app);
  if (typedIn(app) === '') {
    const what = list === 'activity' ? '/ and some words go to a row' : 'f and the beginning of a name go there';
    say(app, `${what} first; n and N repeat it.`);
  } else {
    goToRow(app, cursorIndex(app, list) + step, step);
  }
}

function jumpList(app: App): 'list' | 'queue' | 'activity' {
  const list = activeList(app);
  return list === 'settings' ? 'list' : list;
}

function typedIn(app: App): string {
  return jumpList(app) === 'activity' ? textOf(app, 'log-search').trim() : textOf(app, 'jump');
}

/** `tell`: where it is said that there is none; over a prompt the message line is not seen. */
function goToRow(app: App, from: number, step: 1 | -1, tell: (app: App, text: string) => void = say): void {
  const list = jumpList(app);
  const start = foldText(typedIn(app));
  const { settings, unfolded } = app.model.get();
  const { categoryLabels } = settings;
  const has = (row: ActivityRow): boolean => {
    const text = foldText(`${dayText(row.at, app.now())} ${rowTime(row)} ${activityRowText(row, categoryLabels)}`);
    return start.split(/\s+/u).every((word) => text.includes(word));
  };
  // A run that is folded is found by each of what it is made of.
  const isRow = ({ key, row, isPart }: LogRow): boolean =>
    has(row) || (!isPart && !unfolded.has(key) && row.activities.some((each) => toActivityRows([each]).some(has)));
  const isName = ({ animal }: Row): boolean => foldText(animal.name).startsWith(start);
  const index =
    list === 'activity'
      ? findRow(logRows(app), from, step, isRow)
      : findRow<Row>(list === 'queue' ? queueRows(app) : listRows(app), from, step, isName);
  if (index !== -1) {
    putCursor(app, list, index);
  } else {
    const what = list === 'activity' ? 'Nothing here has' : 'No name here begins with';
    tell(app, `${what} "${shortName(typedIn(app))}".`);
  }
}
