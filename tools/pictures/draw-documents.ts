import { readPicture } from '../../test/pictures/picture.ts';
import { playMovie } from '../../test/pictures/play-movie.ts';
import { drawMovie } from './draw-movie.ts';
import { drawSvg } from './draw-svg.ts';

/** The stills: the picture of `test/pictures/` for each, and its description. */
const stills = {
  list: ['120x40/working-offline', 'The app working offline: two animals wait in the queue above those of the store'],
  wide: ['120x40/list', 'The list, and all about the animal under the cursor beside it'],
  mine: ['120x40/mine', 'What was entered here: what needs a person, what waits, what is held, what was discarded'],
  activity: ['120x40/log', 'What happened, day by day, and all about the row under the cursor beside it'],
  review: [
    '120x40/review',
    'An animal whose answer was lost, and the animals on the store that it may be: a person decides',
  ],
  // A phone shows these in their own size, and shrinks the others until they cannot be read.
  'offline-phone': ['40x15/offline', 'The app without a signal: queued animals stand above those of the store'],
  'wide-phone': ['40x15/list', 'The list: animals that need a person, queued animals, and those of the store'],
  'review-phone': ['40x15/review', 'An animal whose answer was lost: a person decides which one it is'],
} as const;

/** The story of the moving picture. */
const story =
  'Two animals are added without a signal; it returns, the answer to one of them is lost, and it is found again, once';

/** The stills of the documents by their names. `read`: gives the text of a kept picture. */
export async function drawStills(read: (path: string) => string): Promise<ReadonlyMap<string, string>> {
  const drawn = new Map<string, string>();
  for (const [name, [path, title]] of Object.entries(stills)) {
    drawn.set(name, drawSvg(await readPicture(read(`test/pictures/${path}.txt`)), title));
  }

  return drawn;
}

/** The moving picture, `offline`. It plays the built program. */
export async function drawStory(): Promise<string> {
  return drawMovie(await playMovie(), story);
}
