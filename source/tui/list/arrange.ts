import { sortFields } from '../../domain/order-pets.js';
import { snapshotOf, type App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { cursorIndex, listRows } from '../actions/cursor.js';
import { perform } from '../actions/say.js';

const tabs = ['all', 'available', 'pending', 'sold'] as const;

/** The next of a few choices, round and round. */
export function nextOf<T>(choices: readonly T[], present: T, step = 1): T {
  return choices[(choices.indexOf(present) + step + choices.length) % choices.length] as T;
}

/** The next status tab. The tabs are the service's own filter, so a list that is not complete is asked for. */
export function changeTab(app: App, step: 1 | -1): void {
  keepAnimal(app);
  const tab = nextOf(tabs, app.store.get().tab, step);
  app.store.dispatch({ type: 'arranged', view: { tab } });

  const { lists, connection } = snapshotOf(app);
  if (tab !== 'all' && !lists.all.complete && connection.state === 'online') {
    perform(app, async () => {
      await app.store.get().session?.engine.refresh(tab, 'whole');
      return undefined;
    });
  }
}

/** The next column, in its natural order; the cursor stays with its animal. */
export function changeSort(app: App): void {
  keepAnimal(app);
  app.store.dispatch({ type: 'arranged', view: { sort: nextOf(sortFields, app.store.get().sort), reverse: false } });
}

/** The cursor stays with its animal. */
export function reverseSort(app: App): void {
  keepAnimal(app);
  app.store.dispatch({ type: 'arranged', view: { reverse: !app.store.get().reverse } });
}

/** Ties the cursor to its animal before rows move: a row that was only reached by being the first has no key yet. */
function keepAnimal(app: App): void {
  const { positions } = app.store.get();
  const index = cursorIndex(app, 'list');
  app.store.dispatch({ type: 'moved', list: 'list', position: { ...positions.list, index, key: listRows(app).at(index)?.key } });
}

/** Asks for the filter; the text of the last one can be edited. */
export function openFilter(app: App): void {
  keepAnimal(app);
  const before = app.store.get().positions.list;
  app.store.dispatch({ type: 'asked', prompt: { kind: 'filter', before } });
  // Where its animal does not match, the cursor is on the first that does.
  app.store.dispatch({ type: 'moved', list: 'list', position: { ...before, index: 0, top: 0 } });
}

/** Enter: the filter stays, and the cursor with the animal it shows. */
export function keepFilter(app: App): void {
  keepAnimal(app);
  app.store.dispatch({ type: 'answered' });
}

/** Esc: everything is as it was before the filter. */
export function clearFilter(app: App): void {
  const { prompt, fields } = app.store.get();
  if (prompt?.kind !== 'filter' && lineText(fields.filter) === '') {
    return;
  }

  if (prompt?.kind === 'filter') {
    app.store.dispatch({ type: 'moved', list: 'list', position: prompt.before });
  } else {
    keepAnimal(app);
  }

  app.store.dispatch({ type: 'edited', field: 'filter', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'answered' });
}
