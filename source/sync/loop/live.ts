/**
 * Keeping in step while the app is open: one loop that probes while the store cannot be reached, and otherwise sends
 * due animals and refreshes the lists. It sleeps until the next thing is due or somebody wakes it, and never polls.
 */
import type { Entry } from '../../domain/entry.ts';
import type { EngineState, Part } from '../state.ts';
import { keepIfNew } from '../reconcile/known.ts';
import { isoNow } from '../../platform/time/clock.ts';
import { drain } from '../send/drain.ts';
import { followSending } from '../send/sending-progress.ts';
import { pauseIfMoved } from '../reconcile/copied.ts';
import { probe } from '../reconcile/probe.ts';
import { refreshList } from '../reconcile/refresh.ts';
import { rereadMs, restMs } from '../list/freshness.ts';
import type { createActivities } from './activities.ts';
import { noticeOffline } from '../list/reachability.ts';

/** How often an unreachable store is probed, in milliseconds. */
const probeMs = 4000;
/** How often it is looked whether another key was saved, in milliseconds. */
const keyMs = 4000;
/** How often the whole list is read at least, in milliseconds. */
const wholeMs = 15 * 60_000;
/** How often a store with a change link is asked for news at most, in milliseconds: beside a person, and else. */
const attendedMs = 5000;
const unattendedMs = 30_000;
/** For so long after the last key somebody is there, in milliseconds. */
const attendsMs = 2 * 60_000;
/** A wait that took this much longer than asked for means that the machine slept, in milliseconds. */
const sleptMs = 15_000;
/**
 * Between two rounds at least, in milliseconds: by a clock that steps back what was due as the wait was reckoned may not
 * be due in the next round, and the loop would spin until it is.
 */
const leastMs = 10;
/** Another process is sending: look again after this long, in milliseconds. */
const busyMs = 1000;

/** `prepare` is done before each round, `onRound` is called after it. */
type Parts = {
  readonly prepare: () => Promise<void>;
  readonly onRound: () => void;
  readonly activities: ReturnType<typeof createActivities>;
};

