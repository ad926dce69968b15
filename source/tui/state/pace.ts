/**
 * How often the screens are drawn while an engine is at work: it changes its snapshot several times for each animal,
 * and drawing every one of them would take longer than the sending.
 */

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

/** Milliseconds of a clock that cannot be set. */
const processTimer = { now: () => performance.now(), later };

/** The least time from one drawing to the next, in milliseconds. */
const restMs = 100;

/**
 * Makes of each source the same source, to be drawn from: listeners are called at once, and then no more often than
 * every `restMs`, so that the last change is always drawn. Without a change the process is not woken.
 */
export function createDrawPace<State>(timer: typeof processTimer = processTimer) {
  const paced = new WeakMap<Source<State>, Source<State>>();
  return (source: Source<State>): Source<State> => {
    const found = paced.get(source) ?? throttled(source, timer);
    paced.set(source, found);
    return found;
  };
}

function throttled<State>(source: Source<State>, timer: typeof processTimer): Source<State> {
  const listeners = new Set<() => void>();
  let shown = source.snapshot();
  let drawnAt = -Infinity;
  let stop: (() => void) | undefined;
  let cancel: (() => void) | undefined;

  const draw = (): void => {
    cancel = undefined;
    if (source.snapshot() !== shown) {
      drawnAt = timer.now();
      shown = source.snapshot();
      [...listeners].forEach((listener) => listener());
    }
  };
  const changed = (): void => {
    const left = drawnAt + restMs - timer.now();
    if (left <= 0) {
      cancel?.();
      draw();
    } else {
      cancel ??= timer.later(left, draw);
    }
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
