import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Kysely } from 'kysely';
import { insertPet, listPets } from '../../source/service/pets/pet-repository.js';
import { openStorage, type Storage } from '../../source/service/storage/open-storage.js';
import type { Tables } from '../../source/service/storage/tables.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { json, startService } from './start-service.js';

const named = (name: string) => ({ name, categoryId: '1' as never });
const insert = (name: string) => (db: Kysely<Tables>) => insertPet(db, named(name));
const namesIn = async ({ reads }: Storage): Promise<readonly string[]> => (await listPets(reads, { limit: 1000 })).pets.map(({ name }) => name);

async function open(t: ExecutionContext): Promise<{ readonly storage: Storage; readonly database: string }> {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const storage = await openStorage(database, () => undefined);
  t.teardown(() => storage.close());
  return { storage, database };
}

test('writes that arrive together are one commit, in the order they came', async (t) => {
  const { storage } = await open(t);
  const versions = new Set([storage.version()]);
  const names = Array.from({ length: 50 }, (_, index) => `Pet ${index}`);
  await Promise.all(names.map((name) => storage.commit(insert(name)).then(() => versions.add(storage.version()))));
  t.is(versions.size, 2, 'the one before and the one after');
  t.deepEqual(await namesIn(storage), names);
});

test('a write is durable when it resolves, and not before', async (t) => {
  const { storage, database } = await open(t);
  const other = new DatabaseSync(database);
  t.teardown(() => other.close());
  const seen = (): unknown => other.prepare('select count(*) as n from pets').get()?.['n'];
  let during: unknown;
  await storage.commit(async (db) => {
    await insert('Luna')(db);
    during = seen();
  });
  t.is(during, 0);
  t.is(seen(), 1);
});

test('a write that fails takes no other down with it, and leaves nothing', async (t) => {
  const { storage } = await open(t);
  const failing = async (db: Kysely<Tables>): Promise<never> => {
    await insert('Half')(db);
    throw new Error('mine alone');
  };
  const results = await Promise.allSettled([storage.commit(insert('One')), storage.commit(failing), storage.commit(insert('Two'))]);
  t.deepEqual(results.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled']);
  t.deepEqual(await namesIn(storage), ['One', 'Two']);
});

test('where the database cannot write, everybody is told after one attempt', async (t) => {
  const { storage } = await open(t);
  let attempts = 0;
  const full = (): Promise<never> => {
    attempts += 1;
    return Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }));
  };
  const results = await Promise.allSettled([storage.commit(full), storage.commit(full), storage.commit(insert('Luna'))]);
  t.deepEqual(results.map(({ status }) => status), ['rejected', 'rejected', 'rejected']);
  t.is(attempts, 1);
  t.deepEqual(await namesIn(storage), []);
  await storage.commit(insert('Later'));
  t.deepEqual(await namesIn(storage), ['Later']);
});

test('more than one transaction takes goes into several, all of it', async (t) => {
  const { storage } = await open(t);
  await Promise.all(Array.from({ length: 350 }, (_, index) => storage.commit(insert(String(index)))));
  t.is((await namesIn(storage)).length, 350);
});

test('creates with and without keys that arrive together all get answers of their own', async (t) => {
  const { send } = await startService(t);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => send({ method: 'POST', body: { name: `Pet ${index}`, categoryId: 1 }, ...(index % 2 ? { headers: { 'idempotency-key': `"${index}"` } } : {}) })),
  );
  t.true(answers.every(({ status }, index) => status === 201 && (json(answers[index]!) as { name: string }).name === `Pet ${index}`));
  t.is(new Set(answers.map((answer) => (json(answer) as { id: number }).id)).size, 120);
});
