/** One `sync`: checks, sends and refreshes until only a person, or time beyond the time-out, can help. */
import type { Entry, EntryState } from '../../domain/entry.js';
import { isWaiting } from '../../domain/entry.js';
import type { Context } from '../context.js';
import { doubtedFor } from '../health/doubt.js';
import { drainUntil } from '../outbox/drain-until.js';
import { endPause } from '../health/reachability.js';
import { readAgain } from '../recover/read-again.js';
import { refreshList } from '../lists/refresh.js';
import { noticeConfirmed } from '../health/reset-detection.js';
import type { SyncedEntry, SyncReport } from '../api.js';
import { probe } from '../lists/probe.js';

/** Ends after `timeoutMs` at the latest; what is under way then is kept and checked later. */
export async function syncOnce(
  context: Context,
  { timeoutMs, signal, onProgress }: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly onProgress?: ((done: number, total: number) => void) | undefined },
): Promise<SyncReport> {
  const { clock, local } = context;
  const deadline = clock.uptime() + timeoutMs;
  const timeOut = new AbortController();
  const limited = AbortSignal.any([signal, timeOut.signal]);
  const ended = new AbortController();
  void clock.wait(timeoutMs, ended.signal).then(() => timeOut.abort());
  // A person asked: waits and pauses end, but for those only a confirmation ends.
  context.retryRequestedAt = clock.now();
  endPause(context);

  await noticeConfirmed(context);
  await context.refreshQueue();
  const before = new Map(local.journal.entries().map((entry) => [entry.localId, entry.state]));
  const isPending = ({ state }: Entry): boolean => state === 'queued' || state === 'sending' || state === 'checking';
  const total = local.journal.entries().filter(isPending).length;
  const onStep = (): void => {
    const done = total - local.journal.entries().filter(isPending).length;
    context.update({ progress: total > 1 && done < total ? { what: 'Sending', done, total } : undefined });
    onProgress?.(done, total);
  };

  await drainUntil(context, { signal: limited, onStep, deadline });
  context.update({ progress: undefined });
  const { state } = context.snapshot().connection;
  const isOpen = state === 'connecting' || (state === 'changed' && context.saved.doubt !== undefined);
  const isReachable = state === 'online' || (isOpen && (await probe(context, limited)));
  let refreshed = isReachable && (await refreshList(context, 'all', 'whole', limited));
  // A store that is doubted is asked once more, where there is time for it.
  for (let wait = doubtedFor(context); wait !== undefined && !limited.aborted && clock.uptime() + wait <= deadline; wait = doubtedFor(context)) {
    await clock.wait(wait, limited);
    await readAgain(context, limited);
    await drainUntil(context, { signal: limited, onStep, deadline });
    refreshed = !context.paused && (await refreshList(context, 'all', 'whole', limited));
  }

  ended.abort();
  return report(context, before, refreshed);
}

/** What a sync came to that was suspended in between: both parts did something, the later one knows how things are. */
export function joinReports(first: SyncReport, second: SyncReport): SyncReport {
  const done = (key: 'created' | 'adopted' | 'rejected' | 'review'): readonly SyncedEntry[] => [...first[key], ...second[key]];
  return { ...second, created: done('created'), adopted: done('adopted'), rejected: done('rejected'), review: done('review') };
}

function report(context: Context, before: ReadonlyMap<string, EntryState>, refreshed: boolean): SyncReport {
  const entries = context.local.journal.entries();
  const became = (test: (entry: Entry) => boolean): readonly SyncedEntry[] =>
    entries.filter((entry) => before.get(entry.localId) !== entry.state && test(entry)).map(({ localId, petId }) => ({ localId, ...(petId === undefined ? {} : { id: petId }) }));
  return {
    connection: context.snapshot().connection,
    created: became(({ state, adopted }) => state === 'created' && adopted === undefined),
    adopted: became(({ state, adopted }) => state === 'created' && adopted !== undefined),
    rejected: became(({ state }) => state === 'rejected'),
    review: became(({ state }) => state === 'review'),
    waiting: entries.filter(({ state }) => isWaiting(state)).length,
    refreshed,
  };
}
