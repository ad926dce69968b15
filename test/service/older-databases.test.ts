/** Databases that were made at commit 6b27373, before the first release: nothing in them is lost. */
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createService } from '../../source/service/server.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { onPostgres } from './on-postgres.js';
import { json, startService } from './start-service.js';

const { test: testPostgres, needs, postgres } = await onPostgres();

const pets = [
  { id: 1, name: 'Luna', categoryId: 2, status: 'available' },
  { id: 2, name: 'Rex', categoryId: 9_223_372_036_854_775_807n },
  { id: 3, name: 'Coco', categoryId: -1, status: 'sold' },
];
const wire = (pet: object): string =>
  JSON.stringify(pet, (_key, value: unknown) => (typeof value === 'bigint' ? 'int64' : value)).replace(
    '"int64"',
    '9223372036854775807',
  );

/** Everything that a client of then has goes on: its key, its animals, its change link, what it sends again. */
async function goesOn(t: ExecutionContext, database: string, apiKey: string, since: string): Promise<void> {
  const { send } = await startService(t, { database });
  const authorization = `Bearer ${apiKey}`;
  t.is((await send({ authorization })).body.toString(), `[${pets.map(wire).join()}]`);
  t.is((await send({ authorization, path: `/pets?since=${since}` })).body.toString(), `[${wire(pets[2]!)}]`);
  for (const [key, body, made] of [
    ['"quoted"', '{"name":"Luna","categoryId":2,"status":"available"}', pets[0]!],
    ['bare', '{"name":"Rex","categoryId":9223372036854775807}', pets[1]!],
    ['"bare"', '{"name":"Rex","categoryId":9223372036854775807}', pets[1]!],
  ] as const) {
    const again = await send({ method: 'POST', authorization, body, headers: { 'idempotency-key': key } });
    t.deepEqual([again.status, again.body.toString()], [201, wire(made)], key);
  }

  t.like(json(await send({ method: 'POST', authorization, body: { name: 'New', categoryId: 1 } })), { name: 'New' });
  t.is((json(await send({ authorization })) as unknown[]).length, 4);
}

test('a SQLite file of then opens and works', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  await copyFile('test/fixtures/service-6b27373.sqlite', database);
  await goesOn(t, database, 'pst_toX__60nzFleti5cwMZ8j9pPlDB_1zZToZJ6Ms1YmbkKU2xkA', 'AAAAAAAAAALgvu-7WQUQSg');
});

testPostgres(`a PostgreSQL database of then opens and works${needs}`, async (t) => {
  const database = await postgres.createDatabase('old');
  await postgres.sql(await readFile('test/fixtures/service-6b27373.sql', 'utf8'), 'old');
  await goesOn(t, database, 'pst_f1Yw9YeWsfy9FbtA0LvQRX4Qm5GPB9bmef2Qs6ZS48kwUHFQg', 'AAAAAAAAAALnoH2ZgFMPyg');
});

test('one of a version before that, which was never released, is refused and left as it is', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const old = new DatabaseSync(database);
  old.exec('create table schema_version (version integer not null); insert into schema_version values (1)');
  await t.throwsAsync(createService({ database }), {
    message: /schema version 1, .*never released.*Nothing was changed/,
  });
  t.is(old.prepare('select count(*) as n from sqlite_schema').get()!['n'], 1);
  old.close();
});
