import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import { toApiError } from '../../source/service/http/answers.ts';
import { listPets } from '../../source/service/pets/pet-repository.ts';
import { createRow, type Ask } from '../../source/service/storage/database.ts';
import { groupWrites, type Grouping } from '../../source/service/storage/group-commits.ts';
import { openStorage, type Storage } from '../../source/service/storage/open-storage.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const insert = (name: string) => (ask: Ask) => createRow(ask, { name, category_id: '1', status: null });
const namesIn = async (storage: Storage): Promise<readonly string[]> =>
  (await listPets(storage.openReads(), { limit: 1000 }))!.pets.map(({ name }) => name);

type Write = (ask: Ask) => Promise<unknown>;

async function open(t: ExecutionContext): Promise<{
  readonly storage: Storage;
  readonly commit: (write: Write) => Promise<unknown>;
  readonly database: string;
}> {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const storage = await openStorage(database, () => undefined);
  t.teardown(() => storage.close());
  const commitAll = (group: readonly Write[]): Promise<readonly unknown[]> =>
    storage.db.transact((ask) => Array.fromAsync(group, (write) => write(ask)));
  return { storage, commit: groupWrites(commitAll, { most: 100 }), database };
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
  await commit(async (ask) => {
    await insert('Luna')(ask);
    during = seen();
  });
  t.is(during, 0);
  t.is(seen(), 1);
});

test('a write that fails takes no other down with it, and leaves nothing', async (t) => {
  const { storage, commit } = await open(t);
  const failing = async (ask: Ask): Promise<never> => {
    await insert('Half')(ask);
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

/** Writes groups that are held until they are let go. */
function holdGroups(grouping: Partial<Grouping>) {
  const written: string[][] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const commit = async (group: readonly string[]) => {
    await held;
    written.push([...group]);
    return group;
  };
  return { written, release: () => release(undefined), write: groupWrites(commit, { most: 100, ...grouping }) };
}

/** Until what was written is in the group that is being committed. */
const untilCommitting = async (): Promise<void> => {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
};

test('a write that has waited too long for its turn is refused, and never happens', async (t) => {
  // On a machine that is busy the first one would wait too long as well.
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const { written, release, write } = holdGroups({ patience: 100 });
  const first = write('first');
  await untilCommitting();
  const second = write('second');
  mock.timers.tick(100);
  await t.throwsAsync(second, { name: 'NotWritable' });
  release();
  t.is(await first, 'first');
  t.is(await write('third'), 'third');
  t.deepEqual(written, [['first'], ['third']]);
});

test('where too many writes wait already, the next one is refused at once, and the others are written', async (t) => {
  const { written, release, write } = holdGroups({ mostWaiting: 2 });
  const first = write('first');
  await untilCommitting();
  const waiting = [write('second'), write('third')];
  const error: unknown = await t.throwsAsync(write('fourth'), { name: 'NotWritable' });
  t.like(toApiError(error, { id: 'r', headers: {} }), { status: 503, headers: { 'retry-after': '2' } });
  release();
  t.deepEqual(await Promise.all([first, ...waiting]), ['first', 'second', 'third']);
  t.is(await write('fifth'), 'fifth', 'there is room again');
  t.deepEqual(written, [['first'], ['second', 'third'], ['fifth']]);
});
