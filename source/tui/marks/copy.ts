import { Buffer } from 'node:buffer';
import { toWirePet, toWireNewPet } from '../../platform/json/wire-json.js';
import { countText } from '../../text/count-text.js';
import { snapshotOf, type App } from '../app-context.js';
import { findPet } from '../models/list-rows.js';
import { hasMarks, markedAnimals } from './marks.js';
import { animalAtCursor } from '../actions/cursor.js';
import { say } from '../actions/say.js';

/** `y` and `Y`: the id, or the whole animal as JSON, to the clipboard of the person's own terminal (OSC 52). */
export function copyAnimal(app: App, what: 'id' | 'json'): void {
  if (hasMarks(app)) {
    copyMarked(app, what);
    return;
  }

  const row = animalAtCursor(app);
  if (!row) {
    return;
  }

  const text = what === 'id' ? row.key : JSON.stringify('pet' in row ? toWirePet(row.pet) : toWireNewPet(row.entry));
  write(app, text);
  say(app, what === 'id' ? `Copied ${row.key}.` : `Copied ${row.key} as JSON.`);
}

/** The ids one a line, or an array. */
function copyMarked(app: App, what: 'id' | 'json'): void {
  const { entries, petIds } = markedAnimals(app);
  const { pets } = snapshotOf(app);
  const ids = [...entries.map(({ localId }) => localId), ...petIds];
  const animals = [
    ...entries.map((entry) => toWireNewPet(entry)),
    ...petIds.flatMap((id) => pets[findPet(pets, id)] ?? []).map((pet) => toWirePet(pet)),
  ];
  write(app, what === 'id' ? ids.join('\n') : JSON.stringify(animals));
  say(app, `Copied ${countText(ids.length, what === 'id' ? 'id' : 'animal')}${what === 'id' ? '' : ' as JSON'}.`);
}

function write(app: App, text: string): void {
  app.terminal.write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`);
}
