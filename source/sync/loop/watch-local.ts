import type { EngineState } from '../state.ts';
import { refreshQueue } from '../reconcile/queue-view.ts';
import { noticeOffline } from '../list/reachability.ts';

/**
 * After a reading it rests for so many times as long as it took, and at most so many milliseconds. Longer while this
 * process sends: then nearly all that changes is its own, and the sender reads the queue by itself.
 */
const restFactor = 3;
const restFactorOfSender = 20;
const mostRestMs = 2000;

/** How long it rests after a reading, both in milliseconds. `isSender`: this process sends just now. */
export function restAfterReading(tookMs: number, isSender: boolean): number {
  return Math.min(mostRestMs, tookMs * (isSender ? restFactorOfSender : restFactor));
}

/**
 * Follows what other programs change in the local files while the app is open; returns the way to stop. What cannot be
 * read just now (out of handles) is read again at the next round.
 *
 * Each change wakes it several times, and reading a queue of 10 000 animals takes a tenth of a second: so one reading
 * follows the other, with a rest between them.
 */
export function watchLocal(engine: EngineState, requestRound: () => void): () => void {
  const { clock, localErrors } = engine;
  let isStopped = false;
  const follow = (read: () => Promise<boolean>): (() => void) => {
    let isUnderWay = false;
    let isDue = false;
    const keepUp = async (): Promise<void> => {
      isUnderWay = true;
      while (isDue && !isStopped) {
        isDue = false;
        const begun = clock.uptime();
        try {
          const changed = await read();
          localErrors.clearProblem('watch');
          if (changed) {
            requestRound();
          }
        } catch (error) {
          localErrors.reportProblem('watch', error);
        }

        const took = clock.uptime() - begun;
        if (took > 0) {
          await clock.wait(restAfterReading(took, engine.lease !== undefined));
        }
      }

      isUnderWay = false;
    };
    return () => {
      isDue = true;
      if (!isUnderWay) {
        void keepUp();
      }
    };
  };
  const readQueue = follow(async () => {
    const before = engine.workingOffline;
    const isChanged = await refreshQueue(engine);
    return (await noticeOffline(engine)) !== before || isChanged;
  });
  const stopWatching = engine.local.watch(readQueue);
  // What changed before the watch began, as while the process was stopped by Ctrl-Z.
  readQueue();
  return () => {
    isStopped = true;
    stopWatching();
  };
}
