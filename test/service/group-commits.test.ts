import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Kysely } from 'kysely';
import { listPets } from '../../source/service/pets/pet-repository.js';
import { createRow } from '../../source/service/storage/create-row.js';
import { groupCommits, groupWrites } from '../../source/service/storage/group-commits.js';
import { openStorage, type Storage } from '../../source/service/storage/open-storage.js';
import type { Tables } from '../../source/service/storage/tables.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { json, startService } from './start-service.js';

const insert = (name: string) => (db: Kysely<Tables>) => createRow(db, { name, category_id: '1', status: null });
const namesIn = async (storage: Storage): Promise<readonly string[]> =>
  (await listPets(storage.openReads(), { limit: 1000 }))!.pets.map(({ name }) => name);

async function open(
  t: ExecutionContext,
): Promise<{ readonly storage: Storage; readonly commit: ReturnType<typeof groupCommits>; readonly database: string }> {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const storage = await openStorage(database, () => undefined);
  t.teardown(() => storage.close());
  return { storage, commit: groupCommits(storage.db), database };
}

test('writes that arrive together are one commit, in the order they came', async (t) => {
  const { storage, commit } = await open(t);
  const versions = new Set([storage.version()]);
  const names = Array.from({ length: 50 }, (_, index) => `Pet ${index}`);
  await Promise.all(names.map((name) => commit(insert(name)).then(() => versions.add(storage.version()))));
  t.is(versions.size, 2, 'the one before and the one after');
  t.deepEqual(await namesIn(storage), names);
});

test('a write is durable when it resolves, and not before', async (t) => {
  const { commit, database } = await open(t);
  const other = new DatabaseSync(database);
  t.teardown(() => other.close());
  const seen = (): unknown => other.prepare('select count(*) as n from pets').get()?.['n'];
  let during: unknown;
  await commit(async (db) => {
    await insert('Luna')(db);
    during = seen();
  });
  t.is(during, 0);
  t.is(seen(), 1);
});

test('a write that fails takes no other down with it, and leaves nothing', async (t) => {
  const { storage, commit } = await open(t);
  const failing = async (db: Kysely<Tables>): Promise<never> => {
    await insert('Half')(db);
    throw new Error('mine alone');
  };
  const results = await Promise.allSettled([commit(insert('One')), commit(failing), commit(insert('Two'))]);
  t.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.deepEqual(await namesIn(storage), ['One', 'Two']);
});

test('where the database cannot write, everybody is told after one attempt', async (t) => {
  const { storage, commit } = await open(t);
  let attempts = 0;
  const full = (): Promise<never> => {
    attempts += 1;
    return Promise.reject(
      Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    );
  };
  const results = await Promise.allSettled([commit(full), commit(full), commit(insert('Luna'))]);
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  t.is(attempts, 1);
  t.deepEqual(await namesIn(storage), []);
  await commit(insert('Later'));
  t.deepEqual(await namesIn(storage), ['Later']);
});

test('more than one transaction takes goes into several, all of it', async (t) => {
  const { storage, commit } = await open(t);
  await Promise.all(Array.from({ length: 350 }, (_, index) => commit(insert(String(index)))));
  t.is((await namesIn(storage)).length, 350);
});

test('creates with and without keys that arrive together all get answers of their own', async (t) => {
  const { send } = await startService(t);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      send({
        method: 'POST',
        body: { name: `Pet ${index}`, categoryId: 1 },
        ...(index % 2 ? { headers: { 'idempotency-key': `"${index}"` } } : {}),
      }),
    ),
  );
  t.true(
    answers.every(
      ({ status }, index) => status === 201 && (json(answers[index]!) as { name: string }).name === `Pet ${index}`,
    ),
  );
  t.is(new Set(answers.map((answer) => (json(answer) as { id: number }).id)).size, 120);
});

test('how many writes shared a commit is told', async (t) => {
  const sizes: number[] = [];
  const write = groupWrites(
    (group: readonly string[]) => Promise.resolve(group),
    undefined,
    (size) => sizes.push(size),
  );
  await Promise.all(Array.from({ length: 250 }, (_, index) => write(`${index}`)));
  await write('alone');
  t.deepEqual(sizes, [100, 100, 50, 1]);
});

test('a write that has waited too long for its turn is refused, and never happens', async (t) => {
  const written: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const write = groupWrites(async (group: readonly string[]) => {
    await held;
    written.push(...group);
    return group;
  }, 100);
  const first = write('first');
  // In the group that is being written by then.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  await t.throwsAsync(write('second'), { name: 'NotWritable' });
  release(undefined);
  t.is(await first, 'first');
  t.is(await write('third'), 'third');
  t.deepEqual(written, ['first', 'third']);
});
