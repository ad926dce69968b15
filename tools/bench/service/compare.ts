import type { Rate, Rates } from './measure.ts';

/** What one side's rate must be, of another's. */
export type Goal = { readonly what: string; readonly of: number; readonly against: number; readonly atLeast: number };

/** A line of the table: one figure, its goal, and whether it was reached. */
export type Finding = {
  readonly what: string;
  /** What it was made of, for a person: two rates, or bytes. */
  readonly measured: string;
  readonly value: number;
  readonly goal: string;
  readonly good: boolean;
  /** Within how many milliseconds 99 of 100 requests were answered by either side, where requests were sent. */
  readonly p99?: string;
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Holds one side against another: the median of the rounds' ratios, since the two runs of a round met the same machine,
 * which the fastest runs of different rounds did not.
 */
export function compare(rates: Rates, { what, of, against, atLeast }: Goal): Finding {
  const value = median(rates.map((round) => round[of]!.perSecond / round[against]!.perSecond));
  const each = (figure: keyof Rate) =>
    [of, against].map((side) => Math.round(median(rates.map((round) => round[side]![figure])))).join(' and ');
  return {
    what,
    measured: `${each('perSecond')} a second`,
    value,
    goal: `>= ${atLeast}`,
    good: value >= atLeast,
    p99: `${each('p99')} ms`,
  };
}

/** The same of the processor time that a request costs: how many times as dear it is to the one it is held against. */
export function compareCosts(rates: Rates, { what, of, against, atLeast }: Goal): Finding {
  const value = median(rates.map((round) => round[against]!.cost / round[of]!.cost));
  const each = [of, against].map((side) => median(rates.map((round) => round[side]!.cost)).toFixed(2)).join(' and ');
  return { what, measured: `${each} ms a request`, value, goal: `>= ${atLeast}`, good: value >= atLeast };
}

/** A figure that must not be more than so much. */
export function atMost(what: string, measured: string, value: number, limit: number): Finding {
  return { what, measured, value, goal: `<= ${limit}`, good: value <= limit };
}

/** The findings as a table for a person. */
export function toTable(findings: readonly Finding[]): string {
  const rows = [
    ['', 'measured', '99 of 100 within', 'ratio', 'goal', ''],
    ...findings.map(({ what, measured, p99 = '', value, goal, good }) => [
      what,
      measured,
      p99,
      value.toFixed(2),
      goal,
      good ? 'reached' : 'MISSED',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
