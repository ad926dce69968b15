/** One line of the result: what was measured, against what, and what was wanted. */
export type Row = {
  readonly measured: string;
  readonly against: string;
  /** A ratio, or an amount where there is nothing to compare with. */
  readonly value: number;
  readonly atMost: number;
  /** The two figures behind a ratio, or the unit of an amount. */
  readonly detail: string;
};

/** A row whose value is how many times longer something took than its peer, or how many times more of something else. */
export function ratio(measured: string, against: string, took: number | undefined, peer: number | undefined, atMost: number, unit = 'ms'): Row {
  const [ours, theirs] = [took ?? Number.NaN, peer ?? Number.NaN];
  return { measured, against, value: ours / theirs, atMost, detail: `${ours.toFixed(1)} ${unit} / ${theirs.toFixed(1)} ${unit}` };
}

/** Whether the goal was met; what could not be measured is not. */
export function isMet({ value, atMost }: Row): boolean {
  return value <= atMost;
}
