/**
 * Every screen in an ordinary and in a small window, as the built program draws it in a real terminal: characters,
 * colours and cursor; and in a wide one those that have a pane there. These are no typewritten pages: so much of them is
 * inked, and so much of that has a colour.
 *
 * `PETSTORE_DRAW_FRAMES=1 npx ava test/pictures` draws them anew after a change that is meant; `npm run docs`
 * makes pictures of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test from 'ava';
import { comparePictures, readPicture } from './picture.js';
import { firstSteps, steps } from './screens.js';
import { walk } from './walk.js';

const all = [...firstSteps, ...steps].flatMap(({ picture }) => picture ?? []);
const sizes = [
  [80, 24, all],
  [40, 15, all],
  [120, 40, ['list', 'log', 'mine-review', 'review', 'working-offline', 'mine']],
] as const;
const isDrawing = process.env['PETSTORE_DRAW_FRAMES'] === '1';

// The program is told the time by a signal, which Windows has not.
const onUnix = process.platform === 'win32' ? test.skip : test;

for (const [cols, rows, names] of sizes) {
  const folder = new URL(`${cols}x${rows}/`, import.meta.url);
  const fileOf = (name: string): URL => new URL(`${name}.txt`, folder);
  const kept = (name: string): string | undefined =>
    existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : undefined;

  let pictures: ReadonlyMap<string, string> = new Map();
  onUnix(`all screens are reached at ${cols}x${rows}`, async (t) => {
    pictures = await walk(cols, rows, { names, kept, isDrawing });
    t.deepEqual([...pictures.keys()].sort(), [...names].sort());
  });

  for (const name of names) {
    onUnix(`${name} at ${cols}x${rows}`, (t) => {
      const picture = pictures.get(name) ?? '';
      if (isDrawing && picture !== '') {
        mkdirSync(folder, { recursive: true });
        writeFileSync(fileOf(name), picture);
      }

      const before = kept(name) ?? '';
      t.true(picture !== '', `${name} was not reached`);
      t.true(
        picture === before,
        `${name} looks otherwise:\n${comparePictures(before, picture)}\nIf that is meant: PETSTORE_DRAW_FRAMES=1 npx ava test/pictures`,
      );
    });
  }

  onUnix(`there is no picture of a screen that is gone at ${cols}x${rows}`, (t) => {
    t.deepEqual(readdirSync(folder).sort(), names.map((name) => `${name}.txt`).sort());
  });
}

type Ink = { readonly inked: number; readonly coloured: number };

/** Parts of all cells that show something, and of those that have a colour or a tint. */
async function inkOf(name: string): Promise<Ink> {
  const { cells } = await readPicture(readFileSync(`test/pictures/120x40/${name}.txt`, 'utf8'));
  const all = cells.flat();
  const inked = all.filter(({ text }) => text.trim() !== '');
  const coloured = inked.filter(({ looks }) => /green|yellow|red|cyan|blue|magenta|on-/u.test(looks));
  return { inked: inked.length / all.length, coloured: coloured.length / inked.length };
}

for (const [name, leastInked] of [
  ['list', 0.2],
  ['mine', 0.1],
  ['review', 0.18],
  ['log', 0.1],
] as const) {
  test(`${name} at 120x40 is inked and coloured enough`, async (t) => {
    const { inked, coloured } = await inkOf(name);
    t.log(`${name}: ${(inked * 100).toFixed(1)} % inked, ${(coloured * 100).toFixed(1)} % of that coloured or tinted`);
    t.true(inked >= leastInked, `${inked}`);
    t.true(coloured >= 0.12, `${coloured}`);
  });
}
