import type { EngineState } from '../engine-state.js';
import { withinTime } from '../../platform/time/clock.js';
import { probe } from './probe.js';

/** How long `/healthz`, which no service needs to have, may take, in milliseconds. */
const longestHealthMs = 3000;

/** Makes sure that the store can be reached and that it is known whether it honours keys. */
export async function ensureReachable(engine: EngineState, signal: AbortSignal): Promise<boolean> {
  return (
    (engine.keySupport !== 'unknown' && engine.snapshot().connection.state === 'online') ||
    (await reach(engine, signal, () => probe(engine, signal)))
  );
}

/**
 * Asks the store whatever tells that it can be reached, and beside that, if it is not known, whether it honours
 * keys.
 */
export async function reach(engine: EngineState, signal: AbortSignal, ask: () => Promise<boolean>): Promise<boolean> {
  // A service that leaves the question unanswered does not hold up the request.
  const askHealth = (): Promise<{ readonly honoursKeys: boolean | undefined }> =>
    withinTime(engine.clock, longestHealthMs, signal, (limited) => engine.client.health(limited));
  const [isReachable, health] = await Promise.all([ask(), engine.keySupport === 'unknown' ? askHealth() : undefined]);
  if (isReachable && health) {
    // A lost question counts as no for sending now, and is asked again for animals sent before.
    const answered = health.honoursKeys === true ? 'honoured' : 'not-honoured';
    engine.learnKeySupport(health.honoursKeys === undefined ? 'unanswered' : answered);
  }

  return isReachable;
}
