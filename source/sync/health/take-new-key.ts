import type { EngineState } from '../engine-state.js';

/**
 * After a refusal: takes the key that was saved meanwhile, also by another petstore. Not while anything is being sent:
 * an attempt names the credential it is made with, and one honoured for that credential may not be for another.
 */
export async function takeNewKey(engine: EngineState): Promise<void> {
  if (engine.snapshot().connection.state !== 'unauthorized') {
    return;
  }

  const take = await engine.findNewKey();
  if (!engine.isInFlight()) {
    take?.();
  }
}
