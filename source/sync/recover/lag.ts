/**
 * How far the service's lists lag behind what it confirms: seen wherever an animal that was missing turns up, and kept.
 */
import type { Pet } from '../../domain/pet.js';
import type { EngineState } from '../engine-state.js';
import type { Known, Witness } from './witnesses.js';

/**
 * An animal is young for this many settle times (five minutes, with the usual one of 60 s): until then a list may lag
 * behind it.
 */
const youthInSettleTimes = 5;

/**
 * How long an animal is young after it was confirmed, in milliseconds: its absence then says only that the list lags.
 */
export function youthMs(engine: Pick<EngineState, 'settleMs' | 'saved'>): number {
  return Math.max(youthInSettleTimes * engine.settleMs, 2 * settleMs(engine));
}

/** The settle time, in milliseconds: at least twice the lag that was ever measured. */
export function settleMs({ settleMs: configured, saved }: Pick<EngineState, 'settleMs' | 'saved'>): number {
  return Math.max(configured, 2 * (saved.lagMs ?? 0));
}

/**
 * Takes in what one list says of the lag. `young`: what it lacks of what was confirmed a moment ago. When one of those
 * turns up, the lag was at least what it was missing for, and at most a settle time more is added for what nobody saw
 * in between.
 */
export function measureLag(
  engine: EngineState,
  { confirmed }: Known,
  listed: readonly Pet[],
  young: readonly Witness[],
): void {
  const now = engine.clock.now();
  const missingFor = ({ at }: Witness): number => Math.max(0, now - at);
  for (const { id } of engine.missed.size > 0 ? listed : []) {
    const missed = engine.missed.get(id);
    const witness = confirmed.get(id);
    engine.noteTurnedUp(id);
    if (missed !== undefined && witness) {
      const lagMs = Math.min(missingFor(witness), missed + engine.settleMs, youthInSettleTimes * engine.settleMs);
      if (lagMs > (engine.saved.lagMs ?? 0)) {
        engine.setSaved({ ...engine.saved, lagMs });
      }
    }
  }

  for (const witness of young) {
    engine.noteMissed(witness.pet.id, missingFor(witness));
  }
}
