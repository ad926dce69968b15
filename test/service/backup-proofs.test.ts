/** Backups that prove themselves, on both engines: read back, restored, and told by the store's metrics. */
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
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

for (const [engine, declare, ending, place] of [
  ['SQLite', anyTest, 'sqlite', (t: ExecutionContext) => Promise.resolve(path.join(temporaryFolder(t), 'p.sqlite'))],
  [`PostgreSQL${needs}`, test, 'dump', (_t: ExecutionContext, name: string) => postgres.createDatabase(name)],
] as const) {
  declare(
    `of a folder the backup that was written last is restored, whatever its name, and told, on ${engine}`,
    async (t) => {
      const database = await place(t, 'named');
      const folder = temporaryFolder(t);
      const { send, service } = await startFilled(t, database);
      await upkeep('backup', database, path.join(folder, `before-update.${ending}`));
      await send(post('Later'));
      await upkeep('backup', database, folder);
      await service.close();
      const { said, stderr } = await upkeep('restore', await place(t, 'taken_back'), folder);
      t.like(said, { animals: 4 }, stderr);
      t.regex(String(said['backup']), /\/\d{4}-\d\d-\d\dT\d{6}Z\.\w+$/);
    },
  );
}

anyTest('a database is never taken for a backup of itself', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const { service } = await startFilled(t, database);
  await service.close();
  for (const file of [path.dirname(database), database]) {
    const { exit, stderr } = await upkeep('restore', database, file);
    t.is(exit, 2);
    t.regex(stderr, /^There is no backup/);
  }

  const backup = path.join(path.dirname(database), 'before.sqlite');
  await upkeep('backup', database, backup);
  const again = await startService(t, { database });
  await again.send(post('Later'));
  await again.service.close();
  t.like((await upkeep('restore', database, path.dirname(database))).said, { animals: 3, backup });
});

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
  await postgres.sql("create database ascii encoding 'SQL_ASCII' template template0");
  const lossy = await upkeep('restore', restored.replace('restored', 'ascii'), file);
  t.is(lossy.exit, 7);
  t.regex(
    lossy.stderr,
    /encoding is SQL_ASCII.*createdb --encoding UTF8[^.]*\.\n$/,
    'no word of addresses and passwords',
  );
  t.is(await postgres.sql("select count(*) from pg_tables where schemaname = 'public'", 'ascii'), '0');
  const folder = temporaryFolder(t);
  const half = path.join(folder, 'half.dump');
  copyFileSync(file, half);
  truncateSync(half, Math.floor(statSync(half).size / 2));
  const failed = await upkeep('restore', restored, folder);
  t.is(failed.exit, 7);
  t.true(failed.stderr.includes(half), failed.stderr);

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
  // In front of the real one, it notes how it was called.
  const folder = temporaryFolder(t);
  const { PATH = '' } = process.env;
  const note = 'printf "%s\\n" "$@" >"$0.words"; printf %s "$PGPASSWORD" >"$0.password"';
  const file = path.join(folder, 'pg_dump');
  writeFileSync(file, `#!/bin/sh\n${note}\nPATH='${PATH}'\nexec pg_dump "$@"\n`, { mode: 0o755 });
  process.env['PATH'] = `${folder}:${PATH}`;
  t.teardown(() => (process.env['PATH'] = PATH));
  t.is((await upkeep('backup', database, path.join(folder, 'b.dump'))).exit, 0);
  t.regex(readFileSync(`${file}.words`, 'utf8'), /^--no-password\n--dbname=postgres:\/\/keeper@127/);
  t.notRegex(readFileSync(`${file}.words`, 'utf8'), /p@ss|p%40ss|w\$rd|w%24rd/);
  t.is(readFileSync(`${file}.password`, 'utf8'), 'p@ss w$rd');
});
