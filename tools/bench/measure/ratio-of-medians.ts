import type { Samples } from './interleave.ts';

/**
 * Two medians divided, and between which values 95 of 100 ratios lie that are drawn from the same runs (a bootstrap of
 * the pairs).
 */
export type RatioOfMedians = { readonly value: number; readonly low: number; readonly high: number };

const draws = 1000;

/**
 * Holds one side's runs against the other's; the runs of one number met the same machine, so they are drawn together.
 */
export function toRatioOfMedians(took: Samples, peer: Samples): RatioOfMedians {
  const ratios = Array.from({ length: draws }, () => {
    const picked = took.map(() => Math.floor(Math.random() * took.length));
    return (
      median(picked.map((index) => took[index] ?? Number.NaN)) /
      median(picked.map((index) => peer[index] ?? Number.NaN))
    );
  });
  return { value: median(took) / median(peer), low: quantile(ratios, 0.025), high: quantile(ratios, 0.975) };
}

export function median(values: Samples): number {
  return quantile(values, 0.5);
}

/** The value below which a share of the values lies. */
export function quantile(values: Samples, share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
