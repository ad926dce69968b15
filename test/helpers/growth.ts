/**
 * How much longer work takes in one piece than in eight: about as long if its time grows with its size, eight times as
 * long if it grows with the square. Both are done in turns and measured in processor time, so neither the machine's speed nor
 * its load makes a difference; they go on for long enough for systems that count processor time in steps of 4 ms.
 */
export function growth(work: (size: number) => void, size: number): number {
  let [whole, pieces] = [0, 0];
  while (whole + pieces < leastMs) {
    whole += measure(() => work(size));
    pieces += measure(() => Array.from({ length: 8 }, () => work(size / 8)));
  }

  return whole / pieces;
}

/** Between 1, for time that grows with the size, and 8. */
export const mostGrowth = 3;

const leastMs = 300;

function measure(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
