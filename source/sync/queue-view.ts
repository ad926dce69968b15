/** The queue as it is shown: read again when it changed, with states as they truly are in this moment. */
import type { Entry } from '../domain/entry.js';
import type { Context } from './context.js';

/** The queue as the screens see it. */
export type QueueView = {
  /** Reads what is new and shows it; resolves to whether anything was. */
  refresh(): Promise<boolean>;
  /** An entry as it is to be shown. */
  shown(entry: Entry): Entry;
};

/**
 * An attempt without an outcome is `sending` only while a sender lives: this process, or another that holds the lock.
 * Otherwise its process died, and whether the animal arrived must be found out: `checking`.
 */
export function createQueueView(context: Context): QueueView {
  const { store } = context;
  let isOtherSending = false;

  const shown = (entry: Entry): Entry =>
    entry.state === 'sending' && !context.inFlight.has(entry.localId) && (context.lock !== undefined || !isOtherSending) ? { ...entry, state: 'checking' } : entry;

  return {
    shown,
    async refresh() {
      const changed = await store.queue.refresh();
      const entries = store.queue.entries();
      const hasAttempt = entries.some(({ state, localId }) => state === 'sending' && !context.inFlight.has(localId));
      isOtherSending = hasAttempt && context.lock === undefined && (await isLockHeld(context));
      const unreadable = [...store.queue.unreadable(), ...store.archive.problems()].map(({ path, reason }) => ({
        path,
        problem: { code: 'unreadable', message: `${path} cannot be used: ${reason}. The file is kept; everything else goes on.` },
      }));
      context.update({ entries: hasAttempt ? entries.map(shown) : entries, ...(unreadable.length > 0 || context.snapshot().unreadable.length > 0 ? { unreadable } : {}) });
      return changed;
    },
  };
}

async function isLockHeld({ store }: Context): Promise<boolean> {
  try {
    const lock = await store.acquireSenderLock();
    lock?.release();
    return lock === undefined;
  } catch {
    // A folder that cannot be written has no sender.
    return false;
  }
}
