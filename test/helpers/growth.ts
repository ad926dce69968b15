/**
 * How much longer work takes in one piece than in eight: about as long if its time grows with its size, eight times as
 * long if it grows with the square. Both are done in turns and measured in processor time, so that neither the machine's
 * speed nor its load makes a difference. A machine that stands still for a moment counts that as processor time of
 * whatever was running: such a moment falls into one round, and the middle one of all rounds is taken. A round is long
 * enough for systems that count in steps of 4 ms.
 */
export function growth(work: (size: number) => void, size: number): number {
  const ratios = Array.from({ length: rounds }, () => measureRound(work, size));
  return ratios.toSorted((one, other) => one - other)[(rounds - 1) / 2] ?? NaN;
}

function measureRound(work: (size: number) => void, size: number): number {
  let [whole, pieces] = [0, 0];
  while (whole + pieces < leastMs) {
    whole += measure(() => work(size));
    pieces += measure(() => Array.from({ length: 8 }, () => work(size / 8)));
  }

  return whole / pieces;
}

/** Between 1, for time that grows with the size, and 8. */
export const mostGrowth = 3;

const rounds = 5;

/** Of one round. */
const leastMs = 40;

function measure(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
