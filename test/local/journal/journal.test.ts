import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.js';
import type { NewPet } from '../../../source/domain/pet.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { Raced } from '../../../source/local/journal/journal.js';
import { createLocalFiles } from '../../../source/local/local-files.js';
import { createFaultFileSystem, type Fault } from '../../helpers/fault-file-system.js';
import { openStore, queuePath, testStore } from '../../helpers/open-store.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { until } from '../../helpers/until.js';

const rex: NewPet = { name: 'Rex', categoryId: '3' as Int64, status: 'available' };
const at = '2026-11-21T10:00:00.000Z';

test('an entered animal is there for the next process, with its exact body and a key', async (t) => {
  const folder = temporaryFolder(t);
  const pet: NewPet = { name: 'Ünïcode\u0007 名前', categoryId: '9223372036854775807' as Int64 };
  const entry = await (await openStore(folder)).journal.enter(pet, at);
  t.is(entry.localId, 'Q-1');

  const [read] = (await openStore(folder)).journal.entries();
  t.like(read, {
    localId: 'Q-1',
    name: pet.name,
    categoryId: pet.categoryId,
    state: 'queued',
    attempts: 0,
    key: entry.key,
  });
  t.is(read?.body, '{"name":"Ünïcode\\u0007 名前","categoryId":9223372036854775807}');
});

test('numbers are never given twice, also by two processes that enter at once', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [await openStore(folder), await openStore(folder)];
  const entries = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).journal.enter(rex, at)),
  );
  t.is(new Set(entries.map(({ localId }) => localId)).size, 40);
  t.is((await openStore(folder)).journal.entries().length, 40);
});

test('the next number is found without listing the folder, however many wait', async (t) => {
  const fileSystem = createFaultFileSystem();
  const folder = temporaryFolder(t);
  const first = await openStore(folder);
  for (let count = 0; count < 37; count += 1) {
    await first.journal.enter(rex, at);
  }

  const { journal } = createLocalFiles({ folder, identity: testStore, machine: 'test', fileSystem });
  t.is((await journal.enter(rex, at)).localId, 'Q-38');
  t.false(fileSystem.operations.some((operation) => operation === `list ${join(folder, 'queue')}`));
});

test('of two processes that decide at the same moment one loses and reads again', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [await openStore(folder), await openStore(folder)];
  const entry = await one.journal.enter(rex, at);
  await two.journal.refresh();
  const [seenByTwo] = two.journal.entries();
  await one.journal.append(entry, { kind: 'discarded', at });
  await t.throwsAsync(two.journal.append(seenByTwo!, { kind: 'held', at }), { instanceOf: Raced });
  t.is(two.journal.entries()[0]?.state, 'discarded');
});

test('a record that cannot be read while this process publishes it hides nothing, and one that cannot be read for a moment is read again', async (t) => {
  const folder = temporaryFolder(t);
  const writer = await openStore(folder);
  const entry = await writer.journal.enter(rex, at);
  const published = Promise.withResolvers<undefined>();
  const read = Promise.withResolvers<undefined>();
  const reading = Promise.withResolvers<undefined>();
  let fails = true;
  const { journal } = createLocalFiles({
    folder,
    identity: testStore,
    machine: 'test',
    fileSystem: {
      ...diskFileSystem,
      async link(from, to) {
        await diskFileSystem.link(from, to);
        await published.promise;
      },
      async readFile(path) {
        if (fails && path === queuePath(folder, '1.1.json')) {
          reading.resolve(undefined);
          await read.promise;
          throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
        }

        return await diskFileSystem.readFile(path);
      },
    },
  });
  await journal.refresh();
  const publishing = journal.append(journal.entries()[0]!, { kind: 'held', at });
  await until('the record is there', () => existsSync(queuePath(folder, '1.1.json')));
  const looking = journal.refresh();
  await reading.promise;
  published.resolve(undefined);
  await publishing;
  read.resolve(undefined);
  await looking;
  t.deepEqual([journal.entries()[0]?.state, journal.aside(), journal.unreadable()], ['held', [], []]);

  await writer.journal.refresh();
  await writer.journal.append(writer.journal.entries()[0]!, { kind: 'released', at });
  const other = createLocalFiles({
    folder,
    identity: testStore,
    machine: 'test',
    fileSystem: {
      ...diskFileSystem,
      readFile: async (path) =>
        await (fails && path === queuePath(folder, '1.2.json')
          ? Promise.reject(Object.assign(new Error('EMFILE: injected'), { code: 'EMFILE' }))
          : diskFileSystem.readFile(path)),
    },
  });
  await other.journal.refresh();
  t.deepEqual(
    [other.journal.entries().length, other.journal.aside().map(({ localId, name }) => [localId, name])],
    [0, [[entry.localId, 'Rex']]],
  );
  const again = other.journal.refresh();
  t.deepEqual(
    [other.journal.entries().length, other.journal.aside().length],
    [0, 1],
    'while it is read again it still stands aside',
  );
  await again;
  fails = false;
  await other.journal.refresh();
  t.deepEqual([other.journal.entries()[0]?.state, other.journal.aside()], ['queued', []]);
});

