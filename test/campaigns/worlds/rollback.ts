/** The service is put back to a backup: its newest animals never were, and their ids are given again. */
import type { Scene, World } from './world.ts';

function rollBack(count: number): (scene: Scene) => void {
  return (scene) => {
    scene.service.rollBack(count);
    scene.isReallyChanged = true;
  };
}

export const rollbackWorlds: readonly World[] = [
  ...[2, 6].map((count): World => ({
    name: `rollback of the newest ${count}`,
    turns: [{ at: 0.5, run: rollBack(count) }],
    whenAsked: 'confirms',
  })),
  {
    name: 'rollback of the newest 1, the next answer lost',
    thinkMs: [60_000, 300_000],
    turns: [{ at: 0.5, run: rollBackAndLose }],
    whenAsked: 'confirms',
  },
  {
    name: 'reset to the animals of the first day',
    turns: [{ at: 0.5, run: (scene) => rollBack(scene.service.pets().length - 40)(scene) }],
    whenAsked: 'confirms',
  },
];

/** As in the field: the animal that gets the id again is the one whose answer is lost. */
function rollBackAndLose(scene: Scene): void {
  rollBack(1)(scene);
  scene.weather.next?.push('insert-then-drop');
}
