/** A service that was reset: the id that it gave twice, and the effects of its confirmation in every process. */
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { unlessRaced } from '../../local/journal/journal.js';
import { isoNow } from '../../platform/time/clock.js';
import { ActionError } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { emptyCopy } from '../lists/saved-lists.js';
import { refreshQueue } from '../evidence/queue-view.js';
import { quirksOf } from '../evidence/keep-footprint.js';
import { waitForLease } from './working-offline.js';

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
  if (engine.questions.isForPerson && !engine.questions.isCopied) {
    engine.questions.settle();
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
    await local.archive.archive(await markArchived(engine, created), quirksOf(engine), { isReset: true });
  } finally {
    lease.release();
  }

  startAnew(engine);
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

/** Pauses sending while an id given twice is not decided, which outlasts the process. */
export function pauseIfConflicting(engine: EngineState): void {
  const { local } = engine;
  for (const { localId, state, history } of engine.questions.isForPerson ? [] : local.journal.entries()) {
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
  engine.questions.ask('changed', { code: 'id_given_twice', message });
}
