import type { Entry } from '../../domain/entry.js';
import type { EngineState } from '../engine-state.js';

/**
 * Whether the same bytes may be sent again under the same key. That the service says so is not enough: a gateway on the
 * way, or one of several, may take the header out. So every animal of the queue that was answered with an id must have
 * come back with its key, or a person said that the service honours keys (`--idempotency honoured`).
 */
export function areKeysHonoured({ keySupport, isKeySupportGiven, local }: EngineState): boolean {
  return keySupport === 'honoured' && (isKeySupportGiven || areAllEchoed(local.journal.entries()));
}

function areAllEchoed(entries: readonly Entry[]): boolean {
  const answered = entries.filter(({ state, adopted }) => state === 'created' && adopted === undefined);
  return answered.length > 0 && answered.every(({ keyEchoed }) => keyEchoed === true);
}
