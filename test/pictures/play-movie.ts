/**
 * The moving picture of the README, played by the built program: two animals are entered without a signal; it returns,
 * the answer to one of them is lost, and that animal is found again, once.
 */
import type { MovieFrame } from '../../tools/pictures/draw-movie.ts';
import { keys, type Expectation } from '../helpers/terminal.ts';
import { readPicture } from './picture.ts';
import { setStage, type Stage } from './stage.ts';
import { settle } from './walk.ts';

/** What happens and is typed, what stands there then, and how long a person looks at it, in milliseconds. */
type Take = {
  readonly before?: (stage: Stage) => Promise<void>;
  readonly press?: readonly string[];
  readonly shows: Expectation;
  readonly ms: number;
};

const inName = (part: string): RegExp => new RegExp(`> Name +${part}\\b`);
const typed = (text: string): readonly Take[] =>
  Array.from(text, (letter, index) => ({ press: [letter], shows: inName(text.slice(0, index + 1)), ms: 90 }));

const animal = (name: string, category: string, save: string, shows: Expectation): readonly Take[] => [
  ...typed(name),
  { press: [keys.tab], shows: '> Category', ms: 300 },
  { press: [category], shows: new RegExp(`> Category +${category}\\b`), ms: 600 },
  { press: [save], shows, ms: 1200 },
];

const takes: readonly Take[] = [
  { shows: ([header = '']) => header.includes('● '), ms: 1200 },
  { before: (stage) => stage.service.stop(), press: ['r'], shows: /○ offline/, ms: 1400 },
  { press: ['a'], shows: 'Add an animal', ms: 600 },
  ...animal('Biscuit', '3', keys.ctrl('o'), 'Q-1'),
  ...animal('Pepper', '2', keys.ctrl('s'), 'Queued as Q-2'),
  {
    before: async (stage) => {
      stage.service.next('insert-then-drop', { method: 'POST' });
      // Else the look right after the loss finds it before anybody can see that it is checked.
      stage.service.freezeLists();
      await stage.service.start();
    },
    press: ['r'],
    shows: /checking 0:/,
    ms: 1800,
  },
  {
    before: async (stage) => {
      stage.service.thawLists();
      await stage.pass(25_000);
    },
    shows: /checking 0:25[^]*Added as #78: Pepper/,
    ms: 1800,
  },
  { before: (stage) => stage.pass(35_000), shows: /^ All 78 [^]*It is there: #77 Biscuit/m, ms: 4500 },
];

/** Plays it once; always the same. */
export async function playMovie(): Promise<readonly MovieFrame[]> {
  const stage = await setStage();
  try {
    await stage.connect();
    const session = await stage.open(80, 14);
    await session.waitFor(/^ All 76\b/m);
    const frames: MovieFrame[] = [];
    for (const { before, press = [], shows, ms } of takes) {
      await before?.(stage);
      session.press(...press);
      await session.waitFor(shows);
      frames.push({ picture: await readPicture(await settle(stage, session)), ms });
    }

    return frames;
  } finally {
    await stage.close();
  }
}
