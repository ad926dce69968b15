/** A whole list whose reading was cut short is kept as far as it was read, and the next reading goes on from there. */
import type { EngineState } from '../engine-state.js';
import { areIdsAscending } from '../../domain/pet/place-of.js';
import type { SavedPart } from '../../local/list-cache.js';

/** How old a part may be to be gone on with, in milliseconds: the list never claims to be newer than its beginning. */
const usableForMs = 6 * 60 * 60 * 1000;

/** The part of a list to go on with; only of one that runs up, so that newcomers are on the remaining pages. */
export function usablePart(
  { saved, clock, credit }: Pick<EngineState, 'saved' | 'clock' | 'credit'>,
  forMs = usableForMs,
): SavedPart | undefined {
  const { part } = saved;
  return part && areIdsAscending(part.pets) && !credit.doubt && Math.abs(clock.now() - Date.parse(part.begunAt)) < forMs
    ? part
    : undefined;
}

/** Keeps the read part; `before`: the part it went on from; `uptime`: when this reading began. */
export function keepPart(
  engine: EngineState,
  before: Pick<SavedPart, 'begunAt'> | undefined,
  read: Omit<SavedPart, 'begunAt'> | undefined,
  uptime: number,
): void {
  if (read) {
    const begunAt = before?.begunAt ?? new Date(engine.clock.now() - (engine.clock.uptime() - uptime)).toISOString();
    engine.setSaved({ ...engine.saved, part: { begunAt, ...read } });
  }
}
