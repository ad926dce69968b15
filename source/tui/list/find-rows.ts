/** Rows found by typing: `/` filters the list and the activity. */
import { readConfig } from '../actions/session.ts';
import { activeList, hasMarks } from '../actions/cursor.ts';
import { type App, textOf } from '../app-context.ts';
import { dropMarks } from '../marks/marks.ts';
import { goBack, goToTab } from '../actions/navigate.ts';
import { topOfList } from '../state/ui-state.ts';
import { filterField, listOnScreen } from '../state/ui-model.ts';
import { keepAnimal } from '../actions/arrange.ts';

/** Asks for the filter; the text of the last one can be edited. */
export function openFilter(app: App): void {
  const list = activeList(app);
  keepAnimal(app);
  const before = app.model.get().positions[list];
  app.model.ask({ kind: 'filter', before });
  // On the first that matches, and with that animal if others arrive; Esc goes back to where it was.
  app.model.move(list, { ...topOfList, key: noAnimal });
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
    app.model.write(filterField(app.model.get()), words);
    keepFilter(app);
  }
}

/** Enter: the filter stays, and the cursor is on the animal it shows: the first hit, until somebody moved. */
export function keepFilter(app: App): void {
  keepAnimal(app);
  app.model.answer();
}

/** Esc: first the marks go, then the filter and its effects, then the screen, if there is one to go back to. */
export function clearFilter(app: App): void {
  const state = app.model.get();
  const { prompt } = state;
  if (prompt === undefined && hasMarks(app)) {
    dropMarks(app);
    return;
  }

  if (prompt?.kind !== 'filter' && textOf(app, filterField(state)) === '') {
    goBack(app);
    return;
  }

  if (prompt?.kind === 'filter') {
    app.model.move(activeList(app), prompt.before);
  } else {
    keepAnimal(app);
  }

  app.model.write(filterField(state), '');
  app.model.answer();
}
