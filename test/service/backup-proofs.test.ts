/** Backups that prove themselves, on both engines: read back, restored, and told by the store's metrics. */
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import anyTest, { type ExecutionContext } from 'ava';
import { type UpkeepAction, runUpkeep } from '../../source/service/commands/database-commands.ts';
import { createMetrics } from '../../source/service/operation/metrics.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { listAll } from './list-all.ts';
import { onPostgres } from './on-postgres.ts';
import { outcomeOf } from './outcome-of.ts';
import { json, startService } from './start-service.ts';

const { test, needs, postgres } = await onPostgres();

const upkeep = (action: UpkeepAction, database: string, file: string) =>
  outcomeOf(() => runUpkeep(action, { database, file }));
const post = (name: string) => ({ method: 'POST', body: { name, categoryId: 1 } });

/** A service on a database with some animals, and what its metrics say of one of its gauges. */
async function startFilled(t: ExecutionContext, database: string) {
  const metrics = createMetrics('1.2.3');
  const running = await startService(t, { database, observer: metrics.observer });
  metrics.watchUpkeep(running.service.upkeep);
  for (const name of ['Luna', 'Line\nfeed\\.', 'pets (']) {
    await running.send(post(name));
  }

  const read = async (gauge: string): Promise<number> => {
    const text = await metrics.read();
    return Number(new RegExp(`^petstore_${gauge} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  return { ...running, read };
}

for (const [engine, declare, place] of [
  ['SQLite', anyTest, (t: ExecutionContext) => Promise.resolve(path.join(temporaryFolder(t), 'told.sqlite'))],
  [`PostgreSQL${needs}`, test, () => postgres.createDatabase('told')],
] as const) {
  declare(`a backup changes the age that the metrics tell, and leaves nothing else, on ${engine}`, async (t) => {
    const began = Date.now() / 1000;
    const database = await place(t);
    const folder = temporaryFolder(t);
    const { read } = await startFilled(t, database);
    t.is(await read('backup_timestamp_seconds'), 0);
    t.regex((await upkeep('restore', database, folder)).stderr, /^There is no backup/, 'an empty folder is none');

    t.like(await upkeep('backup', database, folder), { exit: 0, stderr: '', said: { animals: 3 } });
    const [file = '', ...more] = readdirSync(folder);
    t.deepEqual(more, []);
    t.regex(file, /^\d{4}-\d\d-\d\dT\d{6}Z\.(?:sqlite|dump)$/);
    t.is(statSync(path.join(folder, file)).mode & 0o077, 0, 'nobody else can read it');
    t.is((await upkeep('backup', database, path.join(folder, file))).exit, 2, 'a name that is taken');
    t.true((await read('backup_timestamp_seconds')) >= Math.floor(began));
    t.is(await read('backup_animals'), 3);
  });
}

test(`a restore has every animal, and gives no id again that was noted after the backup; a damaged one is told, and a database that holds a store is kept${needs}`, async (t) => {
  const [database, restored] = [await postgres.createDatabase('before'), await postgres.createDatabase('restored')];
  const file = path.join(temporaryFolder(t), 'b.dump');
  const { send, apiKey } = await startFilled(t, database);
  await upkeep('backup', database, file);
  const lost = (json(await send(post('Lost'))) as { id: number }).id;
  const taken = await upkeep('restore', database, file);
  t.is(taken.exit, 7);
  t.regex(taken.stderr, /is not empty/);
  t.is((await listAll(send)).length, 4);
  const missing = await upkeep('restore', restored.replace('restored', 'absent'), file);
  t.is(missing.exit, 7);
  t.regex(missing.stderr, /absent.* does not exist.*createdb/s);
  const half = `${file}.half`;
  copyFileSync(file, half);
  truncateSync(half, Math.floor(statSync(half).size / 2));
  const failed = await upkeep('restore', restored, half);
  t.is(failed.exit, 7);
  t.not(failed.stderr, '');

  t.like(await upkeep('restore', restored, file), { exit: 0, stderr: '', said: { animals: 3 } });
  const again = await startService(t, { database: restored });
  const authorization = `Bearer ${apiKey}`;
  t.deepEqual(
    (await listAll((request) => again.send({ ...request, authorization }))).map(({ name }) => name),
    ['Luna', 'Line\nfeed\\.', 'pets ('],
    'with the keys there were',
  );
  t.true((json(await again.send(post('New'))) as { id: number }).id > lost + 900_000);
});

test(`a password in the address reaches PostgreSQL's programs by a variable, which the list of processes does not show${needs}`, async (t) => {
  const address = await postgres.createDatabase('secret');
  await postgres.sql("create role keeper superuser login password 'p@ss w$rd'");
  const database = address.replace('pets@', `keeper:${encodeURIComponent('p@ss w$rd')}@`);
  await startService(t, { database });
  const folder = temporaryFolder(t);
  const began = runUpkeep('backup', { database, file: folder });
  const seen: string[] = [];
  const look = setInterval(() => seen.push(...listCommands()), 5);
  await began;
  clearInterval(look);
  t.true(
    seen.some((command) => command.includes('pg_dump')),
    'it was seen',
  );
  t.false(seen.some((command) => command.includes('w$rd') || command.includes('w%24rd')));
});

/** The command lines of all processes. */
function listCommands(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return [];
      }
    });
}
