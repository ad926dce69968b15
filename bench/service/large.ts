import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createService } from '../../source/service/server.js';
import { findPostgres, startPostgres } from '../../test/service/start-postgres.js';
import { atMost, median, type Finding } from './compare.js';
import { measure, type Rate, type Settings } from './measure.js';
import { peakMemory } from './memory.js';
import type { Load, Side } from './side.js';
import { startPetstore } from './sides.js';

const run = promisify(execFile);

/** What one store was found to do, in milliseconds and requests a second. */
type Row = Readonly<Record<string, string | number>>;

/** Engines and sizes, one after the other: what each request costs, restart, backup and memory. */
export async function measureLarge(folder: string, program: string, settings: Settings): Promise<readonly Finding[]> {
  const programs = await findPostgres();
  const postgres = programs === undefined ? undefined : await startPostgres(programs, { fsync: true });
  const findings: Finding[] = [];
  try {
    for (const animals of [100_000, 1_000_000]) {
      const file = path.join(folder, `large-${animals}.sqlite`);
      const log = path.join(folder, 'large.log');
      const backUp = async (): Promise<string> => {
        await run(process.execPath, [program, 'service', 'backup', `${file}.copy`, '--database', file]);
        return `${file}.copy`;
      };
      findings.push(
        ...(await measureStore(`SQLite, ${animals}`, { database: file, animals, backUp, log }, program, settings)),
      );
      await Promise.all([file, `${file}.copy`].map((each) => rm(each, { force: true })));
      if (postgres !== undefined && programs !== undefined) {
        const database = await postgres.createDatabase(`large${animals}`);
        const dump = path.join(folder, `large-${animals}.dump`);
        const dumpIt = async (): Promise<string> => {
          await run(path.join(programs, 'pg_dump'), ['--format', 'custom', '--file', dump, '--dbname', database]);
          return dump;
        };
        findings.push(
          ...(await measureStore(
            `PostgreSQL, ${animals}`,
            { database, animals, backUp: dumpIt, log },
            program,
            settings,
          )),
        );
      }
    }
  } finally {
    await postgres?.remove();
  }

  return findings;
}

type LargeStore = {
  readonly database: string;
  readonly animals: number;
  readonly log: string;
  /** Makes a copy and answers its file. */
  readonly backUp: () => Promise<string>;
};

async function measureStore(
  name: string,
  { database, animals, backUp, log }: LargeStore,
  program: string,
  settings: Settings,
): Promise<readonly Finding[]> {
  const rows: Record<string, Row> = {};
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    rows[what] = { ms: Math.round(performance.now() - began) };
    return result;
  };
  const apiKey = await timed('seed', () => seed(database, animals));
  const service = await timed('restart', () => startPetstore(program, database, apiKey, name, [], log));
  try {
    const loads = await toLoads(service.load, { animals, create: service.create.load });
    const own = database.startsWith('postgres') ? { database: new URL(database).pathname.slice(1) } : {};
    const sides = Object.entries(loads).map(([what, load]): Side => ({ ...service, ...own, name: what, load }));
    const rates = await measure(sides, settings);
    const of = (side: number, figure: keyof Rate): number => median(rates.map((round) => round[side]![figure]));
    for (const [side, { name: what }] of sides.entries()) {
      const perSecond = Math.round(of(side, 'perSecond'));
      rows[what] = { perSecond, p50: of(side, 'p50'), p99: of(side, 'p99'), cpu: Number(of(side, 'cost').toFixed(3)) };
    }

    const copy = await timed('backup', backUp);
    rows['backup'] = { ...rows['backup'], MiB: Math.round((await stat(copy)).size / 2 ** 20) };
    const peak = peakMemory(service.pid) ?? 0;
    rows['memory'] = { MiB: Math.round(peak) };
    console.log(`${name} animals, pages of 20`);
    console.table(rows);
    const [same, random] = [
      sides.findIndex((side) => side.name === 'same page'),
      sides.findIndex((side) => side.name === 'random pages'),
    ];
    return [
      atMost(
        `${name}: random pages, processor time of the same page`,
        `${of(random, 'cost').toFixed(3)} and ${of(same, 'cost').toFixed(3)} ms a request`,
        median(rates.map((round) => round[random]!.cost / round[same]!.cost)),
        2,
      ),
      atMost(`${name}: resident memory`, 'most while under load, MiB', peak, 300),
    ];
  } finally {
    await service.stop();
  }
}

async function seed(database: string, animals: number): Promise<string> {
  const service = await createService({ database });
  const statuses = ['available', 'pending', 'sold'] as const;
  const pets = Array.from({ length: animals }, (_, index) => ({
    name: `Pet ${index + 1}`,
    categoryId: String((index % 8) + 1) as never,
    status: statuses[index % 3]!,
  }));
  await service.seed(pets);
  const { apiKey } = await service.keys.create({ label: 'bench' });
  await service.close();
  return apiKey;
}

/** What is asked of a store, by name. */
async function toLoads(
  { url, headers = {} }: Load,
  { animals, create }: { readonly animals: number; readonly create: Load },
): Promise<Readonly<Record<string, Load>>> {
  const last = await fetch(`${url}?limit=20&before=end`, { headers });
  const changes = /<([^>]+)>; rel="[^"]*\/changes"/.exec(last.headers.get('link') ?? '')?.[1] ?? '';
  const ask = (paths: readonly string[]): Load => ({ url, headers, paths });
  const atRandom = (path: string): Load => ({ url, headers, paths: [path], upTo: animals - 20 });
  return {
    'same page': ask(['/v1/pets?limit=20']),
    'random pages': atRandom('/v1/pets?limit=20&after=*'),
    'last page': ask(['/v1/pets?limit=20&before=end']),
    get: atRandom('/v1/pets/*'),
    'change link': ask([changes]),
    create,
  };
}
