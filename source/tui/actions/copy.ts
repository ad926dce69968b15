import { Buffer } from 'node:buffer';
import { toWirePet, toWireNewPet } from '../../platform/json/wire-json.js';
import type { App } from '../app-context.js';
import { animalAtCursor } from './cursor.js';
import { say } from './say.js';

/** `y` and `Y`: the id, or the whole animal as JSON, to the clipboard of the person's own terminal (OSC 52). */
export function copyAnimal(app: App, what: 'id' | 'json'): void {
  const row = animalAtCursor(app);
  if (!row) {
    return;
  }

  const text = what === 'id' ? row.key : JSON.stringify('pet' in row ? toWirePet(row.pet) : toWireNewPet(row.entry));
  app.terminal.write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  say(app, what === 'id' ? `Copied ${row.key}.` : `Copied ${row.key} as JSON.`);
}
