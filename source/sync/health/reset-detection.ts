import { isWaiting } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { refreshQueue } from '../outbox/queue-view.js';
import type { EngineState } from '../engine-state.js';
import { quirksOf } from '../recover/ownership.js';
import { emptyCopy } from '../lists/saved-lists.js';
import { markArchived } from './mark-archived.js';
import { ActionError } from '../api.js';
import { isOfTenant } from './tenant.js';
import type { BelongingFindings } from '../../local/origin/belonging.js';
import { waitForLease } from './wait-for-lease.js';
import { confirmedBy, type Known } from '../recover/witnesses.js';

/** Pauses sending from a folder that was copied or put back: what waits here may have been sent already. For the sender. */
export async function pauseIfCopied(engine: EngineState): Promise<boolean> {
  // A person may have confirmed it in another process.
  return pauseAsFound(engine, await engine.local.belonging.check());
}

function pauseAsFound(engine: EngineState, found: BelongingFindings): boolean {
  engine.setCopied(found.type !== 'as-left');

  if (found.type === 'copied' && found.numbers.length === 0) {
    engine.pause('changed', {
      code: 'folder_copied',
      message: 'This queue looks like a copy (restored, or moved to another machine, or its stamp.json is damaged or missing). Nothing is sent until you confirm that the original is no longer used, and what waits is kept.',
    });
  } else if (found.type !== 'as-left') {
    // Of a copy too, what was sent since is what matters: that the original is no longer used does not make it unsent.
    engine.pause('changed', { code: 'queue_put_back', message: describePutBack(found.numbers, found.type) });
  }

  return engine.isCopied;
}

/** Tells of such a folder before anybody sends from it, and changes nothing there. */
export async function tellIfCopied(engine: EngineState): Promise<void> {
  const { local } = engine;
  await local.archive.load();
  await refreshQueue(engine);
  if (local.newer() || !local.journal.entries().some(({ state }) => isWaiting(state))) {
    return;
  }

  pauseAsFound(engine, await local.belonging.look());
}

/** How many animals are named; the others are counted. */
const mostNamed = 3;

function describePutBack(numbers: readonly number[], type: 'copied' | 'put-back'): string {
  const named = numbers.slice(0, mostNamed).map((number) => `Q-${number}`).join(', ');
  const more = numbers.length - mostNamed;
  const [what, whether] =
    type === 'copied' ? ['is a copy, or was put back from a backup', ' that the original is no longer used'] : ['was put back from a backup, or a part of it was removed', ''];
  return `This queue ${what}: it lacks what was sent from here as ${named}${more > 0 ? ` and ${more} more` : ''}. Nothing is sent until you confirm${whether}, and what waits is kept. Discard what is in the store already before you do.`;
}

/** Pauses sending where the store was given another address since this engine was opened: what waits goes there. */
export async function pauseIfMoved(engine: EngineState): Promise<boolean> {
  const isMoved = !(await engine.isStillThere());
  if (isMoved) {
    engine.pause('misconfigured', { code: 'moved', message: 'This profile was moved to another address. Nothing is sent from here any more; open petstore again to go on there.' });
  }

  return isMoved;
}

/** What is known of the service now, before it is asked: what it answers later may already lack what is learnt meanwhile. */
export function knownOf(engine: EngineState): Known {
  const { saved, local } = engine;
  return { copy: saved, confirmed: confirmedBy(local.journal.entries().filter((entry) => isOfTenant(engine, entry)), saved) };
}

/** Pauses sending while an animal got an id of another one since the last confirmation and nobody has decided that, which outlasts the process. */
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
  const message = `The store gave ${localId} the id #${petId}, which it had given to another animal before, so it looks as if it was reset. Nothing is sent until you confirm, and what waits is kept.`;
  engine.pause('changed', { code: 'id_given_twice', message });
}

/** What a person confirmed in another process holds in this one too. */
export async function noticeConfirmed(engine: EngineState): Promise<void> {
  const { archive } = engine.local;
  await archive.load();
  if (archive.resets() !== engine.saved.resets) {
    startAnew(engine);
  }
}

/** Nothing that was known of the service before its reset holds any longer; the next refresh shows it as it is. */
function startAnew(engine: EngineState): void {
  const { lagMs, credential } = engine.saved;
  engine.setSaved({ ...emptyCopy, resets: engine.local.archive.resets(), lagMs, credential });
  engine.forgetIds();
  if (engine.paused?.state === 'changed' && !engine.isCopied) {
    engine.resume();
    engine.setConnection('connecting');
  }
}

/**
 * A person says that the service was reset and may be sent to as it is now.
 *
 * Every id known until then is another animal's, or nobody's. The settled entries move into the archive as former ones, or
 * each new id would look like theirs; the baselines go, as an id that they call old may be the very animal that is looked
 * for, so whatever is undecided goes to a person. The baselines first: should the process die in between, it is asked again.
 */
export async function confirmReset(engine: EngineState): Promise<void> {
  const { local } = engine;
  const lease = await waitForLease(engine);
  if (!lease) {
    throw new ActionError({ code: 'busy', message: 'Another petstore is sending just now, so nothing was changed. Try again in a moment.' });
  }

  try {
    await refreshQueue(engine);
    await local.baselines.sweep(new Set());
    const created = local.journal.entries().filter(({ petId, state }) => petId !== undefined && state === 'created');
    await local.archive.archiveAsReset(await markArchived(engine, created), quirksOf(engine));
  } finally {
    lease.release();
  }

  startAnew(engine);
  await refreshQueue(engine);
}
