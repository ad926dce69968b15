import type { EngineState } from '../engine-state.js';
import { readFresh } from './read-fresh.js';
import { doubtedFor, postponeDoubt } from '../health/doubt.js';

/**
 * The second reading of a service that is doubted, and each later one: it clears the doubt or makes it sure, or is made
 * once more later.
 */
export async function readAgain(engine: EngineState, signal: AbortSignal): Promise<void> {
  await readFresh(engine, signal, { newConnection: true });
  if (doubtedFor(engine) === 0) {
    postponeDoubt(engine);
  }
}
