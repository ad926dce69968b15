/** `npm run campaign`, with campaigns that do nothing but say what they were asked to do. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type CampaignResults, firstSeed } from '../../scripts/campaign/results.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

/** Each part does two cases of five; the fourth breaks a promise. */
const part = `
const [name, commit, first, from] = process.argv.slice(2);
if (name === undefined) {
  console.log(JSON.stringify(['short', 'other']));
} else {
  const numbers = [Number(from), Number(from) + 1].filter((number) => number < 5);
  const violations = numbers
    .filter((number) => number === 3)
    .map((number) => ({ seed: Number(first) + number, what: 'one was doubled', again: 'try ' + (Number(first) + number) }));
  console.log(JSON.stringify({ done: numbers.length, goal: 5, figures: { animals: 10 * numbers.length }, violations }));
}
`;

function project(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  cpSync('scripts', join(folder, 'scripts'), { recursive: true });
  mkdirSync(join(folder, 'test/campaigns'), { recursive: true });
  mkdirSync(join(folder, 'source'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'test/campaigns/run-part.ts'), part);
  writeFileSync(join(folder, 'source/engine.ts'), 'one');
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout.trim();
  const commit = (what: string): string => {
    writeFileSync(join(folder, 'source/engine.ts'), what);
    git('add', '.');
    git('commit', '--quiet', '--message', 'All');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  const file = (name: string): string => join(folder, `.campaigns/${name}.json`);
  return {
    folder,
    file,
    commit,
    results: (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as CampaignResults,
    run: (...args: readonly string[]) =>
      spawnSync(process.execPath, ['scripts/campaign.ts', ...args], { cwd: folder, encoding: 'utf8' }),
  };
}

test('a campaign that was cut goes on at the case after its last one, and names what broke a promise with its seed', (t) => {
  const { run, commit, results, file } = project(t);
  const source = commit('two');
  const first = firstSeed(source);
  // No time for more than what was begun.
  const none = run('--only', 'short', '--minutes', '0');
  t.regex(none.stdout, /short: not begun/);
  t.false(existsSync(file('short')));

  mkdirSync(join(file('short'), '..'));
  const cut = { at: '2026-01-01', first, done: 2, goal: 5, seconds: 60, figures: { animals: 20 }, violations: [] };
  writeFileSync(file('short'), JSON.stringify({ [source]: cut }));
  const rest = run('--only', 'short');
  t.is(rest.status, 1, rest.stderr);
  t.regex(
    rest.stdout,
    new RegExp(`short: 2 to 4 of 5 in \\d+ s\n {2}try ${first + 3}: one was doubled\nshort: 4 to 5 of 5 in`),
  );
  t.regex(rest.stdout, new RegExp(`short: 5 of 5, 1 violations, animals: 50\n {2}try ${first + 3}: one was doubled`));
  const { done, figures, violations } = results('short')[source]!;
  t.deepEqual({ done, figures }, { done: 5, figures: { animals: 50 } });
  t.deepEqual(violations, [{ seed: first + 3, what: 'one was doubled', again: `try ${first + 3}` }]);

  const again = run('--only', 'short');
  t.notRegex(again.stdout, / to /, 'What is done is not done twice.');
  t.is(again.status, 1, 'What it found is still so.');
});

test('what broke a promise by a fault of the judge is no longer held against it once that is mended', (t) => {
  const { folder, run, commit, results } = project(t);
  const source = commit('two');
  run('--only', 'short');
  const before = results('short')[source]!;
  t.is(before.violations.length, 1);
  t.is(run('--only', 'short', '--again').status, 1, 'It still does.');
  writeFileSync(join(folder, 'test/campaigns/run-part.ts'), part.replace('number === 3', 'false'));
  const { status, stdout } = run('--only', 'short', '--again');
  t.is(status, 0);
  t.regex(stdout, /short: 1 again, 0 still break a promise/);
  t.deepEqual(results('short')[source], { ...before, violations: [] });
});

test('another commit of the engine begins anew with other seeds, one of the screens does not, and what is not committed is refused', (t) => {
  const { folder, run, commit, results } = project(t);
  const before = commit('two');
  run('--only', 'short');
  mkdirSync(join(folder, 'source/tui'));
  writeFileSync(join(folder, 'source/tui/row.ts'), 'one');
  commit('two');
  t.notRegex(run('--only', 'short').stdout, / to /, 'the engine is as it was');
  const after = commit('three');
  run('--only', 'short');
  t.not(firstSeed(before), firstSeed(after));
  t.deepEqual(
    Object.entries(results('short')).map(([source, { first, done }]) => [source, first, done]),
    [
      [before, firstSeed(before), 5],
      [after, firstSeed(after), 5],
    ],
  );
  writeFileSync(join(folder, 'source/engine.ts'), 'four');
  const dirty = run();
  t.is(dirty.status, 1);
  t.regex(dirty.stderr, /source\/ is not committed/);
});

test('results that are torn are kept aside, said so, and the campaign begins anew', (t) => {
  const { run, commit, results, file } = project(t);
  const source = commit('two');
  run('--only', 'short');
  const torn = readFileSync(file('short'), 'utf8').slice(0, 40);
  writeFileSync(file('short'), torn);
  const { stdout } = run('--only', 'short');
  t.regex(stdout, /short\.json could not be read: it is kept as .*\.damaged/);
  t.is(readFileSync(`${file('short')}.damaged`, 'utf8'), torn);
  t.is(results('short')[source]?.done, 5);
});
