/** What `.campaigns/NAME.json` holds of a long campaign. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Something that broke a promise, and how to see it again. */
export type Violation = { readonly seed: number; readonly what: string; readonly again: string };

/**
 * The results of a campaign so far on one commit: its cases are done one after another, from `first` on.
 */
export type CampaignRun = {
  /** When its last part ended. */
  readonly at: string;
  /** The seed of the first case. */
  readonly first: number;
  readonly done: number;
  readonly goal: number;
  readonly seconds: number;
  /** Sums over the cases, such as animals and questions. */
  readonly figures: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
};

/** The runs of one campaign by the last commit that changed what it runs. */
export type CampaignResults = Readonly<Record<string, CampaignRun>>;

/** The results that one part adds. */
export type Part = Pick<CampaignRun, 'done' | 'goal' | 'seconds' | 'figures' | 'violations'>;

/** The first seed for a commit: always the same, so that a cut run goes on, and another for each commit. */
export function firstSeed(commit: string): number {
  return Number.parseInt(commit.slice(0, 7), 16);
}

/** A torn file is moved aside, and `say` told so: its cases are done again. */
export function readResults(file: string, say: (sentence: string) => void): CampaignResults {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return {};
    }

    throw error;
  }

  try {
    return JSON.parse(text) as CampaignResults;
  } catch {
    renameSync(file, `${file}.damaged`);
    say(`${file} could not be read: it is kept as ${file}.damaged, and its campaign begins anew.`);
    return {};
  }
}

/** A reader sees the file as it was or as it is, never half of it. */
export function writeResults(file: string, results: CampaignResults): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(results, undefined, 1)}\n`);
  renameSync(`${file}.new`, file);
}

/** A run with one more part. */
export function withPart(run: CampaignRun | undefined, commit: string, part: Part, at: string): CampaignRun {
  const { first = firstSeed(commit), done = 0, seconds = 0, figures = {}, violations = [] } = run ?? {};
  const names = [...new Set([...Object.keys(figures), ...Object.keys(part.figures)])];
  return {
    at,
    first,
    done: done + part.done,
    goal: part.goal,
    seconds: Math.round((seconds + part.seconds) * 10) / 10,
    figures: Object.fromEntries(names.map((name) => [name, (figures[name] ?? 0) + (part.figures[name] ?? 0)])),
    violations: [...violations, ...part.violations],
  };
}
