/** The one document of a store's queue: who changes it, and what is left of it when something happens to its files. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { StorageError } from '../../../source/local/documents/storage-error.ts';
import type { LocalFiles } from '../../../source/local/local-files.ts';
import { mostWaiting, Raced } from '../../../source/local/queue/changes.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import type { FileSystem } from '../../../source/platform/files/file-system.ts';
import { createFaultFileSystem, type Fault } from '../../helpers/fault-file-system.ts';
import { createMemoryFileSystem } from '../../helpers/memory-file-system.ts';
import { openStore } from '../../helpers/open-store.ts';
import { replay } from '../../helpers/power-cut.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const at = '2026-11-21T09:00:00.000Z';
const toPet = (name: string): NewPet => ({ name, categoryId: '3' as Int64 });
const namesOf = ({ queue }: LocalFiles): readonly string[] => queue.entries().map(({ name }) => name);
const present = (folder: string): string => join(folder, 'queue.json');
const copy = (folder: string): string => join(folder, 'queue.copy.json');
const held = { kind: 'held', at } as const;
const attempt = { kind: 'attempt', at, uptime: 1, process: 'test', honoured: false, credential: '' } as const;

test('what one process enters another one sees, in the order of their numbers', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [await openStore(folder), await openStore(folder)];
  await one.queue.enter([toPet('Rex')], at);
  await two.queue.enter([toPet('Coco')], at);
  await one.queue.enter([toPet('Bella'), toPet('Luna')], at);
  t.true(await two.queue.refresh());
  t.false(await two.queue.refresh());
  t.deepEqual(namesOf(two), ['Rex', 'Coco', 'Bella', 'Luna']);
  t.deepEqual(
    two.queue.entries().map(({ localId }) => localId),
    ['Q-1', 'Q-2', 'Q-3', 'Q-4'],
  );
});

test('who looks in passing sees what another process entered, unless they read the queue a moment ago', async (t) => {
  const folder = temporaryFolder(t);
  let uptime = 0;
  const one = await openStore(folder, { clock: { ...systemClock, uptime: () => uptime } });
  const two = await openStore(folder);
  await two.queue.enter([toPet('Rex')], at);
  uptime += 199;
  await one.queue.notice();
  t.deepEqual(namesOf(one), []);
  uptime += 1;
  await one.queue.notice();
  t.deepEqual(namesOf(one), ['Rex']);
});

test('of two who change one animal at the same moment one is told that it was changed', async (t) => {
  const folder = temporaryFolder(t);
  const one = await openStore(folder);
  const [entry] = await one.queue.enter([toPet('Rex')], at);
  const two = await openStore(folder);
  const seen = await two.queue.find('Q-1');
  // Another animal is no change of this one.
  await two.queue.enter([toPet('Coco')], at);
  await one.queue.append(entry!, held);
  await t.throwsAsync(two.queue.append(seen!, { kind: 'discarded', at }), { instanceOf: Raced });
  t.is((await two.queue.find('Q-1'))?.state, 'held');
  t.is(await two.queue.find('Q-3'), undefined);
  t.is(await two.queue.find('42'), undefined);
});

test('an id of the store leads to the animal that got it, whichever process sent it', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [await openStore(folder), await openStore(folder)];
  const [entry] = await one.queue.enter([toPet('Rex')], at);
  const pet = { ...toPet('Rex'), id: '42' as Int64 };
  t.deepEqual(two.queue.owners(pet.id), []);
  const sending = await one.queue.append(entry!, attempt);
  await one.queue.append(sending, {
    kind: 'outcome',
    at,
    attempt: 1,
    result: { type: 'created', pet, differences: [] },
  });
  await two.queue.refresh();
  for (const { queue } of [one, two]) {
    t.like(queue.owners(pet.id), [{ localId: 'Q-1' }]);
  }
});

test('no attempt is noted once a person works offline, whatever its sender had read', async (t) => {
  const folder = temporaryFolder(t);
  const sender = await openStore(folder);
  const [entry] = await sender.queue.enter([toPet('Rex')], at);
  const { queue } = await openStore(folder);
  await queue.change((before) => ({ queue: { ...before, offline: at }, result: undefined }));
  await t.throwsAsync(sender.queue.append(entry!, attempt), { instanceOf: Raced });
  t.is(sender.queue.data().offline, at, 'it knows it from there on');
});

test('who saw a long history before its last event comes too late, though it is no longer now', async (t) => {
  const folder = temporaryFolder(t);
  const { queue } = await openStore(folder);
  let [entry] = await queue.enter([toPet('Rex')], at);
  const seen: (typeof entry)[] = [];
  for (let second = 10; second < 50; second += 1) {
    const now = `2026-11-21T10:00:${second}.000Z`;
    const sending = await queue.append(entry!, { ...attempt, at: now, uptime: second });
    const result = { type: 'deferred', problem: { code: 'x', message: 'Later.' }, nextTryAt: now } as const;
    entry = await queue.append(sending, { kind: 'outcome', at: now, attempt: sending.undecided!.lastAttempt, result });
    seen.push(entry);
  }

  t.like(entry, { state: 'queued', undecided: undefined, nextTryAt: '2026-11-21T10:00:49.000Z' });
  t.is(queue.data().attempts, 40);
  const earlier = seen.slice(0, -1).findLast((each) => each?.history.length === entry?.history.length);
  t.truthy(earlier, 'one that is as long');
  await t.throwsAsync(queue.append(earlier!, held), { instanceOf: Raced });
  t.is((await queue.append(entry!, held)).state, 'held');
  t.is(queue.data().attempts, 40, 'nothing else is one');
});

test('fifty animals entered at once by two processes get fifty numbers, and few writings', async (t) => {
  const folder = temporaryFolder(t);
  const fileSystem = createFaultFileSystem();
  const [one, two] = [await openStore(folder, { fileSystem }), await openStore(folder)];
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : two).queue.enter([toPet(`Pet ${index}`)], at)),
  );
  await one.queue.refresh();
  t.is(new Set(one.queue.entries().map(({ localId }) => localId)).size, 50);
  t.is(new Set(namesOf(one)).size, 50);
  t.true(fileSystem.operations.filter((each) => each.startsWith('write')).length < 10);
});

test('a change that throws changes nothing, and takes none of those with it that are written at the same time', async (t) => {
  const store = await openStore(temporaryFolder(t));
  const failing = store.queue.change(() => {
    throw new Error('no');
  });
  const entered = store.queue.enter([toPet('Rex')], at);
  await t.throwsAsync(failing, { message: 'no' });
  t.is((await entered)[0]?.localId, 'Q-1');
  t.deepEqual(namesOf(store), ['Rex']);
});

test('many animals are changed in one writing, and each that cannot be says why', async (t) => {
  const fileSystem = createFaultFileSystem();
  const store = await openStore(temporaryFolder(t), { fileSystem });
  await store.queue.enter([toPet('Rex'), toPet('Coco')], at);
  fileSystem.operations.length = 0;
  const results = await store.queue.update(
    ['Q-1', 'Q-9', 'Q-2'].map((localId) => ({ localId })),
    (entry) => {
      if (!entry) {
        throw new Error('not there');
      }

      return held;
    },
  );
  t.deepEqual(
    results.map((each) => (each instanceof Error ? each.message : each.state)),
    ['held', 'not there', 'held'],
  );
  t.is(fileSystem.operations.filter((each) => each.startsWith('write')).length, 1);
});

test('a full queue takes no more, and of an import all or nothing', async (t) => {
  const store = await openStore(temporaryFolder(t));
  const most = Array.from({ length: mostWaiting - 1 }, (_, index) => toPet(`Pet ${index}`));
  await store.queue.enter(most, at);
  const two = { pets: [toPet('Rex'), toPet('Coco')] };
  await t.throwsAsync(
    store.queue.import(() => two, at),
    { instanceOf: StorageError, message: /^Nothing was imported: 9999 animals wait already/ },
  );
  t.is(store.queue.entries().length, mostWaiting - 1);
  await store.queue.enter([toPet('Rex')], at);
  await t.throwsAsync(store.queue.enter([toPet('Coco')], at), { message: /^The animal was not saved: 10000 animals/ });
});

test('numbers are never given twice, whatever leaves the queue', async (t) => {
  const folder = temporaryFolder(t);
  const store = await openStore(folder);
  const entries = await store.queue.enter([toPet('Rex'), toPet('Coco')], at);
  await store.queue.remove(entries);
  t.is((await (await openStore(folder)).queue.enter([toPet('Bella')], at))[0]?.localId, 'Q-3');
});

test('a queue whose file is torn is read from the copy of before its last change: that is told, asked about, and the torn one kept', async (t) => {
  const folder = temporaryFolder(t);
  const before = await openStore(folder);
  await before.queue.enter([toPet('Rex')], at);
  await before.queue.enter([toPet('Coco')], at);
  truncateSync(present(folder), readFileSync(present(folder)).length - 5);
  const torn = readFileSync(present(folder));
  const store = await openStore(folder);
  t.deepEqual(namesOf(store), ['Rex']);
  t.regex(
    (await store.problems())[0]?.reason ?? '',
    /checksum.*Its copy from before the last change is used, and ends at 2026-11-2/,
  );
  t.is((await store.origin.check({ onlyLooks: true })).type, 'copied');

  const [bella] = await store.queue.enter([toPet('Bella')], at);
  t.is(bella?.localId, 'Q-3', 'what is torn tells that Q-2 was given');
  const kept = readdirSync(folder).filter((name) => name.startsWith('queue.json.damaged-'));
  t.deepEqual(readFileSync(join(folder, kept[0] ?? '')), torn);
  t.regex(kept.join(), /^queue\.json\.damaged-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  const again = await openStore(folder);
  t.deepEqual(namesOf(again), ['Rex', 'Bella']);
  t.is((await again.origin.check({ onlyLooks: true })).type, 'copied', 'until a person says so');
  await again.origin.confirm();
  t.is((await again.origin.check()).type, 'as-left');
  t.deepEqual(await again.problems(), []);
  t.deepEqual(readFileSync(join(folder, kept[0] ?? '')), torn, 'it stays until a person removes it');
});

test('where both are torn nothing is invented: both are kept, it is told, and the next number is one that nothing tells of', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openStore(folder);
  const [rex] = await first.queue.enter([toPet('Rex')], at);
  await first.archive.archive([{ ...rex!, localId: 'Q-7', number: 7 }]);
  await first.queue.enter([toPet('Coco')], at);
  for (const path of [present(folder), copy(folder)]) {
    writeFileSync(path, '{');
  }

  const store = await openStore(folder);
  t.deepEqual(namesOf(store), []);
  t.is((await store.problems()).length, 2);
  t.is((await store.queue.enter([toPet('Bella')], at))[0]?.localId, 'Q-10008');
  t.is(readdirSync(folder).filter((name) => name.includes('.damaged-')).length, 2);
});

test('a queue whose file was taken away is read from the copy, told until the next change, and asked about', async (t) => {
  const folder = temporaryFolder(t);
  const before = await openStore(folder);
  await before.queue.enter([toPet('Rex')], at);
  await before.queue.enter([toPet('Coco')], at);
  rmSync(present(folder));
  const store = await openStore(folder);
  t.deepEqual(namesOf(store), ['Rex']);
  t.like((await store.problems())[0], { path: present(folder), code: 'queue_damaged' });
  t.is((await store.origin.check({ onlyLooks: true })).type, 'copied');
  await store.queue.enter([toPet('Bella')], at);
  t.deepEqual(await store.problems(), []);
  t.deepEqual(namesOf(await openStore(folder)), ['Rex', 'Bella']);
});

test('a queue whose file was taken away, and whose copy is torn, is lost, and both are told', async (t) => {
  const folder = temporaryFolder(t);
  await (await openStore(folder)).queue.enter([toPet('Rex')], at);
  await (await openStore(folder)).queue.enter([toPet('Coco')], at);
  rmSync(present(folder));
  writeFileSync(join(folder, 'queue.copy.json'), '');
  const store = await openStore(folder);
  t.deepEqual(
    (await store.problems()).map(({ path, code }) => ({ path, code })),
    ['queue.json', 'queue.copy.json'].map((name) => ({ path: join(folder, name), code: 'queue_lost' })),
  );
  t.is((await store.queue.enter([toPet('Bella')], at)).length, 1);
});

test('a folder in the place of the queue, an empty file, one of another store and one of another form are damage, with the reason', async (t) => {
  const folder = temporaryFolder(t);
  const other = temporaryFolder(t);
  await (await openStore(other, { identity: 'https://other.example' })).queue.enter([toPet('Rex')], at);
  const places: readonly (readonly [() => void, RegExp])[] = [
    [() => mkdirSync(present(folder)), /it is a folder/],
    [() => writeFileSync(present(folder), ''), /it is empty/],
    [() => writeFileSync(present(folder), 'hello'), /not a petstore document/],
    [() => copyFileSync(present(other), present(folder)), /belongs to another store, https:\/\/other\.example/],
  ];
  for (const [put, reason] of places) {
    rmSync(present(folder), { recursive: true, force: true });
    put();
    const store = await openStore(folder);
    t.deepEqual(namesOf(store), []);
    t.regex((await store.problems())[0]?.reason ?? '', reason);
    await store.queue.enter([toPet('Coco')], at);
    t.deepEqual(namesOf(await openStore(folder)), ['Coco']);
    rmSync(copy(folder), { force: true });
  }
});

test('a second copy of the queue that cannot be read is told and left, and keeps no other one back', async (t) => {
  const other = temporaryFolder(t);
  await (await openStore(other)).queue.enter([toPet('Coco')], at);
  const text = readFileSync(present(other), 'utf8');
  for (const content of ['{', '', text.slice(0, 200), text.replace(/"version":\d/, '"version":99')]) {
    const folder = temporaryFolder(t);
    const path = join(folder, 'queue (1).json');
    const store = await openStore(folder);
    await store.queue.enter([toPet('Rex')], at);
    writeFileSync(path, content);
    copyFileSync(present(other), join(folder, 'queue (2).json'));
    const joined = await store.queue.joinConflicted({ isArchived: () => false, toCopied: () => held, at });
    t.deepEqual(
      joined.map((each) => each.path),
      [join(folder, 'queue (2).json')],
      content,
    );
    t.deepEqual(namesOf(store).toSorted(), ['Coco', 'Rex']);
    t.like((await store.problems())[0], { path, code: 'not_a_record' });
    t.is(readFileSync(path, 'utf8'), content);
  }
});

test('since when a start of the machine is known is kept for every petstore, and what is known already is not written again', async (t) => {
  const folder = temporaryFolder(t);
  const store = await openStore(folder);
  await store.knowledge.noteBoot('boot', 7);
  const written = readFileSync(present(folder), 'utf8');
  await store.knowledge.noteBoot('boot', 7);
  t.is(readFileSync(present(folder), 'utf8'), written);
  const { knowledge } = await openStore(folder);
  t.deepEqual([knowledge.since('boot'), knowledge.since('another')], [7, undefined]);
});

test('a queue of a newer version is left alone', async (t) => {
  const folder = temporaryFolder(t);
  await (await openStore(folder)).queue.enter([toPet('Rex')], at);
  const open = await openStore(folder);
  const newer = readFileSync(present(folder), 'utf8').replace(/"version":\d/, '"version":99');
  writeFileSync(present(folder), newer);
  await open.queue.refresh();
  t.truthy(open.newer());
  t.deepEqual(namesOf(open), ['Rex'], 'what was read is shown');
  await t.throwsAsync(open.queue.enter([toPet('Coco')], at), { name: 'NewerDocument' });
  t.is(readFileSync(present(folder), 'utf8'), newer);
  t.is((await open.problems())[0]?.code, 'newer_version');
});

test('whichever operation fails while an animal is entered, the first one too, it is there or it is not, and what was acknowledged outlives a power cut', async (t) => {
  let cases = 0;
  for (const fault of ['EIO', 'ENOSPC', 'EROFS'] as readonly Fault[]) {
    for (const before of [[], ['Rex']]) {
      for (let nth = 1, isWhole = false; !isWhole; nth += 1) {
        const memory = createMemoryFileSystem();
        const fileSystem = createFaultFileSystem(memory);
        const store = await openStore('/store', { fileSystem });
        await store.queue.enter(before.map(toPet), at);
        fileSystem.operations.length = 0;
        fileSystem.failAt(nth, fault);
        const isSaved = await store.queue.enter([toPet('Coco')], at).then(
          () => true,
          () => false,
        );
        isWhole = fileSystem.operations.length < nth;
        fileSystem.heal();
        const look = async (disk?: FileSystem) => namesOf(await openStore('/store', { fileSystem: disk ?? memory }));
        const expected = [...(isSaved ? [] : [before]), [...before, 'Coco']].map(String);
        const cut = createMemoryFileSystem(replay(memory.operations, { content: 'torn', names: () => false }));
        for (const names of [await look(), await look(cut)]) {
          t.true(expected.includes(String(names)), `${fault} at ${nth}: ${names.join()}`);
        }

        await store.queue.enter([toPet('Bella')], at);
        t.is((await look()).at(-1), 'Bella', `${fault} at ${nth}`);
        t.deepEqual(await store.problems(), []);
        cases += 1;
      }
    }
  }

  t.true(cases > 24, String(cases));
});

test('entering one animal makes two fsyncs, and a look at what is known already reads no file whole', async (t) => {
  const folder = temporaryFolder(t);
  const fileSystem = createFaultFileSystem();
  const store = await openStore(folder, { fileSystem });
  await store.queue.enter([toPet('Rex')], at);
  fileSystem.operations.length = 0;
  await store.queue.enter([toPet('Coco')], at);
  t.is(fileSystem.operations.filter((each) => each.startsWith('sync')).length, 2, fileSystem.operations.join('\n'));
  fileSystem.operations.length = 0;
  await store.queue.refresh();
  t.is(fileSystem.operations.filter((each) => each.startsWith('read')).length, 1);
});
