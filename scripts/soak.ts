/**
 * Shows whether `npm test` is green every time: `npm run soak -- --runs 20 --load 8` runs all of it until there are 20
 * runs of this commit beside 8 busy processes. The result of a run is in `evidence/soak.json` as soon as it has ended,
 * so that a soak that was cut goes on from there.
 *
 * It runs in a clone with a copy of `node_modules`, so that the tree may be worked on meanwhile, and each run in a home
 * of its own that is empty.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readRun } from './soak/read-run.ts';
import { type SoakResults, type SoakRun, sumUp } from './soak/results.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, load: { type: 'string', default: '0' } },
});
const [wanted, load] = [Number(values.runs), Number(values.load)];
if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(load) || load < 0) {
  throw new Error('usage: npm run soak -- --runs N [--load M]');
}

const project = resolve(import.meta.dirname, '..');
const file = join(project, 'evidence/soak.json');
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
/** The last one that changed more than evidence and the pages that are made of it; newer ones of those are run with it. */
const commit = git(
  ...['log', '-1', '--format=%H', '--', '.', ':!evidence'],
  ...['evidence', 'model'].map((page) => `:!docs/internals/${page}.md`),
);
/**
 * Starts as many busy processes as its argument says; all end once whoever started it is gone. They are in one session,
 * since Linux shares the processor among sessions first: eight in eight sessions would leave the tests a ninth of it.
 */
const busyScript = `
  const busy = 'const parent = process.ppid; while (process.ppid === parent) {}';
  for (let left = Number(process.argv[1]); left > 0; left -= 1) {
    require('node:child_process').spawn(process.execPath, ['-e', busy]);
  }
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(), 1000);
`;

/** No run takes as long as this; one that does is ended, and has failed. */
const longestMs = 2 * 60 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'petstore-soak-'));
// Some tests run the program as somebody else.
chmodSync(folder, 0o755);
const clone = join(folder, 'petstore');
const groups = new Set<ChildProcess>();
process.on('exit', () => {
  groups.forEach(endGroup);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130));
}

if (git('status', '--porcelain', '--', '.', ':!evidence') !== '') {
  console.log('What is not committed is left out.');
}

git('clone', '--quiet', project, clone);
cpSync(join(project, 'node_modules'), join(clone, 'node_modules'), {
  recursive: true,
  verbatimSymlinks: true,
  filter: (path) => path !== join(project, 'node_modules/.cache'),
});

const before = runsSoFar().length;
console.log(
  `Commit ${commit.slice(0, 7)}: ${Math.min(before, wanted)} of ${wanted} runs are there. What a run prints is in ${folder}.`,
);
for (let number = before + 1; number <= wanted; number += 1) {
  const run = await runOnce();
  keep(run);
  const failed = run.failures.map(({ title }) => `\n  ${title}`).join('');
  console.log(`${number} of ${wanted}: ${run.passed} passed, ${run.failures.length} failed, ${run.seconds} s${failed}`);
}

const runs = runsSoFar();
console.log(['', ...sumUp(runs)].join('\n'));
process.exitCode = runs.some(({ failures }) => failures.length > 0) ? 1 : 0;

async function runOnce(): Promise<SoakRun> {
  const home = mkdtempSync(join(folder, 'home-'));
  const busy = load === 0 ? [] : [start(process.execPath, ['-e', busyScript, String(load)])];
  const began = performance.now();
  const loads: number[] = [];
  const watch = setInterval(() => loads.push(loadavg()[0] ?? 0), 10_000);
  const [printed, errors] = [join(folder, 'printed'), join(folder, 'errors')];
  const test = start('npm', ['test'], { cwd: clone, env: plainEnvironment(home) }, [printed, errors]);
  const overdue = setTimeout(() => endGroup(test), longestMs);
  const [code] = (await once(test, 'exit')) as [number | null];
  clearTimeout(overdue);
  clearInterval(watch);
  [test, ...busy].forEach(endGroup);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const read = (path: string): string => readFileSync(path, 'utf8').replaceAll(clone, '.');
  const { passed, skipped, failures } = readRun(read(printed));
  const last = `${read(printed)}${read(errors)}`.trimEnd().split('\n').slice(-40).join('\n');
  const untold = code === 0 || failures.length > 0 ? [] : [{ title: 'npm test', message: last }];
  return {
    at: new Date().toISOString(),
    load,
    loadAverage: Math.round((loads.reduce((sum, each) => sum + each, 0) / Math.max(loads.length, 1)) * 10) / 10,
    seconds: Math.round((performance.now() - began) / 1000),
    passed,
    skipped,
    failures: [...failures, ...untold],
  };
}

/** A process in a group of its own, which ends as a whole. */
function start(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
  output: readonly string[] = [],
): ChildProcess {
  const files = output.map((path) => openSync(path, 'w'));
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', ...files] });
  files.forEach((file) => closeSync(file));
  groups.add(child);
  return child;
}

function endGroup(child: ChildProcess): void {
  groups.delete(child);
  try {
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** The variables of a login with an empty home: neither npm's own nor a person's settings. */
function plainEnvironment(home: string): NodeJS.ProcessEnv {
  const foreign = /^(?:LANG|LC_|npm_|XDG_|PETSTORE_|INIT_CWD$|NODE$)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), HOME: home };
}

function readResults(): SoakResults {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SoakResults;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return {};
    }

    throw error;
  }
}

function runsSoFar(): readonly SoakRun[] {
  return (readResults()[commit] ?? []).filter((run) => run.load === load);
}

function keep(run: SoakRun): void {
  const results = readResults();
  mkdirSync(join(project, 'evidence'), { recursive: true });
  writeFileSync(
    `${file}.new`,
    `${JSON.stringify({ ...results, [commit]: [...(results[commit] ?? []), run] }, undefined, 1)}\n`,
  );
  renameSync(`${file}.new`, file);
}
