import type { Health } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../engine-state.js';
import { probe } from '../lists/probe.js';

/** How long `/healthz`, which no service needs to have, may take, in milliseconds. */
const longestHealthMs = 3000;

/** Makes sure that the store can be reached and that it is known whether it honours keys. */
export async function ensureReachable(engine: EngineState, signal: AbortSignal, limit?: number): Promise<boolean> {
  if (engine.keySupport !== 'unknown' && engine.snapshot().connection.state === 'online') {
    return true;
  }

  const asks = engine.idempotency === 'unknown' && engine.keySupport === 'unknown';
  const [isReachable, health] = await Promise.all([probe(engine, signal, limit), asks ? askHealth(engine, signal) : undefined]);
  if (isReachable && health) {
    // What a lost request does not tell is taken for no by what is sent now, and asked again for what was sent before.
    engine.learnKeySupport(health.honoursKeys === undefined ? 'unanswered' : health.honoursKeys ? 'honoured' : 'not-honoured');
  }

  return isReachable;
}

/** A service that leaves the question unanswered does not hold up what it was asked for. */
async function askHealth({ client, clock }: EngineState, signal: AbortSignal): Promise<Health> {
  const limit = new AbortController();
  const asked = new AbortController();
  void clock.wait(longestHealthMs, asked.signal).then(() => limit.abort());
  const health = await client.health(AbortSignal.any([signal, limit.signal]));
  asked.abort();
  return health;
}
