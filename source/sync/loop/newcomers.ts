import type { Int64 } from '../../domain/int64.js';
import type { SavedCopy } from '../../local/list-cache.js';
import type { EngineState } from '../engine-state.js';
import { findSavedPet } from '../lists/saved-lists.js';

/** How long an animal is new, in milliseconds. */
const newForMs = 60_000;
/** More at once are no news that anybody could take in one by one, but another list. */
const mostAtOnce = 1000;

/** Which animals others added while the app is open. Begins empty: the first list is no news. */
export function createNewcomers(engine: EngineState) {
  const until = new Map<Int64, number>();
  const show = (): void => engine.show({ newcomers: new Set(until.keys()) });

  return {
    /** Notes the animals that were not in the copy before. */
    note(before: SavedCopy) {
      const { saved, clock, local } = engine;
      if (
        before.lists.all === undefined ||
        before.pets === saved.pets ||
        saved.pets.length - before.pets.length > mostAtOnce
      ) {
        return;
      }

      const news = saved.pets
        .filter(({ id }) => findSavedPet(before, id) === undefined && local.journal.owners(id).length === 0)
        .slice(-mostAtOnce);
      for (const { id } of news) {
        until.set(id, clock.uptime() + newForMs);
      }

      if (news.length > 0) {
        show();
      }
    },
    /** Those that are new no longer are shown as any other. */
    forgetOld() {
      const old = [...until].filter(([, end]) => engine.clock.uptime() >= end);
      for (const [id] of old) {
        until.delete(id);
      }

      if (old.length > 0) {
        show();
      }
    },
    /** Milliseconds until the first one is new no longer; Infinity: without newcomers. */
    endIn: () => Math.min(Infinity, ...until.values()) - engine.clock.uptime(),
  };
}
