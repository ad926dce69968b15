/** `/` in the activity log goes to the next row that has the words; `n` and `N` go on from there. */
import { foldText } from '../../domain/search/fold-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { cursorIndex, logRows, putCursor } from '../actions/cursor.js';
import { askForText } from '../actions/ask.js';
import { say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { findRow } from '../models/position.js';
import { activityRowText } from '../../text/activity-rows.js';
import { rowTime } from './activity-line.js';

/** Asks for words. */
export function openLogSearch(app: App): void {
  askForText(app, { kind: 'log-search' });
}

/** Enter: goes to the first row from the cursor on that has them. */
export function searchLog(app: App): void {
  app.model.dispatch({ type: 'answered' });
  if (lineText(app.model.get().fields['log-search']).trim() !== '') {
    goTo(app, 0, 1);
  }
}

/** `n` and `N`: the next and the previous such row, round and round. */
export function repeatLogSearch(app: App, step: 1 | -1): void {
  if (lineText(app.model.get().fields['log-search']).trim() === '') {
    say(app, '/ and some words go to a row first; n and N repeat it.');
  } else {
    goTo(app, step, step);
  }
}

function goTo(app: App, from: number, step: 1 | -1): void {
  const typed = lineText(app.model.get().fields['log-search']).trim();
  const words = foldText(typed).split(/\s+/u);
  const { categoryLabels } = app.model.get().settings;
  const index = findRow(logRows(app), cursorIndex(app, 'activity') + from, step, ({ row }) => {
    const text = foldText(`${rowTime(row)} ${activityRowText(row, categoryLabels)}`);
    return words.every((word) => text.includes(word));
  });
  if (index === -1) {
    say(app, `Nothing here has "${shortName(typed)}".`);
  } else {
    putCursor(app, 'activity', index);
  }
}
