/**
 * How often the screens are drawn while an engine is at work, and how fast that work goes. An engine changes its
 * snapshot several times for each animal, and drawing every one of them would take longer than the sending.
 */
import type { Snapshot } from '../../sync/api.js';

/** An object that changes, with its present state: an engine. */
type Source<State> = {
  readonly snapshot: () => State;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Does something after so many milliseconds; returns the way to prevent it. The process does not stay for it. */
export function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

const processTimer = {
  /** Milliseconds, of a clock that cannot be set. */
  now: () => performance.now(),
  later,
  /** Does something after the drawing that is under way: React draws before anything else of the process. */
  afterDrawing: (work: () => void): void => void setImmediate(work),
};

/** The rest after a drawing is so many times as long as the drawing. */
const restFactor = 5;
/** One frame of a terminal, in milliseconds, and the longest that a change is kept from somebody who waits for it. */
const leastRestMs = 16;
const mostRestMs = 200;

/**
 * Makes of each source the same source, to be drawn from: `snapshot` changes, and listeners are called, no more often
 * than that can be drawn. A change after a rest is told at once; those in the middle of one are told together at its
 * end, so that the last is always drawn. Without a change the process is not woken.
 */
export function createDrawPace<State>(timer: typeof processTimer = processTimer) {
  const paced = new WeakMap<Source<State>, Source<State>>();
  return (source: Source<State>): Source<State> => {
    const found = paced.get(source) ?? paceOf(source, timer);
    paced.set(source, found);
    return found;
  };
}

function paceOf<State>(source: Source<State>, timer: typeof processTimer): Source<State> {
  const listeners = new Set<() => void>();
  let shown = source.snapshot();
  let stop: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  let isDrawing = false;
  let restsUntil = -Infinity;

  const changed = (): void => {
    const left = restsUntil - timer.now();
    if (isDrawing || cancel || source.snapshot() === shown) {
      return;
    }

    if (left <= 0) {
      draw();
    } else {
      cancel = timer.later(left, draw);
    }
  };

  const draw = (): void => {
    cancel = undefined;
    const begun = timer.now();
    shown = source.snapshot();
    isDrawing = true;
    for (const listener of [...listeners]) {
      listener();
    }

    timer.afterDrawing(() => {
      isDrawing = false;
      const rest = (timer.now() - begun) * restFactor;
      restsUntil = timer.now() + Math.min(mostRestMs, Math.max(leastRestMs, rest));
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
}

type Progress = Snapshot['progress'];
/** What was seen for a shorter time, or of fewer steps, says nothing yet. */
const enoughMs = 2000;
const enoughSteps = 3;

/** How fast the work under way goes. */
export function createProgressPace() {
  let begun: (NonNullable<Progress> & { readonly at: number }) | undefined;
  let last = 0;
  return {
    /** Told of every change of what is under way. `now`: milliseconds since 1970. */
    note(progress: Progress, now: number): void {
      if (!progress) {
        begun = undefined;
      } else if (begun?.what !== progress.what || begun.total !== progress.total || progress.done < last) {
        begun = { ...progress, at: now };
      }

      last = progress?.done ?? 0;
    },
    /** How long the rest takes if it goes on so, in milliseconds; undefined: too little was seen, or is known. */
    leftMs(progress: Progress, now: number): number | undefined {
      if (!progress || !begun || progress.total === undefined) {
        return undefined;
      }

      const [steps, ms] = [progress.done - begun.done, now - begun.at];
      return ms < enoughMs || steps < enoughSteps
        ? undefined
        : (ms / steps) * Math.max(0, progress.total - progress.done);
    },
  };
}
