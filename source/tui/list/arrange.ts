/** What a person makes of the list: its tab, filter and sort, which under a name are a view; names of categories. */
import { type SortField, sortFields } from '../../domain/order-pets.js';
import { type NamedView, type Tab, tabs } from '../../app/workspace.js';
import { type App, snapshotOf, textOf } from '../app-context.js';
import { cursorIndex, putCursor, queueRows, rowsOf } from '../actions/cursor.js';
import { type Section, sectionOfRow } from '../models/position.js';
import { askForText, perform, performOnStore, refuse, say, setText } from '../actions/say.js';
import { shortName } from '../../text/hints.js';
import { goTo } from '../actions/navigate.js';
import type { UiState } from '../state/ui-state.js';
import { findLabelMistake } from '../../domain/category-labels.js';
import { type Int64, parseInt64 } from '../../domain/int64.js';

/** The next of a few choices, round and round. */
export function nextOf<T>(choices: readonly T[], present: T, step = 1): T {
  return choices[(choices.indexOf(present) + step + choices.length) % choices.length] as T;
}

/** The tabs that are shown: *Not set* only where it is not empty, or open. */
export function shownTabs(app: App): readonly Tab[] {
  return tabs.filter(
    (tab) => tab !== 'none' || app.model.get().tab === 'none' || app.list.counts(snapshotOf(app).pets).none > 0,
  );
}

/** The next status tab. The tabs are the service's own filter, so a list that is not complete is asked for. */
export function changeTab(app: App, step: 1 | -1): void {
  showTab(app, nextOf(shownTabs(app), app.model.get().tab, step));
}

/** The animals of a status alone. */
export function showTab(app: App, tab: Tab): void {
  arrange(app, { tab });
  const { lists, connection } = snapshotOf(app);
  if (tab !== 'all' && tab !== 'none' && !lists.all.complete && connection.state === 'online') {
    performOnStore(app, async ({ engine }) => {
      await engine.refresh(tab, 'whole');
      return undefined;
    });
  }
}

/** To the next section of the queue. */
export function goToSection(app: App, step: 1 | -1): void {
  const rows = queueRows(app);
  const present = sectionOfRow(rows, cursorIndex(app, 'queue'));
  putCursor(app, 'queue', nextOf<Section | undefined>(rows.sections, present, step)?.from ?? 0);
}

/** Sorts by a field; again, and it is the other way round. */
export function sortBy(app: App, field: SortField): void {
  const { sort, reverse } = app.model.get();
  arrange(app, { sort: field, reverse: sort === field && !reverse });
}

/** The next column, in its natural order; the cursor stays with its animal. */
export function changeSort(app: App): void {
  arrange(app, { sort: nextOf(sortFields, app.model.get().sort), reverse: false });
}

/** The cursor stays with its animal. */
export function reverseSort(app: App): void {
  arrange(app, { reverse: !app.model.get().reverse });
}

function arrange(app: App, view: Partial<Pick<UiState, 'tab' | 'sort' | 'reverse'>>): void {
  keepAnimal(app);
  app.model.set(view);
}

/** Ties the cursor to its animal before rows move: a row that was only reached by being the first has no key yet. */
export function keepAnimal(app: App, list: 'list' | 'queue' = 'list'): void {
  const { positions } = app.model.get();
  const index = cursorIndex(app, list);
  app.model.move(list, { ...positions[list], index, key: rowsOf(app, list).at(index)?.key });
}

/** Enter: keeps the list as it is arranged. A view that has the name already is replaced only by a second Enter. */
export function keepView(app: App): void {
  const { prompt, settings, tab, sort, reverse } = app.model.get();
  const name = textOf(app, 'view-name').trim();
  if (prompt?.kind !== 'view-name' || name === '') {
    refuse(app, 'A name is needed.');
    return;
  }

  const isTaken = settings.views.some((view) => view.name === name);
  if (isTaken && prompt.taken !== name) {
    app.model.ask({
      kind: 'view-name',
      taken: name,
      problem: `There is a view "${shortName(name)}" already; Enter again replaces it.`,
    });
    return;
  }

  const view: NamedView = { name, tab, sort, reverse, filter: textOf(app, 'filter') };
  // Where one is replaced, it keeps its place, as in the file.
  const views = isTaken ? settings.views.map((each) => (each.name === name ? view : each)) : [...settings.views, view];
  app.model.answer();
  app.model.set({ settings: { ...settings, views } });
  const place = views.indexOf(view) + 1;
  perform(app, async () => {
    await app.workspace.saveView(view);
    return `"${shortName(name)}" is kept.${place <= 9 ? ` g ${place} opens it.` : ''}`;
  });
}

/** `g 1` to `g 9`: the view of that place, from 0. */
export function openViewAt(app: App, place: number): void {
  const { views } = app.model.get().settings;
  const view = views[place];
  if (view) {
    openNamedView(app, view);
  } else {
    const count = views.length === 1 ? 'is one view' : `are ${views.length} views`;
    const names = views.map(({ name }) => shortName(name)).join(', ');
    say(app, views.length === 0 ? 'No view is kept yet. V in the list keeps one.' : `There ${count}: ${names}.`);
  }
}

/** Arranges the list as a view says. */
export function openNamedView(app: App, { tab, sort, reverse, filter }: NamedView): void {
  goTo(app, 'list');
  arrange(app, { tab, sort, reverse });
  setText(app, 'filter', filter);
}

/** Asks for a category's name; without a category, for both. */
export function askForLabel(app: App, category?: string): void {
  const present = category === undefined ? undefined : app.model.get().settings.categoryLabels[category as Int64];
  askForText(app, { kind: 'label', ...(category === undefined ? {} : { category }) }, present);
}

/** Names a category: `Dogs` for the row it was asked for, or `3 Dogs`. An empty name takes the label away. */
export function saveLabel(app: App): void {
  const { prompt, settings, session } = app.model.get();
  if (prompt?.kind !== 'label') {
    return;
  }

  const typed = textOf(app, 'label').trim();
  const [, number = prompt.category ?? '', label = typed] =
    prompt.category === undefined ? (/^(\d+(?=\p{L})|\S+)\s*(.*)$/u.exec(typed) ?? []) : [];
  const category = parseInt64(number);
  if (category === undefined || (label === '' && prompt.category === undefined)) {
    const first = 'First the category, a whole number, then a space and its name, as in "3 Dogs".';
    const missing = `The name is missing: type it after the number, as in "${category} Dogs".`;
    refuse(app, category === undefined ? first : missing);
    return;
  }

  const mistake = label === '' ? undefined : findLabelMistake(category, label, settings.categoryLabels);
  if (mistake !== undefined) {
    refuse(app, mistake);
    return;
  }

  app.model.answer();
  perform(app, async () => {
    const labels = await app.workspace.nameCategory(session?.profile.name, category, label === '' ? undefined : label);
    app.model.set({ settings: { ...app.model.get().settings, categoryLabels: labels } });
    const now = labels[category];
    return now === undefined ? `Category ${category} has no name any more.` : `Category ${category} is ${now}.`;
  });
}
