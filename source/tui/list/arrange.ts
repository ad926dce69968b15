import { type SortField, sortFields } from '../../domain/order-pets.js';
import { type Tab, tabs } from '../../app/workspace.js';
import { snapshotOf, type App } from '../app-context.js';
import { cursorIndex, putCursor, queueRows, rowsOf } from '../actions/cursor.js';
import { rowOfNextSection } from '../models/queue-rows.js';
import { performOnStore } from '../actions/say.js';

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
  keepAnimal(app);
  app.model.dispatch({ type: 'arranged', view: { tab } });

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
  putCursor(app, 'queue', rowOfNextSection(queueRows(app), cursorIndex(app, 'queue'), step));
}

/** Sorts by a field; again, and it is the other way round. */
export function sortBy(app: App, field: SortField): void {
  const { sort, reverse } = app.model.get();
  keepAnimal(app);
  app.model.dispatch({ type: 'arranged', view: { sort: field, reverse: sort === field && !reverse } });
}

/** The next column, in its natural order; the cursor stays with its animal. */
export function changeSort(app: App): void {
  keepAnimal(app);
  app.model.dispatch({ type: 'arranged', view: { sort: nextOf(sortFields, app.model.get().sort), reverse: false } });
}

/** The cursor stays with its animal. */
export function reverseSort(app: App): void {
  keepAnimal(app);
  app.model.dispatch({ type: 'arranged', view: { reverse: !app.model.get().reverse } });
}

/** Ties the cursor to its animal before rows move: a row that was only reached by being the first has no key yet. */
export function keepAnimal(app: App, list: 'list' | 'queue' = 'list'): void {
  const { positions } = app.model.get();
  const index = cursorIndex(app, list);
  app.model.dispatch({
    type: 'moved',
    list,
    position: { ...positions[list], index, key: rowsOf(app, list).at(index)?.key },
  });
}
