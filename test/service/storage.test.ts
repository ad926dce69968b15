import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import test from 'ava';
import { createService } from '../../source/service/server.ts';
import { DatabaseError } from '../../source/service/storage/storage-error.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { json, startService } from './start-service.ts';

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };

test('a commit is synced to disk, in a write-ahead log', async (t) => {
  const { openStorage } = await import('../../source/service/storage/open-storage.ts');
  const storage = await openStorage(path.join(temporaryFolder(t), 'pets.sqlite'), () => undefined);
  const pragma = async (name: string) =>
    Object.values((await storage.db.ask<object>(`pragma ${name}`))[0]!)[0] as unknown;
  t.is(await pragma('journal_mode'), 'wal');
  t.is(await pragma('synchronous'), 2n, '2 is FULL');
  await storage.close();
});

test('a service that stopped leaves one file with everything in it, also where nothing was ever read', async (t) => {
  const { service, send, database } = await startService(t);
  await send(luna);
  await service.close();
  t.deepEqual(await readdir(path.dirname(database)), ['pets.sqlite']);

  const unread = await createService({ database });
  await unread.keys.create({ label: 'only written' });
  await unread.close();
  t.deepEqual(await readdir(path.dirname(database)), ['pets.sqlite']);
});

test('an id is never given again, not even when its animal is removed by hand', async (t) => {
  const { send, database } = await startService(t);
  await send(luna);
  const last = (json(await send(luna)) as { id: number }).id;
  const other = new DatabaseSync(database);
  other.exec('delete from pets');
  other.close();
  t.is((json(await send(luna)) as { id: number }).id, last + 1);
});

test('ids go on beyond 2^53 without rounding', async (t) => {
  const { send, database } = await startService(t);
  await send(luna);
  const other = new DatabaseSync(database);
  other.exec("update sqlite_sequence set seq = 9007199254740992 where name = 'pets'");
  other.close();
  t.regex((await send(luna)).body.toString(), /^\{"id":9007199254740993,/);
  t.regex((await send({ path: '/pets/9007199254740993' })).body.toString(), /^\{"id":9007199254740993,/);
  t.is((await send({ path: '/pets/9007199254740992' })).status, 404);
});

test('while another program holds the file, reading goes on and adding waits', async (t) => {
  const { send, database } = await startService(t);
  const other = new DatabaseSync(database);
  other.exec('begin immediate');
  let added = false;
  const adding = send(luna).then((answer) => {
    added = true;
    return answer;
  });
  // Long enough after for the post to be under way: it was sent first, on a connection of its own.
  t.is((await send({})).status, 200);
  t.is((await send({})).status, 200);
  t.false(added);
  other.exec('commit');
  other.close();
  t.is((await adding).status, 201);
});

test('where SQLite has ended a transaction by itself, what went wrong is told and not that there is nothing to undo', async (t) => {
  const { connectSqlite } = await import('../../source/service/storage/sqlite/sqlite-file.ts');
  const db = connectSqlite(new DatabaseSync(':memory:'));
  const work = db.transact(async (ask) => {
    await ask('rollback');
    throw new Error('what went wrong');
  });
  await t.throwsAsync(work, { message: 'what went wrong' });
  await db.close();
});

test('a folder is made where there is none, and only its owner can read', async (t) => {
  const database = path.join(temporaryFolder(t), 'new', 'deep', 'pets.sqlite');
  await startService(t, { database });
  t.is((await stat(database)).mode & 0o777, 0o600);
  t.is((await stat(path.dirname(database))).mode & 0o777, 0o700);
});

test('a database of a newer version is refused with a sentence and left as it is', async (t) => {
  const { service, database } = await startService(t);
  await service.close();
  const other = new DatabaseSync(database);
  other.exec('update schema_version set version = 99');
  other.close();
  await t.throwsAsync(createService({ database }), {
    instanceOf: DatabaseError,
    message: /version 99.*newer petstore.*Nothing was changed/,
  });
});

test('what cannot be a database is refused with a sentence that names it', async (t) => {
  const folder = temporaryFolder(t);
  const text = path.join(folder, 'text');
  await writeFile(
    text,
    'this is no database, it is a text of more than a hundred bytes, which SQLite looks at before it says that it is no database at all',
  );
  await mkdir(path.join(folder, 'folder'));
  for (const file of [text, path.join(folder, 'folder'), path.join(text, 'below')]) {
    const error = await t.throwsAsync(createService({ database: file }), { instanceOf: DatabaseError });
    t.true(error.message.includes(file), error.message);
  }
});

test('a database file, or its log, that is removed or replaced under the service takes no more animals, and it is not ready', async (t) => {
  const { send, database } = await startService(t);
  const ready = { path: '/readyz', outside: true };
  t.is((await send(luna)).status, 201);
  await rename(database, `${database}.away`);
  t.is((await send(luna)).status, 503);
  t.is((await send({ ...luna, headers: { 'idempotency-key': '"one"' } })).status, 503);
  t.is((await send(ready)).status, 503);
  await copyFile(`${database}.away`, database);
  t.is((await send(luna)).status, 503, 'another file under the same name is not it');
  await rename(`${database}.away`, database);
  t.is((await send(ready)).status, 200);
  await rename(`${database}-wal`, `${database}-wal.away`);
  t.is((await send(luna)).status, 503, 'what the open log takes would end with the process');
  t.is((await send(ready)).status, 503);
  await rename(`${database}-wal.away`, `${database}-wal`);
  t.is((await send(luna)).status, 201);
  t.is((json(await send({})) as unknown[]).length, 2);
});

test('a database with a damaged page is not ready once that was met', async (t) => {
  const { service, database, apiKey } = await startService(t);
  await service.seed(Array.from({ length: 2500 }, (_, index) => ({ name: `Pet ${index}`, categoryId: '1' as never })));
  await service.close();
  const bytes = await readFile(database);
  // A page that is no longer in use may hold it as well.
  for (let at = bytes.indexOf('Pet 2000'); at !== -1; at = bytes.indexOf('Pet 2000', at)) {
    bytes.fill(0xff, at - (at % 4096), at - (at % 4096) + 4096);
  }

  await writeFile(database, bytes);
  const { send } = await startService(t, { database });
  const authorization = `Bearer ${apiKey}`;
  t.is((await send({ authorization, path: '/pets?after=1990&limit=100' })).status, 500);
  t.like(json(await send({ path: '/readyz', outside: true })), { code: 'unavailable', status: 503 });
});

test("another program's database is called that, and left as it is", async (t) => {
  const file = path.join(temporaryFolder(t), 'theirs.sqlite');
  const other = new DatabaseSync(file);
  other.exec('create table pets (something text)');
  other.close();
  await t.throwsAsync(createService({ database: file }), {
    instanceOf: DatabaseError,
    message: /theirs\.sqlite is the database of another program .*Nothing was changed\.$/,
  });
  const again = new DatabaseSync(file);
  t.deepEqual(
    again
      .prepare('select name from sqlite_schema')
      .all()
      .map(({ name }) => name),
    ['pets'],
  );
  again.close();
});
