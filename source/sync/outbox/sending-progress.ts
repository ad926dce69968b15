import type { Entry, EntryState } from '../../domain/entry.js';

/** How many of the animals that were to be sent are settled. */
export type SendingProgress = { readonly done: number; readonly total: number };

/** Counts how far the sending is of what waited to be sent when it began. Called after every animal, so it makes nothing anew. */
export function countSending(before: readonly Entry[]): (now: readonly Entry[]) => SendingProgress {
  const begun = new Set(before.filter(isPending).map(({ localId }) => localId));
  return (now) => {
    let pending = 0;
    for (const entry of now) {
      pending += isPending(entry) && begun.has(entry.localId) ? 1 : 0;
    }

    return { done: begun.size - pending, total: begun.size };
  };
}

/** What the screen shows of it: one animal alone is announced by its name, and the end by what it came to. */
export function toProgress({ done, total }: SendingProgress): { readonly what: 'Sending'; readonly done: number; readonly total: number } | undefined {
  return total > 1 && done < total ? { what: 'Sending', done, total } : undefined;
}

const pendingStates: ReadonlySet<EntryState> = new Set(['queued', 'sending', 'checking']);

function isPending({ state }: Entry): boolean {
  return pendingStates.has(state);
}
