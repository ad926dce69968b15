/**
 * Rows that the cursor goes to by what is typed: `f` and the beginning of a name in list and queue, `/` and words in
 * the activity log. `n` and `N` go on from there.
 */
import { foldText } from '../../domain/search/fold-text.js';
import { activeList, cursorIndex, listRows, logRows, putCursor, queueRows } from '../actions/cursor.js';
import { askForText, say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { activityRowText, rowTime } from '../../text/activity-rows.js';
import { shortName } from '../../text/animal/short-name.js';
import type { Row } from '../models/list-rows.js';
import type { LogRow } from '../models/log-model.js';
import { findRow } from '../models/position.js';

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
        goTo(app, prompt.from, 1, () => undefined);
      }
    }
  });
}

/** Enter, Esc, an arrow: the cursor stays with the name that it is on, or goes to the first row that has the words. */
export function endJump(app: App): void {
  app.model.answer();
  if (typedIn(app) !== '') {
    goTo(app, cursorIndex(app, jumpList(app)), 1);
  }
}

/** `n` and `N`: the next and the previous such row, round and round. */
export function repeatJump(app: App, step: 1 | -1): void {
  const list = jumpList(app);
  if (typedIn(app) === '') {
    const what = list === 'activity' ? '/ and some words go to a row' : 'f and the beginning of a name go there';
    say(app, `${what} first; n and N repeat it.`);
  } else {
    goTo(app, cursorIndex(app, list) + step, step);
  }
}

function jumpList(app: App): 'list' | 'queue' | 'activity' {
  const list = activeList(app);
  return list === 'settings' ? 'list' : list;
}

function typedIn(app: App): string {
  const { fields } = app.model.get();
  return jumpList(app) === 'activity' ? lineText(fields['log-search']).trim() : lineText(fields.jump);
}

function sayNone(app: App): void {
  const what = jumpList(app) === 'activity' ? 'Nothing here has' : 'No name here begins with';
  say(app, `${what} "${shortName(typedIn(app))}".`);
}

function goTo(app: App, from: number, step: 1 | -1, ifNone = sayNone): void {
  const list = jumpList(app);
  const start = foldText(typedIn(app));
  const { categoryLabels } = app.model.get().settings;
  const isRow = ({ row }: LogRow): boolean => {
    const text = foldText(`${rowTime(row)} ${activityRowText(row, categoryLabels)}`);
    return start.split(/\s+/u).every((word) => text.includes(word));
  };
  const isName = (row: Row): boolean => foldText('pet' in row ? row.pet.name : row.entry.name).startsWith(start);
  const index =
    list === 'activity'
      ? findRow(logRows(app), from, step, isRow)
      : findRow<Row>(list === 'queue' ? queueRows(app) : listRows(app), from, step, isName);
  if (index === -1) {
    ifNone(app);
  } else {
    putCursor(app, list, index);
  }
}
