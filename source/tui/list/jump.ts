/** `f`: the cursor goes to the next name that begins with what is typed; `n` and `N` go on from there. */
import { foldText } from '../../domain/search/fold-text.js';
import { activeList, cursorIndex, listRows, putCursor, queueRows } from '../actions/cursor.js';
import { askForText } from '../actions/ask.js';
import { say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { shortName } from '../../text/animal/short-name.js';
import type { Row } from '../models/list-rows.js';
import { findRow } from '../models/position.js';

/** Asks for the beginning of a name. */
export function openJump(app: App): void {
  askForText(app, { kind: 'jump', from: cursorIndex(app, jumpList(app)) });
}

/** Follows what is typed, letter by letter, from where it began; returns the way to stop. */
export function followJump(app: App): () => void {
  let last = '';
  return app.model.subscribe(() => {
    const { prompt, fields } = app.model.get();
    const text = prompt?.kind === 'jump' ? lineText(fields.jump) : '';
    if (text !== last) {
      last = text;
      if (prompt?.kind === 'jump' && text !== '') {
        goToName(app, text, prompt.from, 1);
      }
    }
  });
}

/** Enter, Esc, an arrow: the cursor stays where it is. Says so where no name begins so. */
export function endJump(app: App): void {
  app.model.dispatch({ type: 'answered' });
  const text = lineText(app.model.get().fields.jump);
  if (text !== '' && find(app, text, 0, 1) === -1) {
    say(app, `No name here begins with "${shortName(text)}".`);
  }
}

/** `n` and `N`: the next and the previous name that begins so, round and round. */
export function repeatJump(app: App, step: 1 | -1): void {
  const text = lineText(app.model.get().fields.jump);
  if (text === '') {
    say(app, 'f and the beginning of a name go there first; n and N repeat it.');
  } else if (!goToName(app, text, cursorIndex(app, jumpList(app)) + step, step)) {
    say(app, `No name here begins with "${shortName(text)}".`);
  }
}

function jumpList(app: App): 'list' | 'queue' {
  return activeList(app) === 'queue' ? 'queue' : 'list';
}

function goToName(app: App, text: string, from: number, step: 1 | -1): boolean {
  const index = find(app, text, from, step);
  if (index !== -1) {
    putCursor(app, jumpList(app), index);
  }

  return index !== -1;
}

function find(app: App, text: string, from: number, step: 1 | -1): number {
  const start = foldText(text);
  const rows = jumpList(app) === 'queue' ? queueRows(app) : listRows(app);
  return findRow<Row>(rows, from, step, (row) =>
    foldText('pet' in row ? row.pet.name : row.entry.name).startsWith(start),
  );
}
