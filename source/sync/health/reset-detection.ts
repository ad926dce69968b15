/** A service that was reset: the id that it gave twice. */
import type { Int64 } from '../../domain/int64.js';
import type { EngineState } from '../engine-state.js';

/**
 * Pauses sending while an animal got an id of another one since the last confirmation and the decision is open, which
 * outlasts the process.
 */
export function pauseIfConflicting(engine: EngineState): void {
  const { local } = engine;
  for (const { localId, state, history } of engine.paused?.state === 'changed' ? [] : local.journal.entries()) {
    const last = state === 'review' ? history.findLast((record) => record?.kind === 'outcome') : undefined;
    if (last?.kind === 'outcome' && last.result.type === 'conflict' && last.result.resets === local.archive.resets()) {
      pauseAsConflicting(engine, localId, last.result.pet.id);
      return;
    }
  }
}

/** Pauses sending as an animal got an id that had been given to another one. */
export function pauseAsConflicting(engine: EngineState, localId: string, petId: Int64): void {
  const message =
    `The store gave ${localId} the id #${petId}, which it had given to another animal before, so it ` +
    `looks as if it was reset. Nothing is sent until you confirm; queued animals are kept.`;
  engine.pause('changed', { code: 'id_given_twice', message });
}
