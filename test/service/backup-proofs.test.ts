/** Backups that prove themselves, on both engines: read back, restored, and told by the store's metrics. */
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
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

for (const engine of ['SQLite', 'PostgreSQL']) {
  const declare = engine === 'SQLite' ? anyTest : test;
  const title = (text: string): string => `on ${engine}, ${text}${engine === 'SQLite' ? '' : needs}`;
  const ending = engine === 'SQLite' ? '.sqlite' : '.dump';
  const place = async (t: ExecutionContext, name: string): Promise<string> =>
    engine === 'SQLite' ? path.join(temporaryFolder(t), `${name}.sqlite`) : postgres.createDatabase(name);

  declare(title('a backup changes the age that the metrics tell, and leaves nothing else'), async (t) => {
    const began = Date.now() / 1000;
    const database = await place(t, 'told');
    const folder = temporaryFolder(t);
    const { read } = await startFilled(t, database);
    t.is(await read('backup_timestamp_seconds'), 0);

    t.like(await upkeep('backup', database, folder), { exit: 0, stderr: '', said: { animals: 3 } });
    const [file = '', ...more] = readdirSync(folder);
    t.deepEqual(more, []);
    t.regex(file, new RegExp(String.raw`^\d{4}-\d\d-\d\dT\d{6}Z\.` + `${ending.slice(1)}$`));
    t.is(statSync(path.join(folder, file)).mode & 0o077, 0, 'nobody else can read it');
    t.true((await read('backup_timestamp_seconds')) >= began);
    t.is(await read('backup_animals'), 3);
  });

  declare(title('a damaged backup is told at the restore'), async (t) => {
    const [database, other] = [await place(t, 'damaged'), await place(t, 'damaged_other')];
    const file = path.join(temporaryFolder(t), `b${ending}`);
    await startFilled(t, database);
    t.is((await upkeep('backup', database, file)).exit, 0);
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const failed = await upkeep('restore', other, file);
    t.is(failed.exit, 7);
    t.not(failed.stderr, '');
  });

  declare(title('a restore has every animal, and gives no id again that was noted after the backup'), async (t) => {
    const [database, restored] = [await place(t, 'before'), await place(t, 'restored')];
    const file = path.join(temporaryFolder(t), `b${ending}`);
    const { send, apiKey } = await startFilled(t, database);
    await upkeep('backup', database, file);
    const lost = (json(await send(post('Lost'))) as { id: number }).id;
    if (engine === 'PostgreSQL') {
      const missing = await upkeep('restore', restored.replace('restored', 'absent'), file);
      t.is(missing.exit, 7);
      t.regex(missing.stderr, /absent.* does not exist.*createdb/s);
    }

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

  declare(title('an empty folder is no backup, and a name that is taken stays as it is'), async (t) => {
    const database = await place(t, 'empty');
    const { service } = await startService(t, { database });
    const folder = temporaryFolder(t);
    const { exit, stderr } = await upkeep('restore', database, folder);
    t.is(exit, 2);
    t.regex(stderr, /There is no backup/);

    const file = path.join(folder, `b${ending}`);
    t.is((await upkeep('backup', database, file)).exit, 0);
    const { size } = statSync(file);
    t.is((await upkeep('backup', database, file)).exit, 2);
    t.is(statSync(file).size, size);
    await service.close();
  });
}

test(`a database that holds a store is not restored into${needs}`, async (t) => {
  const database = await postgres.createDatabase('kept');
  const file = path.join(temporaryFolder(t), 'b.dump');
  const { send } = await startFilled(t, database);
  await upkeep('backup', database, file);
  const { exit, stderr } = await upkeep('restore', database, file);
  t.is(exit, 7);
  t.regex(stderr, /is not empty/);
  t.is((await listAll(send)).length, 3);
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
