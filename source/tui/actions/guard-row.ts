/**
 * The row under the cursor may change without a key: an answer comes, another window changes it. Whoever presses a key
 * just then meant what stood there before, so a key that acts on a row does nothing for a moment.
 */
import { decidedState } from '../../domain/entry.ts';
import { idOf, isQueued } from '../../text/animal/pet-texts.ts';
import type { App } from '../app-context.ts';
import { animalAtCursor, hasMarks } from './cursor.ts';

/** 400 ms after it was seen at the latest, as a change is drawn within 100 ms. */
const guardMs = 500;

/** Actions whose key is about the row under the cursor, and changes it. */
const acting: ReadonlySet<string> = new Set('edit retry restore discard hold release not-mine'.split(' '));
/** Those that change it too, and are about what was done before. */
const changing: ReadonlySet<string> = new Set([...acting, 'undo', 'save', 'sync']);

/** Takes note of the row. `isByKey`: a person's key led there. */
export function noteRow(app: App, isByKey: boolean): void {
  const { row } = app;
  const animal = animalAtCursor(app);
  const key = animal ? idOf(animal) : '';
  const standing = animal && isQueued(animal) ? decidedState(animal) : '';
  if (row.key === key && row.standing === standing) {
    return;
  }

  // Where nothing stood nobody meant another one.
  const isOwn = isByKey || row.key === undefined || row.key === '' || row.acted === row.key;
  row.acted = isOwn ? undefined : row.acted;
  row.changedAt = isOwn ? row.changedAt : app.now();
  row.key = key;
  row.standing = standing;
}

/** An animal's row is about to change as a person's own doing, though no key acts on it. */
export function expectChange(app: App, localId: string): void {
  const { row } = app;
  row.acted = row.key === localId ? localId : row.acted;
}

/** Whether an action would act on a row that has just changed by itself. Else what it changes is no surprise. */
export function isStartled(app: App, action: string | undefined): boolean {
  if (action === undefined || !changing.has(action)) {
    return false;
  }

  const isTooSoon = acting.has(action) && !hasMarks(app) && app.now() - app.row.changedAt < guardMs;
  app.row.acted = isTooSoon ? app.row.acted : app.row.key;
  return isTooSoon;
}
