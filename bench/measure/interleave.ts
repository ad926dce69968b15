/** Measures one thing once: milliseconds, or several figures of one run. */
export type Contender = () => readonly number[] | Promise<readonly number[]>;

/**
 * Runs every contender once a round, one after the other, so that whatever else the machine does meets all of them alike.
 * A first round only warms up: caches of files and of compiled code. Returns the medians of each contender's figures.
 */
export async function interleave<Names extends string>(contenders: Readonly<Record<Names, Contender>>, runs: number): Promise<Readonly<Record<Names, readonly number[]>>> {
  const names = Object.keys(contenders) as Names[];
  const figures = new Map<Names, (readonly number[])[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= runs; round += 1) {
    for (const name of names) {
      const taken = await contenders[name]();
      if (round > 0) {
        figures.get(name)?.push(taken);
      }
    }
  }

  return Object.fromEntries(names.map((name) => [name, medians(figures.get(name) ?? [])])) as unknown as Record<Names, readonly number[]>;
}

function medians(runs: readonly (readonly number[])[]): readonly number[] {
  return (runs[0] ?? []).map((_, column) => quantile(runs.map((run) => run[column] ?? Number.NaN), 0.5));
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
