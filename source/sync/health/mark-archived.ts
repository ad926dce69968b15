import type { Entry } from '../../domain/entry.js';
import { isoNow } from '../../platform/time/clock.js';
import { unlessRaced } from '../../local/journal/journal.js';
import type { EngineState } from '../engine-state.js';

/**
 * Says of settled entries, by their next record, that the archive takes them. Without it a person's *restore* in
 * another program, acknowledged a moment ago, would be archived away as discarded. Returns those that no other process
 * changed first.
 */
export async function markArchived(
  { local, clock }: EngineState,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const taken: Entry[] = [];
  for (const entry of entries) {
    const marked = entry.isMarkedArchived
      ? entry
      : await unlessRaced(local.journal.append(entry, { kind: 'archived', at: isoNow(clock) }));
    if (marked) {
      taken.push(marked);
    }
  }

  return taken;
}
