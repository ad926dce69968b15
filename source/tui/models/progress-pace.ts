import type { Snapshot } from '../../sync/api.js';

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
