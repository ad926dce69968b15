import type { EngineState } from '../engine-state.js';

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
    /** Begins, if the service offers events and this does not listen yet. */
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
