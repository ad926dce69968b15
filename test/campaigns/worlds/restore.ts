/** A queue that is put back from a backup, or goes on in two places. */
import type { Scene, Turn, World } from './world.ts';

/**
 * A backup is made while animals wait; they are sent, and later, with nothing in the air, it is put back: in place, or
 * `elsewhere`, onto a new machine as the old one is lost.
 */
const putBackTo =
  (elsewhere: boolean) =>
  async (scene: Scene): Promise<void> => {
    scene.weather.isDown = true;
    await scene.addMany(4);
    const restore = scene.backUp();
    scene.weather.isDown = false;
    await scene.settle();
    await restore({ elsewhere });
  };
const putBack = putBackTo(false);
const moveOn = putBackTo(true);

/** Nothing was sent between the backup and the restore. */
async function putBackAtOnce(scene: Scene): Promise<void> {
  await scene.settle();
  scene.weather.isDown = true;
  await scene.addMany(4);
  await scene.backUp()({ elsewhere: true });
  scene.weather.isDown = false;
}

/** The queue is copied to another machine while animals wait; both send. */
async function copyAway(scene: Scene): Promise<void> {
  scene.weather.isDown = true;
  await scene.addMany(4);
  const sendFromCopy = scene.copy();
  scene.weather.isDown = false;
  await sendFromCopy();
}

const middle = (run: Turn['run']): readonly Turn[] => [{ at: 0.5, run }];

export const restoreWorlds: readonly World[] = [
  { name: 'home restored in place with its notes', turns: middle(putBack), whenAsked: 'leaves', areNotesInHome: true },
  {
    name: 'home restored in place, "nothing was sent since", which is wrong',
    turns: middle(putBack),
    whenAsked: 'resumes',
    areNotesInHome: true,
  },
  {
    name: 'home restored in place, what waits is held',
    turns: middle(putBack),
    whenAsked: 'holds',
    areNotesInHome: true,
  },
  { name: 'new laptop from a backup, what waits is held', turns: middle(moveOn), whenAsked: 'holds' },
  {
    name: 'new laptop from a backup, "nothing was sent since", which is wrong',
    turns: middle(moveOn),
    whenAsked: 'resumes',
  },
  ...(['escaped', 'latin', 'cut'] as const).map((names): World => ({
    name: `the same, names stored ${names}`,
    oddNames: true,
    manners: { names },
    turns: middle(moveOn),
    whenAsked: 'resumes',
  })),
  {
    name: 'the same, a list of 100 animals and no word of more',
    known: 130,
    manners: { link: false },
    turns: middle(moveOn),
    whenAsked: 'resumes',
  },
  {
    name: 'new laptop from a backup, nothing was sent since',
    turns: middle(putBackAtOnce),
    whenAsked: 'resumes',
  },
  { name: 'queue put back', turns: middle(putBack), whenAsked: 'leaves' },
  {
    name: 'queue copied before its first contact, both send',
    prepare: ({ weather }) => void (weather.isDown = true),
    turns: [{ at: 0, run: copyAway }],
    whenAsked: 'leaves',
  },
  { name: 'queue copied later, both send', turns: middle(copyAway), whenAsked: 'leaves' },
];
