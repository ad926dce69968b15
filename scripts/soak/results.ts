import type { Failure } from './read-run.ts';

/** One run of `npm test`. */
export type SoakRun = {
  /** When it ended. */
  readonly at: string;
  /** How many busy processes ran beside it. */
  readonly load: number;
  /** How many processes wanted a core on average, those of the run included. */
  readonly loadAverage?: number;
  readonly seconds: number;
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
};

/** What `evidence/soak.json` holds: the runs of each commit, the oldest first. */
export type SoakResults = Readonly<Record<string, readonly SoakRun[]>>;

/** The runs of one commit for people: what each load came to, and each test that ever failed, the most frequent first. */
export function sumUp(runs: readonly SoakRun[]): readonly string[] {
  const loads = [...new Set(runs.map(({ load }) => load))].sort((a, b) => a - b);
  return loads.flatMap((load) => {
    const same = runs.filter((run) => run.load === load);
    const broken = same.filter(({ failures }) => failures.length > 0);
    const failures = Map.groupBy(
      same.flatMap((run) => run.failures),
      ({ title }) => title,
    );
    return [
      `${load === 0 ? 'quiet' : `beside a load of ${load}`}: ${same.length} ${same.length === 1 ? 'run' : 'runs'}, ${broken.length} failed; ` +
        `${range(same.map(({ passed }) => passed))} tests passed in ${range(same.map(({ seconds }) => seconds))} s`,
      ...[...failures]
        .sort(([, a], [, b]) => b.length - a.length)
        .flatMap(([title, [first, ...others]]) => [
          `  ${others.length + 1} of ${same.length}: ${title}`,
          ...(first?.message ?? '').split('\n').map((line) => `      ${line}`),
        ]),
    ];
  });
}

function range(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least} to ${most}`;
}
