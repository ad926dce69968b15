import type { Pet } from '../../domain/pet.js';
import type { ListKey } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { withShown } from '../lists/saved-lists.js';

/** Pets that are shown together, at least: each time all that are known are put in order. */
const fewest = 100;

/**
 * Shows the rows of the first list that is ever read of a store as its pages arrive. They are not kept before the list
 * is accounted for; where another list is held, that one stays on the screen until then.
 */
export function showAsRead(engine: EngineState, key: ListKey): (pets: () => readonly Pet[]) => void {
  const { saved } = engine;
  const isFirst = key === 'all' && saved.lists.all === undefined && !engine.credit.doubt;
  let shown = 0;
  return (pets) => {
    if (!isFirst) {
      return;
    }

    const read = pets();
    if (read.length >= Math.max(fewest, shown * 2)) {
      shown = read.length;
      engine.show({ pets: withShown(engine.saved, read).pets });
    }
  };
}
