/**
 * Every screen in an ordinary and in a small window, as the built program draws it in a real terminal: characters,
 * colours and cursor; and in a wide one those that have a pane there.
 *
 * `PETSTORE_DRAW_FRAMES=1 npx ava test/pictures` draws them anew after a change that is meant; `npm run docs`
 * makes pictures of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test from 'ava';
import { comparePictures } from './picture.ts';
import { firstSteps, steps } from './screens.ts';
import { walk } from './walk.ts';

const all = [...firstSteps, ...steps].flatMap(({ picture }) => picture ?? []);
/** What a small window shows as an ordinary one does, only less of it. */
const notSmall = ['connect', 'marks', 'mine', 'key-refused', 'filter', 'add-double'];
const sizes = [
  [80, 24, all.filter((name) => name !== 'mine')],
  [40, 15, all.filter((name) => !notSmall.includes(name))],
  [120, 40, ['list', 'view', 'log', 'mine-review', 'review', 'working-offline', 'mine']],
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
