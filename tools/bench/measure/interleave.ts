/** Measures one thing once: milliseconds, or several figures of one run. */
export type Contender = () => readonly number[] | Promise<readonly number[]>;

/** One figure of every run, in the order of the runs. */
export type Samples = readonly number[];

/**
 * Runs every contender once a round, one after the other, so that whatever else the machine does meets all of them
 * alike. A first round only warms up: caches of files and of compiled code. Returns, for each contender, each of its
 * figures over the runs.
 */
export async function interleave<Names extends string>(
  contenders: Readonly<Record<Names, Contender>>,
  runs: number,
): Promise<Readonly<Record<Names, readonly Samples[]>>> {
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

  return Object.fromEntries(names.map((name) => [name, toColumns(figures.get(name) ?? [])])) as unknown as Record<
    Names,
    readonly Samples[]
  >;
}

function toColumns(runs: readonly (readonly number[])[]): readonly Samples[] {
  return (runs[0] ?? []).map((_, column) => runs.map((run) => run[column] ?? Number.NaN));
}
