/**
 * How often the screens are drawn while an engine is at work: it changes its snapshot several times for each animal,
 * and drawing every one of them would take longer than the sending.
 */

/** Does something after so many milliseconds; returns the way to prevent it. The process does not stay for it. */
export function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/** The least time from one drawing to the next, in milliseconds. */
const restMs = 100;

/**
 * Draws when it is called, and then no more often than every `restMs`, so that the last change is always drawn. Without
 * a change the process is not woken.
 */
export function createDrawPace(draw: () => void): () => void {
  let drawnAt = -Infinity;
  let isDue = false;
  const drawNow = (): void => {
    isDue = false;
    drawnAt = performance.now();
    draw();
  };
  return () => {
    const left = drawnAt + restMs - performance.now();
    if (left <= 0) {
      drawNow();
    } else if (!isDue) {
      isDue = true;
      later(left, drawNow);
    }
  };
}
