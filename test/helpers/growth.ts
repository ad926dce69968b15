/**
 * How many times as long work takes with eight times as much to do: about 8 if its time grows with its size, 64 if it grows
 * with the square. Both halves are measured in turns in one run and the fastest of each counts, so neither the machine's
 * speed nor its load makes a difference. (Processor time would not do: some systems count it in steps of 4 ms.)
 */
export function growth(work: (size: number) => void, size: number): number {
  let [small, large] = [Infinity, Infinity];
  for (let turn = 0; turn < 10; turn += 1) {
    small = Math.min(
      small,
      measure(() => work(size / 8)),
    );
    large = Math.min(
      large,
      measure(() => work(size)),
    );
  }

  return large / small;
}

/** Between 8, for time that grows with the size, and 64. */
export const mostGrowth = 24;

function measure(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
