import type { EngineState } from '../engine-state.js';
import { refreshQueue } from '../evidence/queue-view.js';
import { noticeOffline } from '../health/reachability.js';

/** A stream that lived for so long has not failed, in milliseconds. */
const livedMs = 20_000;
/** After so many failures in a row the timer does without it; it is tried again within so many milliseconds. */
const mostFailures = 2;
const retryMs = 5 * 60 * 1000;
/** How soon a stream that ended is opened again, in milliseconds: all listeners are cut off at the same moment. */
const soonMs = 5000;

/**
 * Hears from the service that something changed. `onNews` is called for that, and once when a stream begins, since
 * earlier changes were not told. Whoever is told asks for the changes. The snapshot's `isLive` says whether a stream is
 * open.
 */
export function createListener(engine: EngineState, onNews: () => void) {
  const stopping = new AbortController();
  let listening: Promise<void> | undefined;
  let failures = 0;

  async function listenOnce(url: string): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, engine.network]);
    const { clock } = engine;
    const begun = clock.uptime();
    const end = await engine.client.listen(url, signal, () => {
      engine.show({ isLive: true });
      onNews();
    });
    engine.show({ isLive: false });
    failures = end.wasOpen && clock.uptime() - begun >= livedMs ? 0 : failures + 1;
    const wait =
      failures >= mostFailures ? retryMs * (0.5 + engine.options.random() / 2) : soonMs * engine.options.random();
    await clock.wait(Math.max(wait, end.retryAfterMs ?? 0), signal);
    // From here on the timer refreshes; it needs to be told.
    onNews();
  }

  return {
    keep() {
      const { events } = engine.saved;
      if (
        events !== undefined &&
        !listening &&
        !stopping.signal.aborted &&
        engine.snapshot().connection.state === 'online'
      ) {
        listening = listenOnce(events).finally(() => (listening = undefined));
      }
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

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
 * Each record that is written wakes it several times, and reading a queue of 10 000 animals takes a tenth of a second:
 * five hundred changes at once would only read it. So one reading follows the other, with a rest between them.
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
  const readQueue = follow(() => refreshQueue(engine));
  const stops = [
    engine.local.watch(readQueue),
    engine.local.offline.watch(
      follow(async () => {
        const before = engine.workingOffline;
        return (await noticeOffline(engine)) !== before;
      }),
    ),
  ];
  // What changed before the watch began, as while the process was stopped by Ctrl-Z.
  readQueue();
  return () => {
    isStopped = true;
    stops.forEach((stop) => stop());
  };
}
