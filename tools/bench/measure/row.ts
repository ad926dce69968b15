import type { Samples } from './interleave.ts';
import { median, toRatioOfMedians } from './ratio-of-medians.ts';

/** One line of the result: what was measured, against what, and what was wanted. */
export type Row = {
  readonly measured: string;
  readonly against: string;
  /** A ratio, or an amount where there is nothing to compare with. */
  readonly value: number;
  /** Between what the ratio lies in 95 of 100 draws of the same runs; amounts have none. */
  readonly interval?: { readonly low: number; readonly high: number };
  readonly atMost: number;
  /** The two figures behind a ratio, or the unit of an amount. */
  readonly detail: string;
};

/**
 * A row whose value is how many times longer something took than its peer, or how many times more of something else.
 */
export function ratio(
  measured: string,
  against: string,
  took: Samples | undefined,
  peer: Samples | undefined,
  atMost: number,
  unit = 'ms',
): Row {
  const [ours, theirs] = [took ?? [], peer ?? []];
  const { value, ...interval } = toRatioOfMedians(ours, theirs);
  return {
    measured,
    against,
    value,
    interval,
    atMost,
    detail: `${median(ours).toFixed(1)} ${unit} / ${median(theirs).toFixed(1)} ${unit}`,
  };
}

/**
 * Whether the goal was met. It is missed only where the whole interval lies above it; what could not be measured is not
 * met.
 */
export function isMet({ value, interval, atMost }: Row): boolean {
  return value <= atMost || (interval !== undefined && interval.low <= atMost);
}
