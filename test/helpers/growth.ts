/**
 * Whether the time of work grows with its size, and not with the square of it: in one piece it then takes about as long as
 * in eight, and not eight times as long. Both are done in turns and measured in processor time, so that neither the
 * machine's speed nor its load makes a difference; what a machine counts as processor time when it stands still or
 * collects garbage does. So there are several rounds, and the first that shows it is believed: of work that grows with the
 * square each round shows that. A round is long enough for systems that count in steps of 4 ms.
 */
export function growsWithSize(work: (size: number) => void, size: number): boolean {
  return Array.from({ length: mostRounds }).some(() => measureRound(work, size) < mostGrowth);
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
const mostGrowth = 3;

const mostRounds = 25;

/** Of one round. */
const leastMs = 40;

function measure(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
