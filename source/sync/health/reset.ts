/** A service that was reset: its confirmation, and the effects of that in every process. */
import type { Entry } from '../../domain/entry.js';
import { unlessRaced } from '../../local/journal/journal.js';
import { isoNow } from '../../platform/time/clock.js';
import { ActionError } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { refreshQueue } from '../evidence/queue-view.js';
import { quirksOf } from '../evidence/keep-footprint.js';
import { waitForLease } from './working-offline.js';

/**
 * A confirmation holds in every process: the knowledge from before the reset is forgotten, and the next refresh shows
 * the store as it is.
 */
export async function noticeConfirmed(engine: EngineState): Promise<void> {
  const { archive } = engine.local;
  await archive.load();
  const resets = archive.resets();
  if (resets !== engine.saved.resets) {
    engine.forgetStore({ resets });
    engine.questions.settle('id');
  }
}

/**
 * A person says that the service was reset and may be sent to as it is now.
 *
 * Every id known until then is another animal's, or free. The settled entries move into the archive as former ones, or
 * each new id would look like theirs. The baselines go, as an id that they call old may be the very animal that is
 * looked for. So undecided animals go to a person. The baselines first: should the process die in between, it is asked
 * again.
 */
export async function confirmReset(engine: EngineState): Promise<void> {
  const { local } = engine;
  const lease = await waitForLease(engine);
  if (!lease) {
    throw new ActionError({
      code: 'busy',
      message: 'Another petstore is sending just now, so nothing was changed. Try again in a moment.',
    });
  }

  try {
    await refreshQueue(engine);
    await local.baselines.sweep(new Set());
    await local.footprints.forget();
    const created = local.journal.entries().filter(({ petId, state }) => petId !== undefined && state === 'created');
    await local.archive.archive(await markArchived(engine, created), quirksOf(engine), { isReset: true });
  } finally {
    lease.release();
  }

  await noticeConfirmed(engine);
  await refreshQueue(engine);
}

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
