import type { Entry } from '../../domain/entry.ts';
import type { Part } from '../state.ts';
import { isToBeSent } from '../reconcile/api-key.ts';

/** How many of the animals that were to be sent are settled. */
type SendingProgress = { readonly done: number; readonly total: number };

/**
 * Counts how far the sending is of what waited to be sent when it began. Called after every animal, so it looks only at
 * entries that differ from the last time in their place: of thousands that wait, one or two.
 */
export function countSending(before: readonly Entry[]): (now: readonly Entry[]) => SendingProgress {
  const begun = new Set(before.filter(isToBeSent).map(({ localId }) => localId));
  const weigh = (entry: Entry | undefined): number =>
    entry !== undefined && isToBeSent(entry) && begun.has(entry.localId) ? 1 : 0;
  let last = before;
  let pending = begun.size;
  return (now) => {
    const length = now === last ? 0 : Math.max(now.length, last.length);
    for (let place = 0; place < length; place += 1) {
      // Where others joined or left, all behind them are in another place: their sum is the same.
      if (now[place] !== last[place]) {
        pending += weigh(now[place]) - weigh(last[place]);
      }
    }

    last = now;
    return { done: begun.size - pending, total: begun.size };
  };
}

/** Shows the progress each time it is called. One animal alone is announced by its name, and the end by its result. */
export function followSending(engine: Part<'local' | 'show'>, before: readonly Entry[]): () => SendingProgress {
  const count = countSending(before);
  return () => {
    const { done, total } = count(engine.local.queue.entries());
    engine.show({ progress: total > 1 && done < total ? { what: 'Sending', done, total } : undefined });
    return { done, total };
  };
}
