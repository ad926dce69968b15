import path from 'node:path';
import { findPostgres, startPostgres } from '../../../test/service/start-postgres.js';
import { atMost, compare, compareCosts, type Finding } from './compare.js';
import { measure, type Settings } from './measure.js';
import { peakMemory } from './memory.js';
import type { Side } from './side.js';
import { at, startPetstore, type Service } from './sides.js';

/** What the service on PostgreSQL is held against. */
export type PostgresPeers = {
  readonly sqlite: Service;
  readonly jsonServer: { readonly list: Side; readonly create: Side };
};

/** The built program, and one of before where there is one to compare with. */
export type Programs = { readonly program: string; readonly before?: string | undefined };

/**
 * One process on a PostgreSQL of its own, which shares the two cores and syncs what it commits; nothing where
 * PostgreSQL is not installed. What it is held against does without a second process and the way there.
 */
export async function measurePostgres(
  folder: string,
  seed: string,
  { program, before }: Programs,
  { sqlite, jsonServer }: PostgresPeers,
  settings: Settings,
): Promise<readonly Finding[]> {
  const programs = await findPostgres();
  if (programs === undefined) {
    console.log('PostgreSQL is not installed: its rows are left out.');
    return [];
  }

  const postgres = await startPostgres(programs, { fsync: true });
  const started: Side[] = [];
  try {
    const start = async (built: string, name: string): Promise<Service> => {
      const address = await postgres.createDatabase(name);
      const service = await startPetstore(
        built,
        address,
        undefined,
        name,
        ['--seed', seed],
        path.join(folder, `${name}.log`),
      );
      started.push(service);
      const database = new URL(address).pathname.slice(1);
      return { ...service, database, create: { ...service.create, database } };
    };
    const now = await start(program, 'now');
    const old = before === undefined ? [] : [await start(before, 'before')];
    const listed = await measure([now, sqlite, at(jsonServer.list, '?_page=1&_limit=20'), ...old], settings);
    const created = await measure(
      [now.create, sqlite.create, jsonServer.create, ...old.map(({ create }) => create)],
      settings,
    );
    const peak = peakMemory(now.pid);
    return [
      compare(listed, { what: 'PostgreSQL: list of 20, of SQLite', of: 0, against: 1, atLeast: 0.1 }),
      compare(listed, { what: 'PostgreSQL: list of 20, of json-server', of: 0, against: 2, atLeast: 1 }),
      compare(created, { what: 'PostgreSQL: create, of SQLite', of: 0, against: 1, atLeast: 0.3 }),
      compare(created, { what: 'PostgreSQL: create, of json-server', of: 0, against: 2, atLeast: 3 }),
      ...old.flatMap(() => [
        compare(listed, { what: 'PostgreSQL: list of 20, of before', of: 0, against: 3, atLeast: 0.8 }),
        compareCosts(listed, {
          what: 'PostgreSQL: list of 20, processor time of before',
          of: 0,
          against: 3,
          atLeast: 0.8,
        }),
        compare(created, { what: 'PostgreSQL: create, of before', of: 0, against: 3, atLeast: 0.8 }),
        compareCosts(created, {
          what: 'PostgreSQL: create, processor time of before',
          of: 0,
          against: 3,
          atLeast: 0.8,
        }),
      ]),
      ...(peak === undefined ? [] : [atMost('PostgreSQL: resident memory', 'most while under load, MiB', peak, 200)]),
    ];
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    await postgres.remove();
  }
}
