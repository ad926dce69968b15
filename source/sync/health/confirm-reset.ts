/** The effects of a confirmed reset here, in the confirming process and in every other one. */
import { ActionError } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { emptyCopy } from '../lists/saved-lists.js';
import { refreshQueue } from '../evidence/queue-view.js';
import { quirksOf } from '../evidence/ownership.js';
import { markArchived } from './mark-archived.js';
import { waitForLease } from './wait-for-lease.js';

/** A confirmation in another process holds in this one too. */
export async function noticeConfirmed(engine: EngineState): Promise<void> {
  const { archive } = engine.local;
  await archive.load();
  if (archive.resets() !== engine.saved.resets) {
    startAnew(engine);
  }
}

/** The knowledge from before the reset no longer holds; the next refresh shows it as it is. */
function startAnew(engine: EngineState): void {
  const { credential } = engine.saved;
  engine.setSaved({ ...emptyCopy, resets: engine.local.archive.resets(), credential });
  engine.forgetIds();
  if (engine.paused?.state === 'changed' && !engine.isCopied) {
    engine.resume();
    engine.setConnection('connecting');
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
    await local.archive.archiveAsReset(await markArchived(engine, created), quirksOf(engine));
  } finally {
    lease.release();
  }

  startAnew(engine);
  await refreshQueue(engine);
}