/** Begins at once. */
export function startLive(engine: EngineState, { prepare, onRound, activities }: Parts) {
  const stopping = new AbortController();
  /** Fired to end the wait after the present round; new for each round. */
  let alarm = new AbortController();
  let attendedAt = -Infinity;
  /** When a store that refused what was sent is asked again, by the machine's clock. */
  let afterRefusal = -Infinity;
  /** The entries as another program's sending found them, and as they were last: its result is told as one sum. */
  let elsewhere: { readonly first: readonly Entry[]; readonly last: readonly Entry[] } | undefined;

  const isAttended = (): boolean => engine.clock.uptime() - attendedAt < attendsMs;
  /** From one refresh to the next. */
  const everyMs = (): number => {
    const { refreshMs } = engine.options;
    return engine.snapshot().isLive
      ? Math.min(refreshMs, isAttended() ? attendedMs : unattendedMs)
      : rereadMs(engine.saved, { refreshMs, isAttended: isAttended(), atLeastEveryMs: wholeMs });
  };

  const isWholeDue = (): boolean => {
    const { saved, clock } = engine;
    const isUnknown = saved.lists.all === undefined && saved.pageTrouble === undefined;
    return isUnknown || clock.uptime() - engine.readAt.whole >= Math.max(wholeMs, restMs(saved));
  };
  const isNewsDue = (): boolean => engine.clock.uptime() - engine.readAt.news >= everyMs();

  /** Reads the list, whole or only its news. Resolves to whether the store answered. */
  async function readList(isWhole: boolean, signal: AbortSignal): Promise<boolean> {
    const isRead = await refreshList(engine, 'all', 'news', signal, { isWholeDue: isWhole });
    // A list of which a later page fails is read no sooner again than another one.
    if (!isRead && engine.snapshot().connection.state !== 'online') {
      return false;
    }

    const now = engine.clock.uptime();
    engine.readAt = { news: now, whole: isWhole ? now : engine.readAt.whole };
    await tellRead();
    return true;
  }

  /** What a reading shows is told, whoever made it. */
  async function tellRead(): Promise<void> {
    engine.show({ isLive: engine.saved.changes !== undefined });
    await keepIfNew(engine);
    await activities.tell();
  }

  function showNext(): void {
    const { clock } = engine;
    engine.show({
      nextRefreshAt: new Date(clock.now() + engine.readAt.news + everyMs() - clock.uptime()).toISOString(),
    });
  }

  async function round(): Promise<number> {
    const signal = AbortSignal.any([stopping.signal, engine.network]);
    const { clock } = engine;
    const wasReachable = engine.snapshot().connection.state === 'online';
    const begunAt = clock.uptime();
    // Whatever woke the loop: a store that asked to wait is not asked before.
    const { nextTryAt } = engine.snapshot().connection;
    const isTooSoon = nextTryAt !== undefined && Date.parse(nextTryAt) > clock.now();
    // What woke it may be its own note of the refusal.
    if (engine.questions.has('refusal') && begunAt < afterRefusal) {
      return afterRefusal - begunAt;
    }

    if (!wasReachable && (isTooSoon || !(await isBack(signal)))) {
      return retryMs(engine);
    }

    const before = engine.local.queue.entries();
    // A sender keeps the list young by itself: thousands take many minutes.
    const drained = await drain(engine, { signal, onStep: followSending(engine, before) });
    const after = engine.local.queue.entries();
    const { first, last } = elsewhere ?? { first: before, last: before };
    const isAnySettled = Object.values(countSettled(last, after)).some((count) => count > 0);
    engine.show({
      progress: undefined,
      ...(isAnySettled ? { summary: { ...countSettled(first, after), at: isoNow(clock) } } : {}),
    });
    elsewhere = drained.type === 'busy' ? { first, last: after } : undefined;
    if (drained.type === 'blocked' && engine.snapshot().connection.state !== 'online') {
      const waitMs = retryMs(engine);
      afterRefusal = clock.uptime() + waitMs;
      return waitMs;
    }

    activities.forgetOld();
    // What the sender read since the store is back need not be read once more.
    const isWhole = isWholeDue() || (!wasReachable && engine.readAt.whole < begunAt);
    if (!(isWhole || isNewsDue())) {
      await tellRead();
    } else if (!(await readList(isWhole, signal))) {
      return retryMs(engine);
    }

    showNext();

    const dueIn = drained.type === 'done' ? drained.nextMs : undefined;
    const drainIn = drained.type === 'busy' ? busyMs : dueIn;
    const newsIn = engine.readAt.news + everyMs() - clock.uptime();
    return Math.min(drainIn ?? Infinity, newsIn, activities.endIn());
  }

  /** Mostly a profile is moved because the old address is dead: that is told then, and not that the store is away. */
  async function isBack(signal: AbortSignal): Promise<boolean> {
    return !(await pauseIfMoved(engine)) && (await probe(engine, signal));
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let wait = probeMs;
      alarm = new AbortController();
      try {
        await prepare();
        // If the end of working offline is not noticed by watching, it is by the time of the next refresh.
        await engine.local.queue.refresh();
        wait = (await noticeOffline(engine)) ? engine.options.refreshMs : await round();
        engine.localErrors.clearProblem('round');
        // The round has read the queue, whatever kept the watching from it.
        engine.localErrors.clearProblem('watch');
      } catch (error) {
        engine.localErrors.reportProblem('round', error);
      }

      onRound();
      const before = engine.clock.uptime();
      const asked = Math.max(wait, leastMs);
      // What woke it during the round may have come too late for it, so the alarm is the round's own.
      await waitOrTakeKey(asked, AbortSignal.any([alarm.signal, stopping.signal]));
      if (engine.clock.uptime() - before > asked + sleptMs) {
        // The network may be another one after a sleep: the beliefs about it are old.
        engine.retryRequestedAt = engine.clock.now();
        engine.setConnection('connecting');
      }
    }
  }

  /** A refused key is not shown to the store again and again; another one that was saved is noticed soon. */
  async function waitOrTakeKey(ms: number, signal: AbortSignal): Promise<void> {
    let left = ms;
    while (engine.snapshot().connection.state === 'unauthorized' && left > keyMs && !signal.aborted) {
      await engine.clock.wait(keyMs, signal);
      left -= keyMs;
      if ((await engine.options.findNewKey?.()) !== undefined) {
        afterRefusal = -Infinity;
        return;
      }
    }

    await engine.clock.wait(left, signal);
  }

  const running = loop();
  return {
    /** Something changed that the loop should look at now. */
    requestRound() {
      alarm.abort();
    },
    /** Somebody is there: news are asked for more often. */
    attend() {
      const wasAttended = isAttended();
      attendedAt = engine.clock.uptime();
      if (!wasAttended) {
        alarm.abort();
      }
    },
    async stop() {
      stopping.abort();
      await running;
      engine.show({ isLive: false });
    },
  };
}

/** When an unreachable store is asked again: soon, unless only a person can change anything, or it asked to wait. */
function retryMs(engine: Part<'clock' | 'options' | 'snapshot'>): number {
  const { connection } = engine.snapshot();
  if (connection.nextTryAt !== undefined) {
    return Math.max(Date.parse(connection.nextTryAt) - engine.clock.now(), probeMs);
  }

  const isForPerson =
    connection.state === 'unauthorized' || connection.state === 'misconfigured' || connection.state === 'changed';
  return isForPerson ? engine.options.refreshMs : probeMs;
}

/** How many animals came to which end since. */
function countSettled(before: readonly Entry[], after: readonly Entry[]) {
  const states = new Map(before.map(({ localId, state }) => [localId, state]));
  // One that was not there before came from another program, as queued.
  const changed = after.filter(({ localId, state }) => (states.get(localId) ?? 'queued') !== state);
  const count = (wanted: Entry['state']): number => changed.filter(({ state }) => state === wanted).length;
  return { sent: count('created'), refused: count('rejected'), undecided: count('review') };
}
