import { readPicture } from '../../test/pictures/picture.js';
import { playMovie } from '../../test/pictures/play-movie.js';
import { drawMovie } from './draw-movie.js';
import { drawSvg } from './draw-svg.js';

/** The stills: which picture of `test/pictures/` each is, and what is to be seen. */
const stills = {
  'first-run': ['80x24/first-run', 'The first start: try the built-in store, connect to one, or start one here'],
  list: ['120x40/working-offline', 'The app working offline: two animals wait in the queue above those of the store'],
  wide: ['200x50/list', 'The app in a wide window: the list, and all about the animal under the cursor beside it'],
  queue: ['120x40/queue', 'The queue in sections: what needs a person, what waits, what is held, what was discarded'],
  activity: ['120x40/log', 'What happened, day by day, and all about the row under the cursor beside it'],
  review: [
    '120x40/review',
    'An animal whose answer was lost, and the animals on the store that it may be: a person decides',
  ],
} as const;

/** What the moving picture shows. */
const story =
  'Working offline, two animals are added and wait in the queue; back online they are sent once and get their ids';

/** The pictures of the documents by their names. `read`: gives the text of a kept picture. */
export async function drawDocuments(read: (path: string) => string): Promise<ReadonlyMap<string, string>> {
  const drawn = new Map([['offline', drawMovie(await playMovie(), story)]]);
  for (const [name, [path, title]] of Object.entries(stills)) {
    drawn.set(name, drawSvg(await readPicture(read(`test/pictures/${path}.txt`)), title));
  }

  return drawn;
}
