import { snapshotOf, textOf, type App } from '../app-context.ts';
import { layOutBody, pageHeight } from '../layout.ts';
import type { ListQuery, Rows } from '../models/list-rows.ts';
import { remember } from '../models/remember.ts';
import { firstSeen, type SeenAnimals } from '../../domain/first-seen.ts';
import { moveTo, type CursorRows } from '../models/position.ts';
import { type PetOrEntry, isQueued } from '../../text/animal/pet-texts.ts';
import { type Entry, needsPerson, placeOfEntry } from '../../domain/entry.ts';
import type { ActivityRow } from '../../text/activity-rows.ts';
import { needsSomebody } from '../../text/activity-text.ts';
import { listOnScreen } from '../state/ui-model.ts';
import { currentScreen, type ListName, topOfList } from '../state/ui-state.ts';
import type { LogRows } from '../models/log-model.ts';

/** The list as it is arranged now. The model keeps its rows, so asking twice is free. */
export function listRows(app: App): Rows {
  return app.list.rows(listQuery(app));
}

/** The findings of the list's filter. */
export function listFindings(app: App): ReturnType<App['list']['findings']> {
  return app.list.findings(listQuery(app));
}

function listQuery(app: App): ListQuery {
  const state = app.model.get();
  const { tab, sort, reverse, settings } = state;
  const { pets, entries } = snapshotOf(app);
  return {
    pets,
    entries,
    tab,
    sort,
    reverse,
    filter: textOf(app, 'filter'),
    labels: settings.categoryLabels,
    seen: () => seenIn(app),
    // A screen reader reads each row with its state.
    isSectioned: !state.spoken,
    now: app.now(),
  };
}

/** Worked out anew where something happened, not with every key. */
const seenAnimals = remember(firstSeen);

/** Since when each animal of the open store is known here. */
export function seenIn(app: App): SeenAnimals {
  const { recorded, activities, entries } = snapshotOf(app);
  return seenAnimals(recorded, activities, entries);
}

/** The moment from which activity is news, ISO 8601. */
export function newsSince(app: App): string {
  const { leftAt, openedAt } = app.model.get();
  return leftAt ?? new Date(openedAt).toISOString();
}

/** What happened with the open store. */
export function logRows(app: App): LogRows {
  const { settings } = app.model.get();
  const { activities, entries, recorded } = snapshotOf(app);
  return app.log([activities, entries, newsSince(app), recorded], textOf(app, 'log-filter'), settings.categoryLabels);
}

/** Whether a row of the log still waits for a person, or was settled meanwhile. */
export function waitsForPerson(app: App, { activities }: ActivityRow): boolean {
  return activities.some((each) =>
    each.kind === 'settled'
      ? needsPerson(findEntry(app, each.localId)?.state ?? 'discarded')
      : needsSomebody(each) && each.kind === 'connection' && each.state === snapshotOf(app).connection.state,
  );
}

/** The list whose cursor the keys move: a view moves that of the list beneath it. */
export function activeList(app: App): ListName {
  return listOnScreen(app.model.get()) ?? 'list';
}

/** The rows of any screen with a cursor. */
export function rowsOf(app: App, list: ListName): CursorRows {
  return list === 'list' ? listRows(app) : logRows(app);
}

/** The row the cursor is on: that of its animal, wherever it has moved to. */
export function cursorIndex(app: App, list: ListName): number {
  const { tab, sort, reverse, positions } = app.model.get();
  const view = list === 'activity' ? [textOf(app, 'log-filter')] : [tab, sort, reverse, textOf(app, 'filter')];
  return app.ties[list](rowsOf(app, list), positions[list], snapshotOf(app).entries, view.join('\n'));
}

/** The animal the keys are about: the one under the cursor, or the one viewed. */
export function animalAtCursor(app: App): PetOrEntry | undefined {
  const screen = currentScreen(app.model.get());
  if (screen.name === 'review') {
    return findEntry(app, screen.localId);
  }

  if (screen.name === 'view' && screen.found) {
    return screen.found.type === 'pet' ? screen.found.pet : screen.found.entry;
  }

  return listRows(app).at(cursorIndex(app, 'list'))?.animal;
}

/** Undefined on a pet and in an empty list. */
export function entryAtCursor(app: App): Entry | undefined {
  const animal = animalAtCursor(app);
  return animal && isQueued(animal) ? animal : undefined;
}

/** Whether verbs are about marks. */
export function hasMarks(app: App): boolean {
  return app.model.get().marks.size > 0;
}

/** Undefined if the queue no longer has it. */
export function findEntry(app: App, localId: string): Entry | undefined {
  const { entries } = snapshotOf(app);
  return entries[placeOfEntry(entries, localId)];
}

/** Goes on by so many rows, or pages of what fits in the window; stops at both ends. `pace`: that of a wheel. */
export function moveCursor(app: App, step: { readonly rows: number } | { readonly pages: number }, pace?: 'row'): void {
  const list = activeList(app);
  const rows = 'rows' in step ? step.rows : Math.trunc(step.pages * pageHeight(app.model.get(), list));
  putCursor(app, list, cursorIndex(app, list) + rows, pace);
}

/**
 * Puts the cursor on a row, or on the nearest one there is. Beside a pane the list goes on by half of its rows: those
 * that stand still can be read while a key is held.
 */
export function putCursor(app: App, list: ListName, index: number, pace?: 'row'): void {
  const state = app.model.get();
  const steps = pace ?? (layOutBody(state).pane?.side === 'right' ? 'half' : 'row');
  const position = moveTo(rowsOf(app, list), state.positions[list], index, pageHeight(state, list), steps);
  app.model.move(list, position);
}

/** Puts the cursor on an animal that was just changed, wherever it stands now: the next key is about it. */
export function followAnimal(app: App, key: string): void {
  moveCursorTo(app, 'list', key);
  app.model.putAside({ ...topOfList, key });
}

/** Puts the cursor on an animal if its row is there; says whether it is. */
export function moveCursorTo(app: App, list: ListName, key: string): boolean {
  const index = rowsOf(app, list).indexOf(key);
  if (index !== -1) {
    putCursor(app, list, index);
  }

  return index !== -1;
}
