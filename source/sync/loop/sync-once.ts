/** One `sync`: checks, sends and refreshes until only a person, or time beyond the time-out, can help. */
import { type Entry, type EntryState, isWaiting } from '../../domain/entry.ts';
import { withinTime } from '../../platform/time/clock.ts';
import { refreshQueue } from '../reconcile/queue-view.ts';
import type { EngineState, Part } from '../state.ts';
import { keepIfNew } from '../reconcile/known.ts';
import { drainUntil } from '../send/drain.ts';
import { followSending } from '../send/sending-progress.ts';
import { takeNewKey } from '../list/reachability.ts';
import { refreshList } from '../reconcile/refresh.ts';
import { probe } from '../reconcile/probe.ts';
import type { Engine, SyncReport } from '../api.ts';

/** Ends after `timeoutMs` at the latest; animals under way then are kept and checked later. */
export async function syncOnce(
  engine: EngineState,
  { timeoutMs, signal, onProgress }: Parameters<Engine['sync']>[0],
): Promise<SyncReport> {
  const deadline = engine.clock.uptime() + timeoutMs;
  return await withinTime(engine.clock, timeoutMs, signal, (limited) =>
    syncUntil(engine, deadline, limited, onProgress),
  );
}

async function syncUntil(
  engine: EngineState,
  deadline: number,
  signal: AbortSignal,
  onProgress: Parameters<Engine['sync']>[0]['onProgress'],
): Promise<SyncReport> {
  const { local } = engine;
  // A person asked: waits and pauses end, but for those only a confirmation ends.
  engine.retryRequestedAt = engine.clock.now();
  engine.questions.settle('refusal');

  await askAnew(engine);
  await refreshQueue(engine, { isJustRead: true });
  const before = new Map(local.queue.entries().map((entry) => [entry.localId, entry.state]));
  const showProgress = followSending(engine, local.queue.entries());
  const onStep = (): void => {
    const { done, total } = showProgress();
    onProgress?.(done, total);
  };

  await drainUntil(engine, { signal, onStep, deadline });
  engine.show({ progress: undefined });
  const { state } = engine.snapshot().connection;
  const isOpen = state === 'connecting' || engine.questions.has('store');
  const isReachable = state === 'online' || (isOpen && (await probe(engine, signal)));
  const refreshed = isReachable && (await refreshList(engine, 'all', 'whole', signal));
  await keepIfNew(engine);
  return report(engine, before, refreshed);
}

/** An earlier answer does not count now: the store is asked, also with an empty queue. */
async function askAnew(
  engine: Part<'inFlight' | 'options' | 'questions' | 'setConnection' | 'snapshot' | 'workingOffline'>,
): Promise<void> {
  const { state } = engine.snapshot().connection;
  if (engine.questions.open || engine.workingOffline || state === 'online') {
    return;
  }

  // As long as the key counts as refused, another one is taken.
  await takeNewKey(engine);
  engine.setConnection('connecting');
}

/** The result of a sync that was suspended in between: both parts did work, the later one has the present state. */
export function joinReports(first: SyncReport, second: SyncReport): SyncReport {
  return {
    ...second,
    created: [...first.created, ...second.created],
    adopted: [...first.adopted, ...second.adopted],
    rejected: [...first.rejected, ...second.rejected],
    review: [...first.review, ...second.review],
  };
}

function report(
  engine: Part<'local' | 'snapshot'>,
  before: ReadonlyMap<string, EntryState>,
  refreshed: boolean,
): SyncReport {
  const entries = engine.local.queue.entries();
  const became = (test: (entry: Entry) => boolean): SyncReport['created'] =>
    entries
      .filter((entry) => before.get(entry.localId) !== entry.state && test(entry))
      .map(({ localId, petId }) => ({ localId, ...(petId === undefined ? {} : { id: petId }) }));
  return {
    connection: engine.snapshot().connection,
    created: became(({ state, adopted }) => state === 'created' && adopted === undefined),
    adopted: became(({ state, adopted }) => state === 'created' && adopted !== undefined),
    rejected: became(({ state }) => state === 'rejected'),
    review: became(({ state }) => state === 'review'),
    waiting: entries.filter(({ state }) => isWaiting(state)).length,
    refreshed,
  };
}
