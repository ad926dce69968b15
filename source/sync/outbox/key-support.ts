import type { Entry } from '../../domain/entry.js';
import { answeredAt } from '../../domain/waits.js';
import type { EngineState } from '../engine-state.js';

/**
 * Whether the same bytes may be sent again under the same key. That the service says so is not enough: a gateway on the
 * way may take the header out. The last animal that was answered with an id must have come back with its key; a
 * person's word on the service (`--idempotency honoured`) is believed.
 */
export function areKeysHonoured({ keySupport, isKeySupportGiven, local }: EngineState): boolean {
  return keySupport === 'honoured' && (isKeySupportGiven || isLastEchoed(local.journal.entries()));
}

function isLastEchoed(entries: readonly Entry[]): boolean {
  let last: { readonly at: number; readonly isEchoed: boolean } | undefined;
  for (const entry of entries) {
    if (entry.state === 'created' && entry.adopted === undefined) {
      const at = answeredAt(entry) ?? 0;
      last = last === undefined || at >= last.at ? { at, isEchoed: entry.keyEchoed === true } : last;
    }
  }

  return last?.isEchoed === true;
}