test('entering reports every failing file operation, and what was acknowledged before is untouched', async (t) => {
  const faults: Fault[] = ['EIO', 'ENOSPC', 'EMFILE', 'EROFS', 'short'];
  for (const fault of faults) {
    for (let n = 1; n <= 6; n += 1) {
      const folder = temporaryFolder(t);
      const fileSystem = createFaultFileSystem();
      const { journal } = await openStore(folder, { fileSystem });
      const kept = await journal.enter(rex, at);
      fileSystem.failAt(n, fault);
      const outcome = await journal.enter({ ...rex, name: 'Second' }, at).catch((error: unknown) => error);
      fileSystem.heal();
      const names = (await openStore(folder)).journal.entries().map(({ name }) => name);
      t.is(names[0], kept.name, `${fault} at ${n}`);
      // Acknowledged means there.
      t.true(outcome instanceof Error || names.includes('Second'), `${fault} at ${n}: acknowledged and gone`);
      t.deepEqual((await openStore(folder)).journal.unreadable(), [], `${fault} at ${n}`);
    }
  }
});

test('a file system without hard links is good enough', async (t) => {
  const folder = temporaryFolder(t);
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('EPERM', (operation) => operation === 'link');
  const { journal } = await openStore(folder, { fileSystem });
  const entry = await journal.enter(rex, at);
  await journal.append(entry, { kind: 'held', at });
  t.deepEqual(readdirSync(queuePath(folder, '.')).sort(), ['1.0.json', '1.1.json']);
  t.is((await openStore(folder)).journal.entries()[0]?.state, 'held');
});

for (const [damage, harm] of Object.entries({
  torn: (path: string) => truncateSync(path, 60),
  empty: (path: string) => truncateSync(path, 0),
  'NUL-filled': (path: string) => writeFileSync(path, Buffer.alloc(300)),
  'hand-edited': (path: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace('Rex', 'Max').replace('discarded', 'restored_')),
})) {
  test(`a ${damage} first record is shown with its path, kept, and harms nobody else`, async (t) => {
    const folder = temporaryFolder(t);
    const { journal } = await openStore(folder);
    await journal.enter(rex, at);
    await journal.enter({ ...rex, name: 'Bella' }, at);
    harm(queuePath(folder, '1.0.json'));
    const after = await openStore(folder);
    t.deepEqual(
      after.journal.entries().map(({ name }) => name),
      ['Bella'],
    );
    t.is(after.journal.unreadable()[0]?.path, queuePath(folder, '1.0.json'));
    t.is((await after.journal.enter(rex, at)).localId, 'Q-3');
    t.true(readdirSync(queuePath(folder, '.')).includes('1.0.json'));
  });

  test(`a ${damage} later record makes the animal undecided, never queued`, async (t) => {
    const folder = temporaryFolder(t);
    const { journal } = await openStore(folder);
    const entry = await journal.enter(rex, at);
    await journal.append(entry, { kind: 'discarded', at });
    harm(queuePath(folder, '1.1.json'));
    const [read] = (await openStore(folder)).journal.entries();
    t.like(read, { state: 'checking', undecided: { listAge: undefined } });
  });
}

test('a record lost in between makes the animal undecided, whichever way it is read', async (t) => {
  const folder = temporaryFolder(t);
  const { journal } = await openStore(folder);
  const held = await journal.append(await journal.enter(rex, at), { kind: 'held', at });
  await journal.append(held, { kind: 'released', at });
  unlinkSync(queuePath(folder, '1.1.json'));
  const after = await openStore(folder);
  t.is(after.journal.entries()[0]?.state, 'checking');
  const { journal: unread } = createLocalFiles({
    folder,
    identity: testStore,
    machine: 'test',
    fileSystem: diskFileSystem,
  });
  t.is((await unread.find('Q-1'))?.state, 'checking');
});

test('a folder where a record should be, and an entry of another store, are pointed out and never sent', async (t) => {
  const folder = temporaryFolder(t);
  const other = temporaryFolder(t);
  await (await openStore(other, { identity: 'https://elsewhere.example/v1' })).journal.enter(rex, at);
  await openStore(folder);
  copyFileSync(queuePath(other, '1.0.json'), queuePath(folder, '1.0.json'));
  mkdirSync(queuePath(folder, '2.0.json'));
  const { journal } = await openStore(folder);
  t.deepEqual(journal.entries(), []);
  const reasons = journal.unreadable().map(({ reason }) => reason);
  t.true(reasons.some((reason) => reason.includes('belongs to another store')));
  t.true(reasons.some((reason) => reason.includes('folder')));
});

