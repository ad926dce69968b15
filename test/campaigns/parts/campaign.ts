/**
 * A long campaign that is run in parts (`npm run campaign`): cases with numbers, each of which can be seen again. A few of
 * them, spread over all, are run with every `npm test`.
 */
import type { Part } from '../../../tools/campaign/results.ts';

/** What one case came to. */
export type CaseResult = {
  /** What is wrong, in words; empty where every promise held. */
  readonly findings: readonly string[];
  /** What is added up over all cases. */
  readonly figures: Readonly<Record<string, number>>;
  /** What to type to see it again. */
  readonly again: string;
};

/** Runs the case with a number; its seed is that many after the commit's first one. */
export type RunCase = (number: number, seed: number) => Promise<CaseResult>;

/** Says what is to be ended after a part. */
export type Scope = { teardown(end: () => unknown): void };

/** One of them. */
export type Campaign = {
  /** How many cases it has, once it is open. */
  readonly goal: number;
  readonly run: RunCase;
  /** How many cases may run beside each other, as most of what they do is wait; default 1. */
  readonly lanes?: number;
};

/** Opens one for a part. `first`: the seed of the first one; `isQuick`: only a few. */
export type OpenCampaign = (part: {
  readonly first: number;
  readonly isQuick?: boolean;
  readonly scope: Scope;
}) => Promise<Campaign> | Campaign;

/**
 * Runs cases from number `from` on, as many beside each other as it has lanes, until it is over or there are no more; at
 * least one, and one alone where it is over from the start.
 */
export async function runCases(
  { goal, run, lanes = 1 }: Campaign,
  { name, first, from = 0, isOver }: Readonly<{ name: string; first: number; from?: number; isOver: () => boolean }>,
): Promise<Omit<Part, 'seconds'>> {
  const violations: Part['violations'][number][] = [];
  const figures: Record<string, number> = {};
  let number = from;
  do {
    const numbers = Array.from({ length: Math.min(isOver() ? 1 : lanes, goal - number) }, (_, lane) => number + lane);
    await Promise.all(
      numbers.map(async (each) => {
        const seed = first + each;
        // A case that cannot be judged is told of, and does not end the others.
        const result = await run(each, seed).catch((error: unknown) => ({
          findings: [`case ${each} could not be judged: ${String(error)}`],
          figures: {},
          again: `npm run campaign -- --only ${name} --case ${each}`,
        }));
        violations.push(...result.findings.map((what) => ({ seed, what, again: result.again })));
        for (const [figure, count] of Object.entries(result.figures)) {
          figures[figure] = (figures[figure] ?? 0) + count;
        }
      }),
    );
    number += numbers.length;
  } while (number < goal && !isOver());
  return { done: number - from, goal, figures, violations };
}
