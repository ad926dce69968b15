/** What a person makes of the list: its tab and its sort. */
import { type Entry, isWaiting } from '../../domain/entry.ts';
import { sortFields } from '../../domain/order-pets.ts';
import { isPetStatus } from '../../domain/pet.ts';
import { type Tab, tabs } from '../../app/workspace.ts';
import { type App, snapshotOf } from '../app-context.ts';
import { activeList, cursorIndex, rowsOf } from './cursor.ts';
import { performOnStore } from './say.ts';
import type { UiState } from '../state/ui-state.ts';

/** The next of a few choices, round and round. */
export function nextOf<T>(choices: readonly T[], present: T, step = 1): T {
  return choices[(choices.indexOf(present) + step + choices.length) % choices.length] as T;
}

/** The tabs that are shown: *Not set* only where it is not empty, or open. */
export function shownTabs(app: App): readonly Tab[] {
  const { pets, entries } = snapshotOf(app);
  const isNotSet = ({ state, status }: Entry): boolean => isWaiting(state) && status === undefined;
  return tabs.filter(
    (tab) =>
      tab !== 'none' || app.model.get().tab === 'none' || app.list.counts(pets).none > 0 || entries.some(isNotSet),
  );
}

/** Tab and Shift-Tab: the next tab of the list; the activity has none. */
export function changeTab(app: App, step: 1 | -1): void {
  if (activeList(app) === 'list') {
    showTab(app, nextOf(shownTabs(app), app.model.get().tab, step));
  }
}

/** The animals of a tab alone. A status is the service's own filter, so a list that is not complete is asked for. */
export function showTab(app: App, tab: Tab): void {
  arrange(app, { tab });
  const { lists, connection } = snapshotOf(app);
  if (isPetStatus(tab) && !lists.all.complete && connection.state === 'online') {
    performOnStore(app, async ({ engine }) => {
      await engine.refresh(tab, 'whole');
      return undefined;
    });
  }
}

/** The next column, in its natural order; the cursor stays with its animal. */
export function changeSort(app: App): void {
  arrange(app, { sort: nextOf(sortFields, app.model.get().sort), reverse: false });
}

/** The same column, the other way round. */
export function reverseSort(app: App): void {
  arrange(app, { reverse: !app.model.get().reverse });
}

function arrange(app: App, view: Partial<Pick<UiState, 'tab' | 'sort' | 'reverse'>>): void {
  keepAnimal(app);
  app.model.arrange(view);
}

/** Ties the cursor to its animal before rows move: a row that was only reached by being the first has no key yet. */
export function keepAnimal(app: App): void {
  const list = activeList(app);
  const { positions } = app.model.get();
  const index = cursorIndex(app, list);
  const position = { ...positions[list], index, key: rowsOf(app, list).at(index)?.key };
  app.model.move(list, position);
}
