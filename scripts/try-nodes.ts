/**
 * Tries the two commands of README.md as a new user would, on several versions of Node.js, each with the npm that came
 * with it: a fresh clone of the last commit, an empty home, an empty environment, and a terminal. The clock of `npm
 * start` stops at the first row of the list, that of `npm test` at the first test that passes. Then the packed program:
 * installed globally, to the first row of `petstore demo`.
 *
 *     npm run try:nodes -- [NODE:NPM...]     such as 24.21.0:11.16.0; both come from the registry
 *
 * Prints the table of docs/internals/performance.md; ends with 1 if something did not work. Only the way to the
 * registry is taken over from the environment.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import demoPets from '../data/demo-pets.json' with { type: 'json' };
import { fetchNode, type NodeAndNpm } from './nodes/fetch-node.js';
import { watchProgram } from './nodes/watch-program.js';

/**
 * The oldest that still is on machines, the oldest that petstore runs on, and the two newest lines; each with an npm of
 * its time.
 */
const usual: readonly NodeAndNpm[] = [
  { node: '20.20.2', npm: '10.8.2' },
  { node: '22.20.0', npm: '10.9.3' },
  { node: '24.21.0', npm: '11.16.0' },
  { node: '26.10.0', npm: '11.19.1' },
];

const firstRow = new RegExp(demoPets.at(-1)?.name ?? '');
const folder = mkdtempSync(join(tmpdir(), 'petstore-nodes-'));

/** How this machine reaches its registry. */
const registry = Object.fromEntries(
  [
    ...['registry', 'cafile'].map((name) => [
      `npm_config_${name}`,
      execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim(),
    ]),
    ...['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'].map((name) => [name, process.env[name]]),
  ].filter(([, value]) => value !== undefined && value !== 'null'),
) as Readonly<Record<string, string>>;

async function tryOne(versions: NodeAndNpm): Promise<{ readonly row: readonly string[]; readonly works: boolean }> {
  const own = join(folder, versions.node);
  const bin = fetchNode(versions, own);
  const home = join(own, 'home');
  const clone = join(own, 'petstore');
  const prefix = join(own, 'prefix');
  mkdirSync(home);
  mkdirSync(prefix);
  const env = { PATH: `${bin}:${prefix}/bin:/usr/bin:/bin`, HOME: home, TERM: 'xterm-256color', ...registry };
  execFileSync('git', ['clone', '--quiet', '--local', resolve('.'), clone]);

  const install = timed(() =>
    execFileSync('npm', ['install'], { cwd: clone, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const start = await watchProgram('npm start', { cwd: clone, env, until: firstRow, key: 'q' });
  const test = await watchProgram('npm test', { cwd: clone, env, until: /✔ .*›/ });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', own], {
    cwd: clone,
    env,
    stdio: 'ignore',
  });
  const tarball = join(own, readdirSync(own).find((name) => name.endsWith('.tgz')) ?? '');
  const global = timed(() =>
    execFileSync('npm', ['install', '--global', '--prefix', prefix, tarball], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const demo = await watchProgram('petstore demo', { cwd: home, env, until: firstRow, key: 'q' });

  const tooOld = Number(versions.node.split('.')[0]) < 22;
  const demoWorks = tooOld ? demo.written.includes('Node.js 22.20') : demo.seconds !== undefined;
  return {
    row: [
      versions.node,
      versions.npm,
      `${install.seconds.toFixed(0)} s`,
      told(start.seconds),
      told(test.seconds),
      `${global.seconds.toFixed(1)} s`,
      tooOld && demoWorks ? 'says which Node.js it needs' : told(demo.seconds),
    ],
    works: start.seconds !== undefined && test.seconds !== undefined && demoWorks,
  };
}

function timed(work: () => string): { readonly seconds: number } {
  const start = performance.now();
  work();
  return { seconds: (performance.now() - start) / 1000 };
}

function told(seconds: number | undefined): string {
  return seconds === undefined ? 'FAILED' : `${seconds.toFixed(1)} s`;
}

const given = process.argv.slice(2).map((pair): NodeAndNpm => {
  const [node = '', npm = ''] = pair.split(':');
  return { node, npm };
});
let allWork = true;
try {
  console.log(
    `| Node.js | npm | \`npm install\` | \`npm start\` to the first row | \`npm test\` to the first test | \`npm install --global\` | \`petstore demo\` to the first row |\n|---|---|---|---|---|---|---|`,
  );
  for (const versions of given.length > 0 ? given : usual) {
    const { row, works } = await tryOne(versions);
    allWork &&= works;
    console.log(`| ${row.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

process.exitCode = allWork ? 0 : 1;
