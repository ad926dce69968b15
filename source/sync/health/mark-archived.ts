import type { Entry } from '../../domain/entry.js';
import { isoNow } from '../../platform/time/clock.js';
import { Raced } from '../../local/journal/journal.js';
import type { EngineState } from '../engine-state.js';

/**
 * Says of settled entries, by their next record, that the archive takes them. Without it a person's *restore* in another
 * program, acknowledged a moment ago, would be archived away as discarded. Returns those that nobody else changed first.
 */
export async function markArchived({ local, clock }: EngineState, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const sealed: Entry[] = [];
  for (const entry of entries) {
    try {
      sealed.push(entry.isMarkedArchived ? entry : await local.journal.append(entry, { kind: 'archived', at: isoNow(clock) }));
    } catch (error) {
      if (!(error instanceof Raced)) {
        throw error;
      }
    }
  }

  return sealed;
}
