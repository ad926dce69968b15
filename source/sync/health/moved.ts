import type { EngineState } from '../engine-state.js';

/** Pauses sending if the store was given another address since this engine was opened: the queue goes there. */
export async function pauseIfMoved(engine: EngineState): Promise<boolean> {
  const isMoved = !(await engine.isStillThere());
  if (isMoved) {
    engine.pause('misconfigured', {
      code: 'moved',
      message:
        'This profile was moved to another address. Nothing is sent from here any more; open ' +
        'petstore again to go on there.',
    });
  }

  return isMoved;
}
