/**
 * Where the terminal's own cursor stands in the pictures: screen readers, braille displays and magnifiers follow it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { readPicture } from './picture.js';

/** Pages that are read: there is no row that keys are about. */
const pages = ['help', 'view', 'view-queued'];
/**
 * What stands before it: the mark of a row, in a pane too, of a choice or a field, and the lines that are typed into at
 * the bottom.
 */
const chosen = /(?:^ *|│ )[>▌](?: |$)|^ Filter: |^ :/;

const folder = new URL('./', import.meta.url);
for (const size of readdirSync(folder).filter((name) => /^\d+x\d+$/.test(name))) {
  test(`on every screen at ${size} the terminal's cursor stands on the row that keys are about`, async (t) => {
    for (const name of readdirSync(new URL(size, folder))) {
      const screen = name.replace('.txt', '');
      const { cells, cursor } = await readPicture(readFileSync(new URL(`${size}/${name}`, folder), 'utf8'));
      if (pages.includes(screen)) {
        t.is(cursor, undefined, screen);
        continue;
      }

      const row = cells[cursor?.y ?? -1]
        ?.slice(0, (cursor?.x ?? 0) + 1)
        .map(({ text }) => text)
        .join('');
      t.regex(row ?? 'no cursor', chosen, screen);
    }
  });
}
