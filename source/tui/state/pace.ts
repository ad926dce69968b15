import type { Snapshot } from '../../sync/api.js';

/**
 * How often the screens are drawn while an engine is at work: it changes its snapshot several times for each animal,
 * and drawing every one of them would take longer than the sending.
 */

/** An object that changes, with its present state: an engine. */
export type Source<Snapshot> = {
  readonly snapshot: () => Snapshot;
  readonly subscribe: (listener: () => void) => () => void;
};

/** The part of the process that a pace uses. */
export type DrawTimer = {
  /** Milliseconds, of a clock that cannot be set. */
  readonly now: () => number;
  /** Does something after so many milliseconds; returns the way to prevent it. */
  readonly later: (ms: number, work: () => void) => () => void;
  /** Does something after the drawing that is under way. */
  readonly afterDrawing: (work: () => void) => void;
};

/**
 * The same source, to be drawn from: `snapshot` changes, and listeners are called, no more often than that can be
 * drawn.
 */
export type DrawPace<Snapshot> = (source: Source<Snapshot>) => Source<Snapshot>;

/** The rest after a drawing is so many times as long as the drawing. */
const restFactor = 5;
/** One frame of a terminal, in milliseconds, and the longest that a change is kept from somebody who waits for it. */
const leastRestMs = 16;
const mostRestMs = 200;

/** The rest after a drawing that took so long, both in milliseconds. */
export function restAfter(tookMs: number): number {
  return Math.min(mostRestMs, Math.max(leastRestMs, tookMs * restFactor));
}

/**
 * A change after a rest is told at once; those in the middle of one are told together at its end, so that the last is
 * always drawn. Without a change the process is not woken.
 */
export function createDrawPace<Snapshot>({ now, later, afterDrawing }: DrawTimer = processTimer): DrawPace<Snapshot> {
  const paced = new WeakMap<Source<Snapshot>, Source<Snapshot>>();

  const pace = (source: Source<Snapshot>): Source<Snapshot> => {
    const listeners = new Set<() => void>();
    let shown = source.snapshot();
    let stop: (() => void) | undefined;
    let cancel: (() => void) | undefined;
    let isDrawing = false;
    let restsUntil = -Infinity;

    const changed = (): void => {
      if (isDrawing || cancel || source.snapshot() === shown) {
        return;
      }

      const left = restsUntil - now();
      if (left <= 0) {
        draw();
        return;
      }

      cancel = later(left, () => {
        cancel = undefined;
        draw();
      });
    };

    const draw = (): void => {
      const begun = now();
      shown = source.snapshot();
      isDrawing = true;
      for (const listener of [...listeners]) {
        listener();
      }

      afterDrawing(() => {
        isDrawing = false;
        restsUntil = now() + restAfter(now() - begun);
        if (stop) {
          changed();
        }
      });
    };

    return {
      snapshot: () => shown,
      subscribe(listener) {
        if (!stop) {
          // There was no listener until now, so missed changes are there at once.
          shown = source.snapshot();
          stop = source.subscribe(changed);
        }

        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0) {
            stop?.();
            cancel?.();
            stop = undefined;
            cancel = undefined;
          }
        };
      },
    };
  };

  return (source) => {
    const found = paced.get(source) ?? pace(source);
    paced.set(source, found);
    return found;
  };
}

/** The process does not stay for it. */
const processTimer: DrawTimer = {
  now: () => performance.now(),
  later(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
  // By then React has drawn: it does so before anything else of the process.
  afterDrawing: (work) => void setImmediate(work),
};

type Progress = Snapshot['progress'];

/** What was seen for a shorter time, or of fewer steps, says nothing yet. */
const enoughMs = 2000;
const enoughSteps = 3;

/** How fast the work under way goes. */
export function createProgressPace() {
  let begun:
    | { readonly what: string; readonly total: number | undefined; readonly done: number; readonly at: number }
    | undefined;
  let last = 0;
  return {
    /** Told of every change of what is under way. `now`: milliseconds since 1970. */
    note(progress: Progress, now: number): void {
      if (!progress) {
        begun = undefined;
      } else if (begun?.what !== progress.what || begun.total !== progress.total || progress.done < last) {
        begun = { what: progress.what, total: progress.total, done: progress.done, at: now };
      }

      last = progress?.done ?? 0;
    },
    /**
     * How long the rest takes if it goes on so, in milliseconds; undefined: too little was seen, or nobody knows how
     * much there is.
     */
    leftMs(progress: Progress, now: number): number | undefined {
      if (!progress || !begun || progress.total === undefined) {
        return undefined;
      }

      const steps = progress.done - begun.done;
      const ms = now - begun.at;
      return ms < enoughMs || steps < enoughSteps
        ? undefined
        : (ms / steps) * Math.max(0, progress.total - progress.done);
    },
  };
}
