import type { EngineState } from '../engine-state.js';
import type { LocalErrors } from '../health/local-errors.js';
import { noticeOffline } from '../health/working-offline.js';
import { refreshQueue } from '../outbox/queue-view.js';

/**
 * Follows what other programs change in the local files while the app is open; returns the way to stop. What cannot be read
 * just now (out of handles) is read again at the next round.
 */
export function watchLocal(engine: EngineState, { localErrors, requestRound }: { readonly localErrors: LocalErrors; readonly requestRound: () => void }): () => void {
  const follow = (read: () => Promise<boolean>) => (): void =>
    void read().then(
      (changed) => {
        localErrors.clearProblem('watch');
        if (changed) {
          requestRound();
        }
      },
      (error: unknown) => localErrors.reportProblem('watch', error),
    );
  const stops = [
    engine.local.watch(follow(() => refreshQueue(engine))),
    engine.local.offline.watch(
      follow(async () => {
        const before = engine.workingOffline;
        return (await noticeOffline(engine)) !== before;
      }),
    ),
  ];
  return () => {
    for (const stop of stops) {
      stop();
    }
  };
}
