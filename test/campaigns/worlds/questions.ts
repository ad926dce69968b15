import type { Engine } from '../../../source/sync/snapshot.js';
import type { ManualClock } from '../../helpers/manual-clock.js';

/** How often the programs of one person ask whether the store, or the queue, is still the right one. */
export type Questions = {
  /** Notes what a program shows from now on; returns the way to stop, as when it ends. */
  watch(engine: Engine): () => void;
  /** How often asking began: a question that several programs, or one after the other, show at once is one. */
  asked(): number;
  /** Since when they have been asking, by `clock.elsewhere()`; undefined: they are not. */
  since(): number | undefined;
};

export function createQuestions(clock: ManualClock): Questions {
  const asking = new Set<Engine>();
  /** The program that asked ended with the question open; the next one tells. */
  let isOpen = false;
  let begun = 0;
  let startedAt: number | undefined;

  return {
    watch(engine) {
      const look = (): void => {
        const { state } = engine.snapshot().connection;
        if (state === 'changed') {
          begun += asking.size === 0 && !isOpen ? 1 : 0;
          startedAt ??= clock.elsewhere();
          asking.add(engine);
          isOpen = true;
        } else if (state === 'online') {
          asking.delete(engine);
          isOpen = asking.size > 0;
          startedAt = isOpen ? startedAt : undefined;
        }
      };
      const unsubscribe = engine.subscribe(look);
      look();
      return () => {
        unsubscribe();
        asking.delete(engine);
      };
    },
    asked: () => begun,
    since: () => startedAt,
  };
}
