/** A long campaign that is run in parts (`npm run campaign`): cases with numbers, each of which can be seen again. */

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

/** Opens one for a part. `commit`: whose cases they are; `first`: the seed of the first one. */
export type OpenCampaign = (part: {
  readonly commit: string;
  readonly first: number;
  readonly scope: Scope;
}) => Promise<Campaign> | Campaign;
