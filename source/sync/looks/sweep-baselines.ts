import { isWaiting } from '../../domain/entry.js';
import type { EngineState } from '../engine-state.js';

/** Removes the baselines that nobody needs any more. */
export async function sweepBaselines(engine: EngineState): Promise<void> {
  const { local } = engine;
  // Nobody knows which baselines an entry needs that cannot be read.
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
