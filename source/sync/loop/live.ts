/**
 * Keeping in step while the app is open: one loop that probes while the store cannot be reached, and otherwise sends what
 * is due and refreshes the lists. It sleeps until the next thing is due or somebody wakes it, and never polls.
 */
import type { Entry } from '../../domain/entry.js';
import type { Context } from '../context.js';
import { drain } from '../outbox/drain.js';
import { setConnection } from '../health/reachability.js';
import { probe } from '../lists/probe.js';
import { refreshList } from '../lists/refresh.js';
import { noticeOffline } from '../health/working-offline.js';

/** How often an unreachable store is probed, in milliseconds. */
const probeMs = 4000;
/** How often it is looked whether another key was saved, in milliseconds. */
const keyMs = 4000;
/** How often the whole list is read, in milliseconds. */
const wholeMs = 15 * 60_000;
/** A wait that took this much longer than asked for means that the machine slept, in milliseconds. */
const sleptMs = 15_000;
/** Another process is sending: look again after this long, in milliseconds. */
const busyMs = 1000;

/** The loop that runs while the app is open. */
export type Live = {
  /** Something changed that the loop should look at now. */
  requestRound(): void;
  stop(): Promise<void>;
};

/** Told of each round. */
export type LiveHandlers = {
  /** Done before each round. */
  readonly prepare: () => Promise<void>;
  /** A round failed, on the disk. */
  readonly onError: (error: unknown) => void;
  /** A round went well, on the disk. */
  readonly onDone: () => void;
  readonly onRound: () => void;
};

/** Begins at once. */
export function startLive(context: Context, handlers: LiveHandlers): Live {
  const stopping = new AbortController();
  /** Fired to end the wait after the present round; new for each round. */
  let alarm = new AbortController();
  let firstPageAt = -Infinity;
  let wholeAt = -Infinity;

  async function round(): Promise<number> {
    const signal = AbortSignal.any([stopping.signal, context.network.signal]);
    const { clock } = context;
    const wasReachable = context.snapshot().connection.state === 'online';
    if (!wasReachable && !(await probe(context, signal))) {
      return retryMs(context);
    }

    const before = context.local.journal.entries();
    const drained = await drain(context, { signal, onStep: () => showSending(context, before) });
    context.update({ progress: undefined });
    summarise(context, before);
    if (drained.type === 'blocked' && context.snapshot().connection.state !== 'online') {
      return retryMs(context);
    }

    const isWholeDue = clock.uptime() - wholeAt >= wholeMs || context.saved.lists.all === undefined || !wasReachable;
    if (isWholeDue || clock.uptime() - firstPageAt >= context.refreshMs) {
      if (!(await refreshList(context, 'all', isWholeDue ? 'whole' : 'first-page', signal))) {
        return retryMs(context);
      }

      firstPageAt = clock.uptime();
      wholeAt = isWholeDue ? clock.uptime() : wholeAt;
    }

    const drainIn = drained.type === 'busy' ? busyMs : drained.type === 'done' ? drained.nextMs : undefined;
    return Math.min(drainIn ?? Infinity, firstPageAt + context.refreshMs - clock.uptime());
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let wait = probeMs;
      alarm = new AbortController();
      try {
        await handlers.prepare();
        // Where the end of working offline is not noticed by watching, it is by the time of the next refresh.
        wait = (await noticeOffline(context)) ? context.refreshMs : await round();
        handlers.onDone();
      } catch (error) {
        handlers.onError(error);
      }

      handlers.onRound();
      const before = context.clock.uptime();
      const asked = Math.max(wait, 0);
      // What woke it during the round may have come too late for it, so the alarm is the round's own.
      await waitOrTakeKey(asked, AbortSignal.any([alarm.signal, stopping.signal]));
      if (context.clock.uptime() - before > asked + sleptMs) {
        // The network may be another one after a sleep: what is believed about it is old.
        context.retryRequestedAt = context.clock.now();
        setConnection(context, 'connecting');
      }
    }
  }

  /** A refused key is not shown to the store again and again, but another one that was saved meanwhile is noticed soon. */
  async function waitOrTakeKey(ms: number, signal: AbortSignal): Promise<void> {
    let left = ms;
    while (context.snapshot().connection.state === 'unauthorized' && left > keyMs && !signal.aborted) {
      await context.clock.wait(keyMs, signal);
      left -= keyMs;
      if ((await context.findNewKey?.()) !== undefined) {
        return;
      }
    }

    await context.clock.wait(left, signal);
  }

  const running = loop();
  return {
    requestRound() {
      alarm.abort();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** When an unreachable store is asked again: soon, unless only a person can change anything, or it asked to wait. */
function retryMs(context: Context): number {
  const { connection } = context.snapshot();
  if (connection.nextTryAt !== undefined) {
    return Math.max(Date.parse(connection.nextTryAt) - context.clock.now(), probeMs);
  }

  const isForPerson = connection.state === 'unauthorized' || connection.state === 'misconfigured' || connection.state === 'changed';
  return isForPerson ? context.refreshMs : probeMs;
}

/** How far the sending of several animals is; one alone is announced by its name. */
function showSending(context: Context, before: readonly Entry[]): void {
  const isPending = ({ state }: Entry): boolean => state === 'queued' || state === 'sending' || state === 'checking';
  const pending = new Set(context.local.journal.entries().filter(isPending).map(({ localId }) => localId));
  const begun = before.filter(isPending);
  const done = begun.filter(({ localId }) => !pending.has(localId)).length;
  context.update({ progress: begun.length > 1 && done < begun.length ? { what: 'Sending', done, total: begun.length } : undefined });
}

/** Tells what a drain came to, where it came to anything. */
function summarise(context: Context, before: readonly Entry[]): void {
  const states = new Map(before.map(({ localId, state }) => [localId, state]));
  // One that was not there before came from another program, as queued.
  const changed = context.local.journal.entries().filter(({ localId, state }) => (states.get(localId) ?? 'queued') !== state);
  const sent = changed.filter(({ state }) => state === 'created').length;
  const refused = changed.filter(({ state }) => state === 'rejected').length;
  const undecided = changed.filter(({ state }) => state === 'review').length;
  if (sent + refused + undecided > 0) {
    context.update({ summary: { sent, refused, undecided, at: new Date(context.clock.now()).toISOString() } });
  }
}