test('a record that cannot be read just now is no damage: it counts again as soon as it can be', async (t) => {
  const folder = temporaryFolder(t);
  await (await openStore(folder)).journal.enter(rex, at);
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('EMFILE', (operation, path) => operation === 'read' && path.endsWith('1.0.json'));
  const { journal } = await openStore(folder, { fileSystem });
  t.deepEqual(journal.entries(), []);
  t.regex(journal.unreadable()[0]?.reason ?? '', /EMFILE/);
  fileSystem.heal();
  await journal.refresh();
  t.is(journal.entries()[0]?.state, 'queued');
  t.deepEqual(journal.unreadable(), []);
});

test('entries of an import count only once it is finished', async (t) => {
  const folder = temporaryFolder(t);
  const { journal, imports } = await openStore(folder);
  await journal.enterBatch([rex], at, { batch: '7f0c8a52-0000-4000-8000-000000000001' });
  t.deepEqual((await openStore(folder)).journal.entries(), []);
  await imports.finish('7f0c8a52-0000-4000-8000-000000000001', { at, contentHash: 'x', rows: 1 }, { again: false });
  t.is((await openStore(folder)).journal.entries().length, 1);
});

test('who asked before an import was finished is told of its entries after it, without reading the folder', async (t) => {
  const { journal, imports } = await openStore(temporaryFolder(t));
  const batch = '7f0c8a52-0000-4000-8000-000000000001';
  await journal.enterBatch([rex], at, { batch });
  t.deepEqual(journal.entries(), []);
  await imports.finish(batch, { at, contentHash: 'x', rows: 1 }, { again: false });
  t.is(journal.entries().length, 1);
});

test('archived entries leave the folder, keep their ids and give no number away again', async (t) => {
  const folder = temporaryFolder(t);
  const { journal, archive } = await openStore(folder);
  const entry = await journal.enter(rex, at);
  const done = await journal.append(entry, {
    kind: 'adopted',
    at,
    by: 'person',
    evidence: '',
    pet: { ...rex, id: '42' as Int64 },
  });
  await archive.archive([done]);
  const after = await openStore(folder);
  t.deepEqual(after.journal.entries(), []);
  t.like(await after.archive.find('Q-1'), { state: 'created', petId: '42', name: 'Rex' });
  t.is((await after.journal.enter(rex, at)).localId, 'Q-2');
  t.false(readdirSync(queuePath(folder, '.')).includes('1.0.json'));
});

for (const [what, remove] of [
  [
    'an import is withdrawn',
    async (other: Awaited<ReturnType<typeof openStore>>) => await other.journal.withdraw('batch'),
  ],
  [
    'entries are archived',
    async (other: Awaited<ReturnType<typeof openStore>>) => await other.archive.archive(other.journal.entries()),
  ],
] as const) {
  test(`where ${what} by another process while the folder is read, nothing is called damaged`, async (t) => {
    const folder = temporaryFolder(t);
    const other = await openStore(folder);
    const pets = Array.from({ length: 5 }, (_, index) => ({ ...rex, name: `Pet ${index}` }));
    if (what === 'an import is withdrawn') {
      await other.journal.enterBatch(pets, at, { batch: 'batch' });
    } else {
      for (const pet of pets) {
        await other.journal.append(await other.journal.enter(pet, at), { kind: 'discarded', at });
      }
    }

    let removes = true;
    const list = async (path: string): Promise<readonly string[]> => {
      const names = await diskFileSystem.list(path);
      if (removes && path === join(folder, 'queue')) {
        removes = false;
        await remove(other);
      }

      return names;
    };
    const { journal, archive } = createLocalFiles({
      folder,
      identity: testStore,
      machine: 'test',
      fileSystem: { ...diskFileSystem, list },
    });
    await archive.load();
    await journal.refresh();
    t.false(removes);
    t.deepEqual(journal.unreadable(), []);
    t.deepEqual(journal.entries(), []);
  });
}

test("a file that could not be used is in nobody's way any more once it is gone", async (t) => {
  const folder = temporaryFolder(t);
  const store = await openStore(folder);
  await store.journal.enter(rex, at);
  truncateSync(queuePath(folder, '1.0.json'), 3);
  const { journal } = await openStore(folder);
  t.is(journal.unreadable().length, 1);
  unlinkSync(queuePath(folder, '1.0.json'));
  await journal.refresh();
  t.deepEqual(journal.unreadable(), []);
});
