/**
 * The moving picture of the README, played by the built program: offline, two animals are added, back online they get
 * their ids, and nothing is doubled.
 */
import type { MovieFrame } from '../../tools/pictures/draw-movie.js';
import { keys, type Expectation } from '../helpers/terminal.js';
import { readPicture } from './picture.js';
import { setStage } from './stage.js';
import { settle } from './walk.js';

/** Keys, what stands there then, and how long a person looks at it, in milliseconds. */
type Take = readonly [press: readonly string[], shows: Expectation, ms: number];

const typed = (text: string, line: (part: string) => RegExp, ms: number): readonly Take[] =>
  Array.from(text, (_, index) => [[text.charAt(index)], line(text.slice(0, index + 1)), ms]);
const inPrompt = (part: string): RegExp => new RegExp(`^ :${part}\\s*$`, 'm');
const inName = (part: string): RegExp => new RegExp(`> Name +${part}\\b`);

const animal = (name: string, category: string, localId: string): readonly Take[] => [
  [['a'], 'Add an animal', 700],
  ...typed(name, inName, 90),
  [[keys.tab], '> Category', 300],
  [[category], new RegExp(`> Category +${category}\\b`), 700],
  [[keys.ctrl('s')], `Queued as ${localId}`, 1600],
];

const takes: readonly Take[] = [
  [[], ([header = '']) => header.includes('● '), 1400],
  [[':'], /^ :\s*$/m, 400],
  ...typed('offline', inPrompt, 90),
  [[keys.enter], 'by choice', 1400],
  ...animal('Biscuit', '3', 'Q-1'),
  ...animal('Pepper', '2', 'Q-2'),
  [[':'], /^ :\s*$/m, 400],
  ...typed('online', inPrompt, 90),
  [
    [keys.enter],
    (lines) =>
      [77, 78].every((id) => lines.some((line) => line.includes(` ${id} `))) &&
      !lines.some((line) => line.includes('Q-')),
    4500,
  ],
];

/** Plays it once; always the same. */
export async function playMovie(): Promise<readonly MovieFrame[]> {
  const stage = await setStage();
  try {
    await stage.connect();
    const session = await stage.open(80, 14);
    await session.waitFor(/^ All 76\b/m);
    const frames: MovieFrame[] = [];
    for (const [press, shows, ms] of takes) {
      session.press(...press);
      await session.waitFor(shows);
      frames.push({ picture: await readPicture(await settle(stage, session)), ms });
    }

    return frames;
  } finally {
    await stage.close();
  }
}
