/**
 * What growth costs: `npx tsx tools/bench-growth.ts [--long]`, after a build. Requests, bytes and files are counted by the tests
 * (test/sync/lists/ways.test.ts, test/local); here are the times of the built program, with 1 000, 10 000 and 100 000
 * saved pets (1 000 000 with --long) and after a simulated year, as ratios of medians to the same command with 100
 * saved pets, with 95 % intervals by bootstrap over interleaved runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Entry } from '../source/domain/entry.js';
import { type Int64, toInt64 } from '../source/domain/int64.js';
import { createLocalFiles } from '../source/local/local-files.js';
import { systemClock } from '../source/platform/time/clock.js';
import { createListCache } from '../source/local/list-cache.js';
import { diskFileSystem } from '../source/platform/files/file-system.js';
import { openPty } from './bench/measure/open-pty.js';
import { median, toRatioOfMedians } from './bench/measure/ratio-of-medians.js';

const program = join(import.meta.dirname, '../dist/cli.js');
const rounds = 31;
const isLong = process.argv.includes('--long');
const sizes = [1000, 10_000, 100_000, ...(isLong ? [1_000_000] : [])];
const commands = {
  'get 42 --offline': ['get', '42', '--offline'],
  'list --offline -L 5': ['list', '--offline', '-L', '5'],
  'list --offline --json': ['list', '--offline', '--json'],
  'queue list': ['queue', 'list'],
  'status, the store away': ['status'],
  'add --no-wait': ['add', '--name', 'Growth', '--category', '3', '--no-wait'],
};
/** Nothing listens there: no command asks anybody. */
const baseUrl = 'http://127.0.0.1:9/v1';

/** `newest`: the name of the youngest saved pet, which is on the first row of the app. */
type Home = { readonly name: string; readonly folder: string; readonly newest: string };

const environment = ({ folder }: Home) => ({
  PETSTORE_HOME: folder,
  PETSTORE_BASE_URL: baseUrl,
  PETSTORE_API_KEY: 'bench',
});

function run(home: Home, words: readonly string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment(home) },
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) {
    throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  }

  return performance.now() - begun;
}

/** A home with so many saved pets, and so many settled animals in the archive. */
async function setHome(root: string, name: string, pets: number, settled: number): Promise<Home> {
  const home = { name, folder: join(root, name.replaceAll(/\W+/g, '-')), newest: `Pet ${pets - 1}` };
  mkdirSync(home.folder);
  run(home, ['add', '--name', 'First', '--category', '3', '--no-wait']);
  const stores = readdirSync(home.folder, { recursive: true, encoding: 'utf8' }).find((path) =>
    /stores[\\/][^\\/]+$/.test(path),
  );
  const store = join(home.folder, stores ?? '');
  const at = new Date().toISOString();
  await createListCache(diskFileSystem, store).write({
    resets: 0,
    pets: Array.from({ length: pets }, (_, index) => ({
      id: toInt64(index + 1) as Int64,
      name: `Pet ${index}`,
      categoryId: '3' as Int64,
      status: 'available',
    })),
    lists: { all: { fetchedAt: at, complete: true } },
    lookedUp: [],
  });
  const { data } = JSON.parse(readFileSync(join(store, 'queue.json'), 'utf8')) as {
    readonly data: { readonly address: string };
  };
  const { archive } = createLocalFiles({
    folder: store,
    identity: data.address,
    machine: '',
    fileSystem: diskFileSystem,
    clock: systemClock,
  });
  for (let number = 1000; number < 1000 + settled; number += 1000) {
    await archive.archive(Array.from({ length: Math.min(1000, settled) }, (_, index) => toSettled(number + index)));
  }

  return home;
}

/** The app's first rows, in milliseconds since its start, and what it holds in memory then, in MiB. */
async function openApp(home: Home): Promise<readonly [number, number]> {
  const app = openPty([program], environment(home));
  const rowsMs = await app.seen(home.newest);
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]);
  await app.close('q');
  return [rowsMs, kilobytes / 1024];
}

function toSettled(number: number): Entry {
  const at = new Date(Date.now() - (40_000 - number) * 864_000).toISOString();
  return {
    name: `Pet ${number}`,
    categoryId: '3' as Int64,
    localId: `Q-${number}`,
    number,
    petId: toInt64(number) as Int64,
    state: 'created',
    createdAt: at,
    attempts: 1,
    body: '',
    key: '',
    notMine: [],
    history: [{ kind: 'retried', at }],
  };
}

/** The ratio of medians, and where it lies in 95 of 100 draws of the same pairs. */
function compare(times: readonly number[], base: readonly number[]): string {
  const { value, low, high } = toRatioOfMedians(times, base);
  return `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

const root = mkdtempSync(join(tmpdir(), 'petstore-growth-'));
try {
  const base = await setHome(root, '100', 100, 0);
  const homes = [
    ...(await Promise.all(sizes.map((size) => setHome(root, `${size}`, size, 0)))),
    await setHome(root, 'a year', 100, 36_000),
  ];
  console.log(
    `Node ${process.version}, medians of ${rounds} interleaved runs; in brackets where the ratio lies in 95 of 100 draws of the same runs.\n`,
  );
  console.log(
    `| command, to that with 100 saved pets | ${homes.map(({ name }) => name).join(' | ')} |\n|---|${'---|'.repeat(homes.length)}`,
  );
  // Before anything is added: what waits would be on the first rows.
  const opened = new Map<Home, (readonly [number, number])[]>([base, ...homes].map((home) => [home, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [home, measured] of opened) {
      measured.push(await openApp(home));
    }
  }

  const column = (home: Home, which: 0 | 1): readonly number[] =>
    (opened.get(home) ?? []).map((figures) => figures[which]);
  console.log(
    `| the app's first rows (${median(column(base, 0)).toFixed(0)} ms) | ${homes.map((home) => compare(column(home, 0), column(base, 0))).join(' | ')} |`,
  );
  console.log(
    `| its memory then, MiB (${median(column(base, 1)).toFixed(0)}) | ${homes.map((home) => median(column(home, 1)).toFixed(0)).join(' | ')} |`,
  );

  for (const [name, words] of Object.entries(commands)) {
    const times = new Map<Home, number[]>([base, ...homes].map((home) => [home, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [home, measured] of times) {
        measured.push(run(home, words));
      }
    }

    console.log(
      `| ${name} (${median(times.get(base) ?? []).toFixed(0)} ms) | ${homes.map((home) => compare(times.get(home) ?? [], times.get(base) ?? [])).join(' | ')} |`,
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
