/**
 * One process and five on one PostgreSQL, all under load at once: `npx tsx bench/service/several-processes.ts [--seconds 4]
 * [--rounds 5]`. Needs a build and PostgreSQL. Processes, PostgreSQL and load share two cores, so the rates say little;
 * the processor time of a request says how many of them a core carries. Interleaved rounds, medians.
 */
import { parseArgs } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPostgres, startPostgres } from '../../test/service/start-postgres.js';
import { median } from './compare.js';
import { send } from './measure.js';
import { processorTime } from './processor-time.js';
import { startPetstore, type Service } from './sides.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '5' } },
});
const seconds = Number(values.seconds);
const connections = 50;
const folder = await mkdtemp(path.join(tmpdir(), 'petstore-several-'));
const programs = await findPostgres();
if (programs === undefined) {
  throw new Error('PostgreSQL is not installed');
}

type Round = { readonly perSecond: number; readonly service: number; readonly postgres: number };

/** What all services answered in one round, and the milliseconds of processor time of a request, here and in PostgreSQL. */
async function loadAll(services: readonly Service[], database: string, kind: 'list' | 'create'): Promise<Round> {
  const times = () => {
    const own = services.reduce((sum, { pid }) => sum + processorTime(pid), 0);
    return { own, postgres: processorTime(services[0]!.pid, database) - processorTime(services[0]!.pid) };
  };
  const before = times();
  const sent = await Promise.all(
    services.map(({ load, create }) => send({ ...(kind === 'list' ? load : create.load), seconds, connections })),
  );
  if (sent.some(({ wrong }) => wrong > 0)) {
    throw new Error('a request failed');
  }

  const after = times();
  const perSecond = sent.reduce((sum, each) => sum + each.perSecond, 0);
  const each = (spent: number): number => spent / (perSecond * seconds);
  return { perSecond, service: each(after.own - before.own), postgres: each(after.postgres - before.postgres) };
}

const postgres = await startPostgres(programs, { fsync: true });
const started: Service[] = [];
try {
  const address = await postgres.createDatabase('several');
  const database = new URL(address).pathname.slice(1);
  for (let number = 1; number <= 5; number += 1) {
    const log = path.join(folder, `${number}.log`);
    started.push(await startPetstore('dist/cli.js', address, started[0]?.apiKey, `process ${number}`, [], log));
  }

  const sides = [
    { name: 'list, 1 process', services: started.slice(0, 1), kind: 'list' },
    { name: 'list, 5 processes', services: started, kind: 'list' },
    { name: 'create, 1 process', services: started.slice(0, 1), kind: 'create' },
    { name: 'create, 5 processes', services: started, kind: 'create' },
  ] as const;
  const rounds: Round[][] = sides.map(() => []);
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const [index, { services, kind }] of sides.entries()) {
      rounds[index]!.push(await loadAll(services, database, kind));
    }
  }

  console.table(
    Object.fromEntries(
      sides.map(({ name }, index) => {
        const measured = rounds[index]!.slice(1);
        const of = (key: keyof Round): number => median(measured.map((each) => each[key]));
        return [
          name,
          {
            'a second': Math.round(of('perSecond')),
            'a process, us': Math.round(of('service') * 1000),
            'PostgreSQL, us': Math.round(of('postgres') * 1000),
          },
        ];
      }),
    ),
  );
} finally {
  await Promise.all(started.map(({ stop }) => stop()));
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
}
