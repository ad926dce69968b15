/**
 * Runs the long campaigns to their ends, in parts: `npm run campaign -- [--only NAME,NAME] [--minutes N] [--part
 * SECONDS] [--again] [--case N]`. After each part `.campaigns/NAME.json` says how far it came on the last commit that
 * changed what it runs, and whatever runs next goes on from there. Each case has a number, and its seed is that many after
 * the commit's first one.
 *
 * `--again` runs each case once more that broke a promise on this commit, and keeps what still does: for a fault that
 * was the judge's.
 *
 * `--case`: of the campaign that `--only` names runs this case alone, and notes nothing: to see again what it printed.
 *
 * Without `--minutes` it ends when every campaign is done. It exits with 1 if one of them ever broke a promise on this
 * commit.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type CampaignRun,
  firstSeed,
  type Part,
  readResults,
  type Violation,
  withPart,
  writeResults,
} from './campaign/results.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
    part: { type: 'string', default: '60' },
    again: { type: 'boolean', default: false },
    case: { type: 'string' },
  },
});
const project = resolve(import.meta.dirname, '..');
const runner = join(project, 'test/campaigns/run-part.ts');
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
/** The last commit that changed the engine, which all campaigns put to the test. */
const engine = git(
  'log',
  '-1',
  '--format=%H',
  '--',
  'source',
  ...['app', 'cli', 'cli.ts', 'tui', 'text', 'service'].map((room) => `:!source/${room}`),
);
if (git('status', '--porcelain', '--', 'source') !== '') {
  throw new Error('source/ is not committed, so what they find could not be seen again. Commit it first.');
}

const endsAt = performance.now() + Number(values.minutes) * 60_000;
const all = JSON.parse(await run([])) as readonly string[];
const chosen = values.only === '' ? all : values.only.split(',');
const unknown = chosen.filter((name) => !all.includes(name));
const isOneOfMany = values.case !== undefined && (chosen.length !== 1 || !/^\d+$/u.test(values.case));
if (unknown.length > 0 || Number.isNaN(endsAt) || isOneOfMany) {
  throw new Error(
    'usage: npm run campaign -- [--only NAME,NAME] [--minutes N] [--part SECONDS] [--again], or ' +
      `--only NAME --case N, with ${all.join(', ')}`,
  );
}

if (values.case !== undefined) {
  const [name = ''] = chosen;
  const part = await run([name, String(firstSeed(engine)), values.case, '0']);
  const { done, goal, violations } = JSON.parse(part) as Part;
  if (done === 0) {
    throw new Error(`${name} has the cases 0 to ${goal - 1}.`);
  }

  console.log(`${name}, case ${values.case} on commit ${engine.slice(0, 8)}: ${violations.length} violations`);
  violations.forEach(({ what }) => console.log(`  ${what}`));
  process.exit(violations.length > 0 ? 1 : 0);
}

const fileOf = (name: string): string => join(project, `.campaigns/${name}.json`);
const read = (name: string): CampaignRun | undefined => readResults(fileOf(name), console.log)[engine];
const isDone = (done: CampaignRun | undefined): boolean => done !== undefined && done.done >= done.goal;

if (values.again) {
  for (const name of chosen) {
    await runAgain(name);
  }
}

console.log(`Commit ${engine.slice(0, 8)}, from seed ${firstSeed(engine)} on.`);

for (let left = chosen.filter((name) => !isDone(read(name))); left.length > 0;) {
  for (const name of left) {
    if (performance.now() >= endsAt) {
      break;
    }

    await runPart(name);
  }

  left = performance.now() >= endsAt ? [] : left.filter((name) => !isDone(read(name)));
}

for (const name of chosen) {
  const done = read(name);
  const figures = Object.entries(done?.figures ?? {}).map(([figure, count]) => `, ${figure}: ${count}`);
  console.log(
    `${name}: ${done ? `${done.done} of ${done.goal}, ${done.violations.length} violations${figures.join('')}` : 'not begun'}`,
  );
  done?.violations.forEach(({ what, again }) => console.log(`  ${again}: ${what.slice(0, 400)}`));
  process.exitCode = process.exitCode === 1 || (done?.violations.length ?? 0) > 0 ? 1 : 0;
}

async function runPart(name: string): Promise<void> {
  const from = read(name)?.done ?? 0;
  const began = performance.now();
  const part = JSON.parse(await run([name, String(firstSeed(engine)), String(from), values.part])) as Omit<
    Part,
    'seconds'
  >;
  const seconds = (performance.now() - began) / 1000;
  const results = readResults(fileOf(name), console.log);
  const next = withPart(results[engine], engine, { ...part, seconds }, new Date().toISOString());
  writeResults(fileOf(name), { ...results, [engine]: next });
  console.log(`${name}: ${from} to ${next.done} of ${next.goal} in ${seconds.toFixed(0)} s`);
  part.violations.forEach(({ what, again }) => console.log(`  ${again}: ${what.slice(0, 400)}`));
}

async function runAgain(name: string): Promise<void> {
  const done = read(name);
  if (!done) {
    return;
  }

  const violations: Violation[] = [];
  for (const seed of new Set(done.violations.map((violation) => violation.seed))) {
    const one = await run([name, String(done.first), String(seed - done.first), '0']);
    violations.push(...(JSON.parse(one) as Part).violations);
  }

  const results = readResults(fileOf(name), console.log);
  writeResults(fileOf(name), { ...results, [engine]: { ...done, violations } });
  console.log(`${name}: ${done.violations.length} again, ${violations.length} still break a promise`);
}

/** The report of a part, run in a process that takes its memory with it. */
async function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...process.execArgv, '--max-old-space-size=6144', runner, ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    throw new Error(`${args.join(' ')} ended with ${code ?? 'a signal'}: ${text.slice(-400)}`);
  }

  return text.trim().split('\n').at(-1) ?? '';
}
