/**
 * Which files a command runs functions of: `npm run functions -- add --name Rex --category 1`. It runs from its
 * sources, against a service of its own, in a home that knows the service already; V8 tells the called functions. Work
 * that a module does while it is loaded does not count.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
};

const source = resolve(import.meta.dirname, '../source');
const cli = join(source, 'cli.ts');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const home = mkdtempSync(join(tmpdir(), 'petstore-functions-'));
const env = { PATH: process.env['PATH'], HOME: home, PETSTORE_HOME: home, NODE_NO_WARNINGS: '1' };

/** Runs one command to its end, from its sources. */
function run(args: readonly string[], more: NodeJS.ProcessEnv = {}): void {
  const { status, stderr } = spawnSync(process.execPath, ['--import', tsx, cli, ...args], {
    env: { ...env, ...more },
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`petstore ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
  }
}

const service = spawn(
  process.execPath,
  ['--import', tsx, cli, 'serve', '--json', '--port', '0', '--seed', 'data/demo-pets.json'],
  { env, stdio: ['ignore', 'pipe', 'ignore'] },
);
try {
  const [said] = (await once(service.stdout.setEncoding('utf8'), 'data')) as [string];
  const { baseUrl, apiKey } = JSON.parse(said) as { readonly baseUrl: string; readonly apiKey: string };
  run(['profile', 'add', 'here', '--base-url', baseUrl]);
  run(['add', '--name', 'Before', '--category', '1'], { PETSTORE_API_KEY: apiKey });
  const coverage = join(home, 'coverage');
  run(process.argv.slice(2), { PETSTORE_API_KEY: apiKey, NODE_V8_COVERAGE: coverage });
  tell(coverage);
} finally {
  service.kill();
  await once(service, 'exit');
  rmSync(home, { recursive: true, force: true });
}

/** Prints each file with the functions of it that were called, and how many they are by room. */
function tell(folder: string): void {
  const called = new Map<string, Set<string>>();
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage).result) {
      const file = url.startsWith('file:')
        ? relative(source, fileURLToPath(new URL(url).href.replace(/\?.*/, '')))
        : '..';
      for (const { functionName, ranges } of functions) {
        // A function without a name is a callback, or the module itself; the others are made by the transpiler or by a
        // class when it is defined.
        if (
          !file.startsWith('..') &&
          !['', '__name', '<static_initializer>', '<instance_members_initializer>'].includes(functionName) &&
          (ranges[0]?.count ?? 0) > 0
        ) {
          called.set(file, (called.get(file) ?? new Set()).add(functionName));
        }
      }
    }
  }

  for (const [file, names] of [...called].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${file}: ${[...names].join(', ')}`);
  }

  const rooms = Map.groupBy(called.keys(), (file) => file.split('/')[0] ?? '');
  console.log(
    [...rooms]
      .map(([room, files]) => `${room} ${files.length}`)
      .sort()
      .join(', '),
  );
  console.log(`${[...called.values()].reduce((sum, names) => sum + names.size, 0)} functions in ${called.size} files`);
}
