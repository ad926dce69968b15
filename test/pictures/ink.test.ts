/** That the screens that matter most are no typewritten pages: how much of them is inked, and how much of that has a colour. */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { readPicture } from './picture.js';

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
  ['queue', 0.1],
  ['review', 0.2],
  ['log', 0.2],
] as const) {
  test(`${name} at 120x40 is inked and coloured enough`, async (t) => {
    const { inked, coloured } = await inkOf(name);
    t.log(`${name}: ${(inked * 100).toFixed(1)} % inked, ${(coloured * 100).toFixed(1)} % of that coloured or tinted`);
    t.true(inked >= leastInked, `${inked}`);
    t.true(coloured >= 0.12, `${coloured}`);
  });
}
