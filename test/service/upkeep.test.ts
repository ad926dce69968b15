/**
 * `petstore service backup`, `restore` and `check`, on services that run and on files that are not what they should be.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { runKeys, runUpkeep, type UpkeepAction } from '../../source/service/commands/database-commands.ts';
import { putInPlace } from '../../source/service/storage/sqlite/sqlite-copies.ts';
import { DatabaseError } from '../../source/service/storage/storage-error.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { outcomeOf } from './outcome-of.ts';
import { listAll } from './list-all.ts';
import { json, startService } from './start-service.ts';

const post = (name: string) => ({
  method: 'POST',
  body: { name, categoryId: 1 },
  headers: { 'idempotency-key': `"${name}"` },
});

const upkeep = (action: UpkeepAction, database: string, file = '') =>
  outcomeOf(() => runUpkeep(action, { database, file }));

test('a backup of a running service goes back into place with everything in it; ids go on further, keys and repeats hold', async (t) => {
  const folder = temporaryFolder(t);
  const backup = path.join(folder, 'backup.sqlite');
  const { send, service, database, apiKey } = await startService(t);
  const first = json(await send(post('One'))) as { id: number };
  const adding = Promise.all(Array.from({ length: 40 }, (_, index) => send(post(`During ${index}`))));
  t.like(await upkeep('backup', database, backup), { exit: 0, stderr: '' });
  await adding;
  t.is(statSync(backup).mode & 0o077, 0, 'nobody else can read it');
  t.deepEqual(readdirSync(folder), ['backup.sqlite'], 'in one file');
  const lost = (json(await send(post('Lost'))) as { id: number }).id;

  const refused = await upkeep('restore', database, backup);
  t.is(refused.exit, 7);
  t.regex(refused.stderr, /A service runs on .* nothing was changed/);
  t.is((await send({})).status, 200);
  await service.close();

  const restored = await upkeep('restore', database, backup);
  t.is(restored.exit, 0, restored.stderr);
  const kept = String(restored.said['kept']);
  t.is((await upkeep('check', kept)).said['animals'], 42, 'what was there is kept');
  const again = await startService(t, { database });
  const authorization = `Bearer ${apiKey}`;
  t.true((await listAll((request) => again.send({ ...request, authorization }))).some(({ id }) => id === first.id));
  t.deepEqual(json(await again.send({ ...post('One'), authorization })), first);
  t.true((json(await again.send(post('New'))) as { id: number }).id > lost + 900_000);
});

test('ids go on further also after a backup of a store that never held an animal', async (t) => {
  const folder = temporaryFolder(t);
  const { send, service, database } = await startService(t);
  await upkeep('backup', database, path.join(folder, 'b.sqlite'));
  t.is((json(await send(post('Lost'))) as { id: number }).id, 1);
  await service.close();
  t.like(await upkeep('restore', database, path.join(folder, 'b.sqlite')), { exit: 0, said: { animals: 0 } });
  const again = await startService(t, { database });
  t.is((json(await again.send(post('New'))) as { id: number }).id, 1_000_001);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot(
  `a restore by root belongs to whom the database, or its folder, belonged${process.getuid?.() === 0 ? '' : ' (skipped: needs root)'}`,
  async (t) => {
    const folder = temporaryFolder(t);
    const { database, service } = await startService(t);
    await upkeep('backup', database, path.join(folder, 'b.sqlite'));
    await service.close();
    chownSync(path.dirname(database), 1234, 1235);
    chownSync(database, 2345, 2346);
    chmodSync(database, 0o640);
    const ownerOf = (file: string) => {
      const { uid, gid, mode } = statSync(file);
      return [uid, gid, (mode & 0o777).toString(8)];
    };
    t.is((await upkeep('restore', database, path.join(folder, 'b.sqlite'))).exit, 0);
    t.deepEqual(ownerOf(database), [2345, 2346, '640']);
    rmSync(database);
    t.is((await upkeep('restore', database, path.join(folder, 'b.sqlite'))).exit, 0);
    t.deepEqual(ownerOf(database), [1234, 1235, '600']);
    rmSync(database);
    await runKeys('create', { database });
    t.deepEqual(ownerOf(database), [1234, 1235, '600'], 'also one that root makes for its first key');
  },
);

test('what a killed service left of its log is not taken for that of the backup', async (t) => {
  const folder = temporaryFolder(t);
  const backup = path.join(folder, 'b.sqlite');
  const { database, send } = await startService(t);
  await send(post('One'));
  await upkeep('backup', database, backup);
  await send(post('Later'));
  for (const [name, left] of Object.entries({
    removed: undefined,
    damaged: 'no database',
    whole: readFileSync(database),
  })) {
    const place = path.join(folder, name, 'pets.sqlite');
    mkdirSync(path.dirname(place));
    copyFileSync(`${database}-wal`, `${place}-wal`);
    if (left !== undefined) {
      writeFileSync(place, left);
    }

    const { said } = await upkeep('restore', place, backup);
    t.is(said['animals'], 1, name);
    t.like(await upkeep('check', place), { exit: 0, said: { animals: 1 } }, name);
    t.true(statSync(String(said['kept'])).size > 0, `${name}: what was there is kept`);
    const beside = readdirSync(path.dirname(place)).filter((each) => /-(?:wal|shm|journal)$/.test(each));
    t.deepEqual(
      beside.filter((each) => each.startsWith('pets.sqlite-')),
      [],
      name,
    );
    t.is(
      beside.length,
      name === 'removed' ? 1 : 0,
      `${name}: the log is kept where it was not written into the file before`,
    );
  }
});

test('a restore that cannot give the backup its name says under which one the database is', async (t) => {
  const folder = temporaryFolder(t);
  const { database, send, service } = await startService(t);
  await send(post('One'));
  const backup = path.join(folder, 'b.sqlite');
  await upkeep('backup', database, backup);
  await service.close();
  const rename: typeof renameSync = (from, to) => {
    if (to === database) {
      throw new Error('EIO: rename');
    }

    renameSync(from, to);
  };
  const { message } = await t.throwsAsync(putInPlace(backup, database, rename), {
    instanceOf: DatabaseError,
  });
  const [, aside = ''] = /EIO.* is kept as (\S+before-restore-\S+):/.exec(message) ?? [];
  t.like(await upkeep('check', aside), { exit: 0, said: { animals: 1 } }, message);
  renameSync(aside, database);
  t.like(await upkeep('restore', database, backup), { exit: 0, said: { animals: 1 } });
});

test('nothing is written over, and what is not there or no backup is told', async (t) => {
  const folder = temporaryFolder(t);
  const { database, service } = await startService(t);
  const file = path.join(folder, 'taken');
  writeFileSync(file, 'precious');
  t.like(await upkeep('backup', database, file), { exit: 2, said: {} });
  t.is(readFileSync(file, 'utf8'), 'precious');
  t.is((await upkeep('backup', path.join(folder, 'none.sqlite'), path.join(folder, 'b'))).exit, 7);
  t.is((await upkeep('backup', database, path.join(folder, 'no/such/folder'))).exit, 7);
  t.is((await upkeep('check', path.join(folder, 'none.sqlite'))).exit, 7);
  await service.close();

  const before = readFileSync(database);
  t.is((await upkeep('restore', database, path.join(folder, 'none.sqlite'))).exit, 2);
  for (const content of ['precious', '']) {
    writeFileSync(file, content);
    t.is((await upkeep('restore', database, file)).exit, 7);
  }

  new DatabaseSync(path.join(folder, 'other.sqlite')).exec('create table things (id integer)');
  t.regex((await upkeep('restore', database, path.join(folder, 'other.sqlite'))).stderr, /database of another program/);
  t.deepEqual(readFileSync(database), before);
  t.deepEqual(readdirSync(path.dirname(database)), ['pets.sqlite'], 'nothing is left lying about');
});

test('damage of each kind is found, and no backup is made of it', async (t) => {
  const { database, service } = await startService(t);
  await service.seed(
    Array.from({ length: 3000 }, (_, index) => ({
      name: `Pet ${index}`,
      categoryId: '1' as never,
      status: 'sold' as const,
    })),
  );
  for (const label of ['revoked', 'expired']) {
    const { id } = await service.keys.create({ label, lifetime: label === 'expired' ? 0 : undefined });
    await (label === 'revoked' && service.keys.revoke(id));
  }

  await service.close();
  t.like(await upkeep('check', database), { exit: 0, said: { animals: 3000, keys: 1 } }, 'keys that open it');

  const folder = temporaryFolder(t);
  const damages: Readonly<Record<string, (file: string) => void>> = {
    cut: (file) => truncateSync(file, 40_960),
    scrambled: (file) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0x5a, 20_480, 28_672));
    },
    newer: (file) => new DatabaseSync(file).exec('update schema_version set version = 99'),
  };
  mkdirSync(path.join(folder, 'copies'));
  for (const [name, damage] of Object.entries(damages)) {
    const file = path.join(folder, `${name}.sqlite`);
    copyFileSync(database, file);
    damage(file);
    t.like(await upkeep('check', file), { exit: 7, said: {} }, name);
    t.is((await upkeep('backup', file, path.join(folder, 'copies', name))).exit, 7, name);
  }

  t.deepEqual(readdirSync(path.join(folder, 'copies')), []);
});

test('to check PostgreSQL it names the program that does', async (t) => {
  const { exit, stderr } = await upkeep('check', 'postgres://pets@localhost/pets');
  t.is(exit, 2);
  t.regex(stderr, /pg_amcheck: docs\/service\.md/);
});
