import { isWaiting } from '../../domain/entry.js';
import type { EngineState } from '../engine-state.js';

/** Removes needless baselines. */
export async function sweepBaselines(engine: EngineState): Promise<void> {
  const { local } = engine;
  // The baselines of an unreadable entry are unknown.
  if (local.journal.unreadable().length > 0) {
    return;
  }

  const waiting = local.journal.entries().filter(({ state }) => isWaiting(state));
  const used = waiting.flatMap(({ history }) =>
    history.flatMap((record) => (record?.kind === 'attempt' && record.fence !== null ? [record.fence] : [])),
  );
  await local.baselines.sweep(
    new Set([
      ...used,
      ...(engine.listing?.documents() ?? []),
      ...(engine.saved.fenceBase === undefined ? [] : [engine.saved.fenceBase]),
    ]),
  );
}
