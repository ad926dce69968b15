/**
 * Queues that were copied, put back from a backup, or used on two machines; and ordinary use, which is never asked
 * about.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Int64 } from '../../../source/domain/int64.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { createMarks } from '../../../source/local/origin/marks.js';
import type { SyncReport } from '../../../source/sync/api.js';
import { createFaultFileSystem } from '../../helpers/fault-file-system.js';
import { createMemoryMarks } from '../../helpers/memory-marks.js';
import { impatient, openEngine, rex, type Scene, setScene, syncFor, until } from '../../helpers/open-engine.js';
import { connectionSentence } from '../../../source/text/connection-sentence.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const yearMs = 365 * 24 * 3_600_000;
const toPet = (name: string) => ({ ...rex, name });
const asked = ({ connection }: SyncReport): string | undefined =>
  connection.state === 'changed' ? connection.problem?.code : undefined;
const names = ({ service }: Scene): readonly string[] => service.inserted().map(({ pet }) => pet.name);

/** Puts a folder back as `rsync -a --delete` does: its sub-folders stay those they are. */
function putBack(backup: string, folder: string): void {
  for (const name of readdirSync(folder).filter((each) => !existsSync(join(backup, each)))) {
    rmSync(join(folder, name), { recursive: true });
  }

  for (const { name, ...each } of readdirSync(backup, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFolder: entry.isDirectory(),
  }))) {
    if (each.isFolder) {
      mkdirSync(join(folder, name), { recursive: true });
      putBack(join(backup, name), join(folder, name));
    } else {
      rmSync(join(folder, name), { force: true });
      cpSync(join(backup, name), join(folder, name));
    }
  }
}

function backUp(t: ExecutionContext, folder: string): string {
  const backup = temporaryFolder(t);
  cpSync(folder, backup, { recursive: true });
  return backup;
}

/** One animal sent, two waiting; then a backup; then the two are sent. */
async function setBackedUp(
  t: ExecutionContext,
): Promise<{ readonly scene: Scene; readonly backup: string; readonly marks: ReturnType<typeof createMemoryMarks> }> {
  const marks = createMemoryMarks();
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  const backup = backUp(t, scene.folder);
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  return { scene, backup, marks };
}

for (const [what, restore] of [
  ['everything', (backup: string, folder: string) => putBack(backup, folder)],
  ['only queue/', (backup: string, folder: string) => putBack(join(backup, 'queue'), join(folder, 'queue'))],
  [
    'the records of one animal',
    (_backup: string, folder: string) => {
      for (const name of readdirSync(join(folder, 'queue')).filter((each) => /^2\.[1-9]/.test(each))) {
        rmSync(join(folder, 'queue', name));
      }
    },
  ],
] as const) {
  test(`${what} put back from a backup in place: nothing is sent until a person confirms, and that once`, async (t) => {
    const { scene, backup } = await setBackedUp(t);
    restore(backup, scene.folder);
    const engine = scene.reopen();
    await engine.add(toPet('New'));
    const report = await scene.sync();
    t.is(asked(report), 'queue_put_back');
    t.regex(
      report.connection.problem?.message ?? '',
      /put back from a backup.* as Q-2.*Queued animals wait until you confirm\..*sent since the copy was made/,
    );
    t.is(asked(await syncFor(scene.reopen())), 'queue_put_back', 'in the next process too');
    t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
    for (const { localId, name, state } of scene.engine.snapshot().entries) {
      if (state === 'queued' && name !== 'New') {
        await scene.engine.discard(localId);
      }
    }

    await scene.engine.resume();
    t.is((await scene.sync()).waiting, 0);
    t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'New']);
    await scene.reopen().add(toPet('Newer'));
    t.is(asked(await scene.sync()), undefined);
    t.is(names(scene).at(-1), 'Newer');
  });
}

test('a folder that was made anew from a backup: the question names what was sent since, and the check-up asks it before anybody sends', async (t) => {
  const { scene, backup } = await setBackedUp(t);
  // Moved away, not removed: the copy would get the very inode that is known.
  renameSync(scene.folder, join(temporaryFolder(t), 'former'));
  cpSync(backup, scene.folder, { recursive: true });
  const { state, problem } = await scene.reopen().probeForSending();
  t.is(state, 'changed');
  t.regex(
    problem?.message ?? '',
    /is a copy, or was put back from a backup.* as Q-2, Q-3\. The store shows Q-2, Q-3 already.*sent since the copy was made, discard it first/,
  );
  const report = await scene.sync();
  t.deepEqual([asked(report), report.connection.problem?.message], ['queue_put_back', problem?.message]);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
  for (const localId of ['Q-2', 'Q-3']) {
    await scene.engine.discard(localId);
  }

  await scene.engine.add(toPet('New'));
  t.like(await scene.engine.probeForSending(), { state: 'changed' });
  await scene.engine.resume();
  t.like(await scene.engine.probeForSending(), { state: 'online' });
  t.is((await scene.sync()).waiting, 0);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'New']);
});

test('a queue that was put back, of a store that lacks what it had: who says yes to the one question has not answered the other', async (t) => {
  const { scene, backup, marks } = await setBackedUp(t);
  scene.service.insert({ name: 'Youngest', categoryId: 1 });
  t.true(await scene.reopen().refresh('all', 'whole'));
  await scene.engine.stop();
  putBack(join(backup, 'queue'), join(scene.folder, 'queue'));
  scene.age();
  for (const { id } of scene.service.pets()) {
    scene.service.remove(id);
  }

  // It is doubted before anybody has looked whether the queue is a copy; then it is seen once more.
  await scene.reopen().refresh('all', 'whole');
  t.is(asked(await scene.sync()), 'queue_put_back');
  t.is(asked(await scene.sync()), 'queue_put_back', 'now that the doubt is sure, too');
  const other = openEngine(t, scene.folder, scene.service, { marks, clock: scene.clock });
  await other.load();
  t.is(other.snapshot().connection.problem?.code, 'store_changed');
  await other.resume();
  t.is(asked(await syncFor(other)), 'queue_put_back');
  t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'Youngest']);
  for (const localId of ['Q-2', 'Q-3']) {
    await other.discard(localId);
  }

  await other.add(toPet('New'));
  await other.resume();
  t.like(await syncFor(other), { connection: { state: 'online' }, waiting: 0 });
  t.is(names(scene).at(-1), 'New');
});

test('a queue that was put back, of a profile that was moved meanwhile: who ends the pause for the move has not said that it is no copy', async (t) => {
  const { scene, backup, marks } = await setBackedUp(t);
  putBack(backup, scene.folder);
  let isThere = true;
  scene.reopen({ marks, isStillThere: () => Promise.resolve(isThere) });
  t.is(asked(await scene.sync()), 'queue_put_back');
  isThere = false;
  t.like((await scene.sync()).connection, { state: 'misconfigured' });
  await scene.engine.resume();
  isThere = true;
  t.is(asked(await scene.sync()), 'queue_put_back');
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
});

test('who only asks is told of a queue that was put back also where nothing may be written', async (t) => {
  const { scene, backup, marks } = await setBackedUp(t);
  putBack(backup, scene.folder);
  rmSync(join(scene.folder, 'sender.db'), { force: true });
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('EROFS', (operation) => !/^(read|list)$/.test(operation));
  t.like(await scene.reopen({ marks, fileSystem }).probeForSending(), {
    state: 'changed',
    problem: { code: 'queue_put_back' },
  });
  t.false(existsSync(join(scene.folder, 'sender.db')));
});

test('who asks while another process sends, and has read the queue before that and the mark after it, is not told of a backup', async (t) => {
  const marks = createMemoryMarks();
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  let sent = 0;
  const late = {
    ...marks,
    read: async (id: string) => {
      const report = await syncFor(openEngine(t, scene.folder, scene.service, { marks }));
      sent += report.created.length;
      return await marks.read(id);
    },
  };
  const asking = openEngine(t, scene.folder, scene.service, { marks: late });
  t.like(await asking.probeForSending(), { state: 'online' });
  t.is(sent, 2);
});

test('who asks while another process makes the stamp is not told of a copy', async (t) => {
  const marks = createMemoryMarks();
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(toPet('First'));
  let missing = 0;
  const fileSystem = createFaultFileSystem({
    ...diskFileSystem,
    readFile: (path) =>
      path.endsWith('stamp.json') && (missing -= 1) === 0
        ? Promise.reject(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }))
        : diskFileSystem.readFile(path),
  });
  const asking = scene.reopen({ marks, fileSystem });
  await asking.load();
  missing = 1;
  t.like(await asking.probeForSending(), { state: 'online' });
  t.is(missing, -1, 'it was read once more');
});

for (const [what, name] of [
  ['stamp', 'stamp.json'],
  ['queue', 'queue'],
] as const) {
  test(`a ${what} that cannot be read just now keeps no connection back from whoever asks, and nothing is sent`, async (t) => {
    const fileSystem = createFaultFileSystem();
    const scene = await setScene(t, {}, { fileSystem });
    await scene.engine.add(toPet('First'));
    fileSystem.failAll(
      'EACCES',
      (operation, path) => /^(read|list)$/.test(operation) && path === join(scene.folder, name),
    );
    t.like(await scene.reopen().probeForSending(), { state: 'online' });
    t.deepEqual(names(scene), []);
  });
}

test('who asks while this program itself sends is answered before it has ended', async (t) => {
  const scene = await setScene(t);
  scene.service.next('late-answer');
  await scene.engine.add(toPet('First'));
  const sending = scene.sync();
  await until(t, scene.engine, () => scene.service.inserted().length > 0);
  t.like(await scene.engine.probeForSending(), { state: 'online' });
  t.is(scene.engine.snapshot().entries[0]?.state, 'sending');
  scene.service.release();
  t.is((await sending).waiting, 0);
});

test('a copy beside its original is told what was sent since, and the original goes on', async (t) => {
  const { scene, backup, marks } = await setBackedUp(t);
  const copy = openEngine(t, backup, scene.service, { marks });
  t.is(asked(await syncFor(copy)), 'queue_put_back');
  await scene.reopen().add(toPet('Goes on'));
  t.is(asked(await scene.sync()), undefined);
});

test('a queue put back before this machine kept marks is told once it has seen what was sent', async (t) => {
  const scene = await setScene(t, {}, { marks: undefined });
  await scene.engine.add(toPet('First'));
  const backup = backUp(t, scene.folder);
  await scene.sync();
  const marks = createMemoryMarks();
  await scene.reopen({ marks }).add(toPet('Second'));
  await scene.sync();
  await scene.engine.stop();
  putBack(backup, scene.folder);
  t.is(asked(await syncFor(scene.reopen({ marks }))), 'queue_put_back');
  t.deepEqual(names(scene), ['First', 'Second']);
});

test('a backup from before everything was archived is told, and archiving itself is not asked about', async (t) => {
  const { scene, backup, marks } = await setBackedUp(t);
  const later = { marks, clock: { ...systemClock, now: () => Date.now() + yearMs } };
  for (const name of ['A year later', 'And once more']) {
    await scene.reopen(later).add(toPet(name));
    t.is(asked(await scene.sync()), undefined);
    await scene.engine.stop();
  }

  t.true(readdirSync(join(scene.folder, 'queue')).length < 10, 'the others are archived');
  t.is(names(scene).length, 5);
  putBack(backup, scene.folder);
  t.is(asked(await syncFor(scene.reopen(later))), 'queue_put_back');
  t.is(names(scene).length, 5);
});

test('the mark has the attempt before the first byte is sent, and after its record is there', async (t) => {
  const marks = createMemoryMarks();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let recordsThen: readonly string[] = [];
  const slow = {
    ...marks,
    add: async (...given: Parameters<typeof marks.add>) => {
      recordsThen = readdirSync(join(scene.folder, 'queue'));
      await held;
      await marks.add(...given);
    },
  };
  const scene: Scene = await setScene(t, {}, { marks: slow });
  await scene.engine.add(rex);
  const syncing = scene.sync();
  await until(t, scene.engine, () => recordsThen.length > 0);
  t.true(recordsThen.includes('1.1.json'));
  t.is(scene.service.attempts().filter(({ method }) => method === 'POST').length, 0);
  letGo();
  t.is((await syncing).waiting, 0);
});

test('two processes on one store, taking turns and at once: nobody is asked, and every animal is sent once', async (t) => {
  const marks = createMemoryMarks();
  const scene = await setScene(t, {}, { marks });
  const other = openEngine(t, scene.folder, scene.service, { marks });
  const reports: SyncReport[] = [];
  for (let round = 0; round < 6; round += 1) {
    await scene.engine.add(toPet(`One ${round}`));
    reports.push(await scene.sync());
    await other.add(toPet(`Two ${round}`));
    reports.push(...(await Promise.all([syncFor(other), scene.sync()])));
  }

  t.deepEqual(reports.map(asked).filter(Boolean), []);
  t.is(names(scene).length, 12);
});

test('another process that sends between the reading of the queue and that of the mark is no backup', async (t) => {
  const marks = createMemoryMarks();
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  const late = {
    ...marks,
    read: async (id: string) => {
      await syncFor(
        openEngine(t, scene.folder, scene.service, {
          marks: { ...marks, read: () => Promise.resolve({ state: 'own', lines: [] }) },
        }),
      );
      return await marks.read(id);
    },
  };
  // The lock is not the point here: it may have been removed, or be of another kind of file system.
  const fileSystem = { ...diskFileSystem };
  const stale = openEngine(t, scene.folder, scene.service, {
    marks: {
      ...late,
      read: async (id) => {
        rmSync(join(scene.folder, 'sender.db'), { force: true });
        return await late.read(id);
      },
    },
    fileSystem,
  });
  t.is(asked(await syncFor(stale)), undefined);
  t.deepEqual([...names(scene)].sort(), ['First', 'Second']);
});

test('a mark keeps the last lines of archived animals once too many have gathered, and all of those in the queue', async (t) => {
  const marks = createMemoryMarks();
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(toPet('Archived'));
  t.is((await scene.sync()).waiting, 0);
  const aYearLater = { ...scene.clock, now: () => scene.clock.now() + yearMs };
  await scene.reopen({ marks, clock: aYearLater }).add(toPet('In the queue'));
  t.is((await scene.sync()).waiting, 0);
  t.false(existsSync(join(scene.folder, 'queue', '1.0.json')), 'the first one is archived');
  const [id = ''] = [...marks.lines.keys()];
  const linesOf = (number: number): readonly string[] =>
    (marks.lines.get(id) ?? []).filter((line) => line.startsWith(`${number}.`));
  const gathered = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `1.1 ${String(index).padStart(8, '0')}`);
  for (const [count, kept] of [
    [4000, 4000],
    [5000, 256],
  ] as const) {
    marks.lines.set(id, [...gathered(count), ...linesOf(2)]);
    await scene.reopen({ marks, clock: aYearLater }).add(toPet(`One of ${count}`));
    t.is(asked(await scene.sync()), undefined);
    t.deepEqual(linesOf(1), gathered(count).slice(-kept));
    t.is(linesOf(2).length, 1);
  }
});

test('two stores share one folder of marks, and each is asked about by itself', async (t) => {
  const marks = createMarks(diskFileSystem, join(temporaryFolder(t), 'marks'));
  const [one, two] = [await setScene(t, {}, { marks }), await setScene(t, {}, { marks })];
  const backups = [];
  for (const scene of [one, two]) {
    await scene.engine.add(toPet('First'));
    backups.push(backUp(t, scene.folder));
    t.is((await scene.sync()).waiting, 0);
    await scene.engine.stop();
  }

  putBack(backups[0]!, one.folder);
  t.is(asked(await syncFor(one.reopen())), 'queue_put_back');
  await two.reopen().add(toPet('Second'));
  t.is(asked(await two.sync()), undefined);
  t.deepEqual([names(one), names(two)], [['First'], ['First', 'Second']]);
});

test('an import that was not finished and the records it left count for nothing', async (t) => {
  const marks = createMemoryMarks();
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { marks, fileSystem });
  fileSystem.failAll('EIO', (operation, path) => operation === 'link' && path.includes('imports'));
  await t.throwsAsync(scene.engine.importPets([toPet('Never'), toPet('Nor this')], { contentHash: 'x', again: false }));
  fileSystem.heal();
  await scene.engine.add(rex);
  t.is(asked(await scene.sync()), undefined);
  for (const name of ['1.0.json', '2.0.json']) {
    rmSync(join(scene.folder, 'queue', name), { force: true });
  }

  await scene.reopen().add(toPet('Second'));
  t.is(asked(await scene.sync()), undefined);
  t.deepEqual(names(scene), ['Rex', 'Second']);
});

test('marks that cannot be written: nothing is asked and everything is sent', async (t) => {
  const folder = join(temporaryFolder(t), 'marks');
  writeFileSync(folder, 'a file');
  const marks = createMarks(diskFileSystem, folder);
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(rex);
  t.is(asked(await scene.sync()), undefined);
  await scene.reopen().add(toPet('Second'));
  t.is(asked(await scene.sync()), undefined);
  t.is(names(scene).length, 2);
});

test('a mark that a power cut left with half a line, or a disk with rubbish, asks nothing', async (t) => {
  const folder = temporaryFolder(t);
  const marks = createMarks(diskFileSystem, folder);
  const scene = await setScene(t, {}, { marks });
  await scene.engine.add(rex);
  await scene.sync();
  await scene.engine.stop();
  const path = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.mark'))!,
  );
  for (const rest of ['\n12.1 1f3a', '\n\0\0\0\0\0\0\0\0', '\n']) {
    writeFileSync(path, rest, { flag: 'a' });
    await scene.reopen().add(toPet('More'));
    t.is(asked(await scene.sync()), undefined);
    await scene.engine.stop();
  }

  const { lines } = await marks.read(path.slice(folder.length + 1, -'.mark'.length));
  t.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['1.1', '2.1', '3.1', '4.1'],
  );
});

test('lanes that send at once share the writing of the mark: at most one an attempt', async (t) => {
  const fileSystem = createFaultFileSystem();
  const folder = join(temporaryFolder(t), 'marks');
  const scene = await setScene(
    t,
    { idempotency: 'honoured', announced: true },
    { marks: createMarks(fileSystem, folder) },
  );
  for (let number = 0; number < 40; number += 1) {
    await scene.engine.add(toPet(`Pet ${number}`));
  }

  t.is((await scene.sync()).waiting, 0);
  const writes = fileSystem.operations.filter((operation) =>
    /^(append|sync|rename|link) .*\.mark/.test(operation),
  ).length;
  t.true(writes > 0 && writes <= 40, String(writes));
});

test('a copy made before the first contact asks on another machine, and beside its original', async (t) => {
  const [here, elsewhere] = [createMemoryMarks(), createMemoryMarks()];
  const scene = await setScene(t, {}, { marks: here });
  await scene.engine.add(rex);
  await scene.engine.importPets([toPet('Imported')], { contentHash: 'x', again: false });
  const [beside, carried] = [backUp(t, scene.folder), backUp(t, scene.folder)];
  t.is(asked(await scene.sync()), undefined);
  t.is(
    asked(await syncFor(openEngine(t, beside, scene.service, { marks: here }))),
    'queue_put_back',
    'the mark of this machine tells what was sent since',
  );
  const other = await syncFor(openEngine(t, carried, scene.service, { marks: elsewhere }));
  t.is(asked(other), 'queue_put_back');
  t.regex(other.connection.problem?.message ?? '', /looks like a copy.*The store shows Q-1, Q-2 already/);
  t.is(names(scene).length, 2);
});

test('one folder used on two machines, as that of a stick or a volume, is no copy on either', async (t) => {
  const machines = [createMemoryMarks(), createMemoryMarks()];
  const scene = await setScene(t, {}, { marks: machines[0]! });
  await scene.engine.add(toPet('On one'));
  t.is(asked(await scene.sync()), undefined);
  for (const round of [1, 0, 1, 0]) {
    await scene.reopen({ marks: machines[round]! }).add(toPet(`Round ${scene.service.pets().length}`));
    t.is(asked(await scene.sync()), undefined, String(round));
  }

  t.is(names(scene).length, 5);
});

test('records beside no stamp are a copy; a stamp that is missing where nothing is yet is not', async (t) => {
  const scene = await setScene(t);
  await scene.engine.add(rex);
  t.true(existsSync(join(scene.folder, 'stamp.json')), 'it is written before the first contact');
  rmSync(join(scene.folder, 'stamp.json'));
  const report = await syncFor(scene.reopen());
  t.is(asked(report), 'folder_copied');
  const words = connectionSentence(report.connection)
    .replaceAll(/`[^`]+`/g, 'CODE')
    .split(' ');
  t.true(words.length <= 45, String(words.length));
  await scene.engine.add(toPet('Second'));
  t.is(asked(await syncFor(scene.reopen())), 'folder_copied', 'whatever was entered since');
  await scene.engine.resume();
  t.is((await scene.sync()).waiting, 0);
  t.is(names(scene).length, 2);
});

test('the stamp is on disk before the first record, by add and by import', async (t) => {
  for (const enter of [
    (scene: Scene) => scene.engine.add(rex),
    (scene: Scene) => scene.engine.importPets([rex], { contentHash: 'x', again: false }),
  ]) {
    const fileSystem = createFaultFileSystem();
    const scene = await setScene(t, {}, { fileSystem });
    await enter(scene);
    const made = (name: string): number =>
      fileSystem.operations.findIndex((operation) => operation === `link ${join(scene.folder, name)}`);
    t.true(made('stamp.json') >= 0 && made('stamp.json') < made('queue/1.0.json'));
    t.true(
      fileSystem.operations.slice(made('stamp.json'), made('queue/1.0.json')).includes(`syncFolder ${scene.folder}`),
    );
  }
});

test('two processes that enter the first animals at once make one stamp', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const marks = createMemoryMarks();
    const scene = await setScene(t, {}, { marks });
    const other = openEngine(t, scene.folder, scene.service, { marks });
    await Promise.all([scene.engine.add(toPet('One')), other.add(toPet('Two'))]);
    await Promise.all([scene.sync(), syncFor(other)]);
    t.is(asked(await syncFor(scene.reopen())), undefined);
    t.is(marks.lines.size, 1);
    t.is(names(scene).length, 2);
  }
});

/** A home with everything in it, as it is by default: the store and the folder of marks. */
async function setHome(t: ExecutionContext): Promise<{
  readonly scene: Scene;
  readonly marksFolder: string;
  readonly backUpHome: () => { readonly store: string; readonly marks: string };
}> {
  const marksFolder = join(temporaryFolder(t), 'marks');
  const scene = await setScene(t, {}, { marks: createMarks(diskFileSystem, marksFolder) });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  return {
    scene,
    marksFolder,
    backUpHome: () => ({ store: backUp(t, scene.folder), marks: backUp(t, marksFolder) }),
  };
}

/** As `putBack`, by a tool that writes into the files that are there. */
function writeOver(backup: string, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (name.isFile() && !existsSync(join(backup, path.slice(folder.length)))) {
      rmSync(path);
    }
  }

  cpSync(backup, folder, { recursive: true });
}

/** As after `rm -r` of what was in it. */
function makeAnew(backup: string, folder: string): void {
  writeOver(mkEmptied(backup, folder), folder);
}

function mkEmptied(backup: string, folder: string): string {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) {
      rmSync(join(name.parentPath, name.name));
    }
  }

  return backup;
}

for (const [what, restore] of [
  ['as by rsync', putBack],
  ['into the files that are there', writeOver],
  ['after its files were removed', makeAnew],
] as const) {
  for (const before of ['the first was sent', 'anything was sent'] as const) {
    test(`a whole home, marks and all, restored in place ${what} from a backup before ${before}: it is asked, and a yes sends nothing twice`, async (t) => {
      const marksFolder = join(temporaryFolder(t), 'marks');
      const scene = await setScene(t, {}, { marks: createMarks(diskFileSystem, marksFolder) });
      if (before === 'the first was sent') {
        await scene.engine.add(toPet('Sent'));
        t.is((await scene.sync()).waiting, 0);
      }

      await scene.engine.add(toPet('First'));
      await scene.engine.add(toPet('Second'));
      const [store, marks] = [backUp(t, scene.folder), backUp(t, marksFolder)];
      t.is((await scene.sync()).waiting, 0);
      await scene.engine.stop();
      const sent = names(scene);
      restore(store, scene.folder);
      restore(marks, marksFolder);
      const report = await syncFor(scene.reopen());
      t.is(asked(report), 'queue_put_back');
      t.regex(
        report.connection.problem?.message ?? '',
        /^This queue was put back from a backup.* The store shows Q-\d, Q-\d already/,
      );
      await scene.engine.resume();
      t.like(await scene.sync(), { connection: { state: 'online' } });
      t.deepEqual(names(scene), sent);
      const { entries } = scene.engine.snapshot();
      t.deepEqual(
        entries.filter(({ state }) => state === 'review').map(({ name, review }) => [name, review?.candidates.length]),
        [
          ['First', 1],
          ['Second', 1],
        ],
      );
      await scene.reopen().add(toPet('New'));
      t.is(asked(await scene.sync()), undefined);
      t.deepEqual(names(scene), [...sent, 'New']);
    });
  }
}

test('on a new laptop an honest no sends what waits, and nothing that the lost one sent', async (t) => {
  const { scene, backUpHome } = await setHome(t);
  for (const name of ['First', 'Second']) {
    await scene.engine.add(toPet(name));
  }

  const { store } = backUpHome();
  const { localId } = await scene.engine.add(toPet('Third'));
  t.is((await scene.engine.send('Q-2', new AbortController().signal)).state, 'created');
  await scene.engine.discard('Q-3');
  await scene.engine.discard(localId);
  await scene.engine.stop();
  const laptop = openEngine(t, store, scene.service, { marks: createMemoryMarks(), clock: scene.clock });
  const report = await syncFor(laptop);
  t.is(asked(report), 'queue_put_back');
  t.regex(
    report.connection.problem?.message ?? '',
    /looks like a copy.* The store shows Q-2 already, or an animal like it\./,
  );
  for (const sentence of connectionSentence(report.connection).split(/(?<=\.) /)) {
    t.true(sentence.split(' ').length <= 20, sentence);
  }
  await laptop.resume();
  t.like(await syncFor(laptop), { connection: { state: 'online' } });
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
  t.like(await laptop.findEntry('Q-2'), { state: 'review' });
});

test('on a new laptop the list is asked as well if it was read before anybody sent, and if the store was away', async (t) => {
  const { scene, backUpHome } = await setHome(t);
  await scene.engine.add(toPet('First'));
  const { store } = backUpHome();
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  const options = { marks: createMemoryMarks(), clock: scene.clock, ...impatient };
  await openEngine(t, store, scene.service, options).refresh('all', 'whole');
  const laptop = openEngine(t, store, scene.service, options);
  await laptop.refresh('all', 'whole');
  await scene.service.stop();
  const report = await syncFor(laptop);
  t.is(asked(report), 'queue_put_back');
  await t.throwsAsync(laptop.resume(), { message: /could not be asked.* Nothing was changed/ });
  t.is(asked(await syncFor(laptop)), 'queue_put_back');
  await scene.service.start();
  await laptop.resume();
  t.like(await syncFor(laptop), { connection: { state: 'online' } });
  t.deepEqual(names(scene), ['Sent', 'First']);
});

test('who knows that something was sent holds what waits first: nothing is sent by the yes, whatever the list shows', async (t) => {
  const { scene, backUpHome } = await setHome(t);
  await scene.engine.add(toPet('First'));
  const { store } = backUpHome();
  t.is((await scene.sync()).waiting, 0);
  scene.service.remove(scene.service.inserted().at(-1)!.id);
  const options = { marks: createMemoryMarks(), clock: scene.clock };
  const laptop = openEngine(t, store, scene.service, options);
  t.is(asked(await syncFor(laptop)), 'folder_copied');
  await laptop.hold('Q-2');
  const next = openEngine(t, store, scene.service, options);
  t.is(asked(await syncFor(next)), 'folder_copied', 'although nothing is to be sent');
  await next.resume();
  t.is(asked(await syncFor(next)), undefined);
  t.deepEqual(names(scene), ['Sent', 'First']);
  t.like(await laptop.findEntry('Q-2'), { state: 'held' });
});

for (const [what, make] of [
  [
    'a mark that names no file',
    (path: string) => writeFileSync(path, readFileSync(path, 'latin1').replace(/\nfile .*/, '')),
  ],
  ['no mark, as nothing was sent', (path: string) => rmSync(path)],
] as const) {
  test(`a home with ${what} opens without a question, and a restored one is told from then on`, async (t) => {
    const { scene, marksFolder, backUpHome } = await setHome(t);
    await scene.engine.add(toPet('First'));
    await scene.engine.stop();
    const path = join(
      marksFolder,
      readdirSync(marksFolder).find((name) => name.endsWith('.mark'))!,
    );
    make(path);
    t.is(asked(await syncFor(scene.reopen())), undefined);
    t.deepEqual(names(scene), ['Sent', 'First']);
    t.regex(readFileSync(path, 'latin1'), /^\nfile \d+/);
    await scene.engine.add(toPet('Second'));
    const backup = backUpHome();
    await scene.sync();
    await scene.engine.stop();
    putBack(backup.store, scene.folder);
    putBack(backup.marks, marksFolder);
    t.is(asked(await syncFor(scene.reopen())), 'queue_put_back');
    t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
  });
}

test('a mark whose renewal fails at any step, as by a kill, is never taken for a copy', async (t) => {
  const marksFolder = join(temporaryFolder(t), 'marks');
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { marks: createMarks(fileSystem, marksFolder) });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  const ofMarks = (_operation: string, path: string): boolean => path.startsWith(marksFolder);
  for (let step = 1; step <= 8; step += 1) {
    fileSystem.failAt(step, 'EIO', ofMarks);
    await scene.reopen().add(toPet(`Step ${step}`));
    t.is(asked(await scene.sync()), undefined, String(step));
    fileSystem.heal();
    await scene.reopen({ marks: createMarks(diskFileSystem, marksFolder) }).add(toPet(`After ${step}`));
    t.is(asked(await scene.sync()), undefined, `after ${step}`);
    await scene.engine.stop();
  }

  t.is(names(scene).length, 17);
});

test('who reads a mark while it is made anew is not told of a copy', async (t) => {
  const folder = temporaryFolder(t);
  const writer = createMarks(diskFileSystem, folder);
  await writer.add('id', ['1.1 00000001']);
  let left = 3;
  const reader = createMarks(
    {
      ...diskFileSystem,
      readFile: async (path) => {
        const bytes = await diskFileSystem.readFile(path);
        if ((left -= 1) >= 0) {
          writer.renew('id');
          await writer.add('id', [`2.${left + 1} 00000002`]);
        }

        return bytes;
      },
    },
    folder,
  );
  const { state, lines } = await reader.read('id');
  t.is(state, 'own');
  t.deepEqual(lines, ['1.1 00000001', '2.3 00000002', '2.2 00000002', '2.1 00000002']);
});

for (const [what, read] of [
  [
    'looked up by their ids',
    async (laptop, ids) => {
      for (const petId of ids) {
        await laptop.find({ petId }, { offline: false });
      }
    },
  ],
  [
    'listed by their status',
    async (laptop) => {
      await laptop.refresh('available', 'whole');
    },
  ],
] as const satisfies readonly (readonly [
  string,
  (laptop: ReturnType<typeof openEngine>, ids: readonly Int64[]) => Promise<void>,
])[]) {
  test(`on a new laptop, animals that were ${what} before the question are still told of, and not sent again`, async (t) => {
    const { scene, backUpHome } = await setHome(t);
    for (const name of ['First', 'Second']) {
      await scene.engine.add({ ...toPet(name), status: 'available' });
    }

    const { store } = backUpHome();
    t.is((await scene.sync()).waiting, 0);
    await scene.engine.stop();
    const sent = names(scene);
    const options = { marks: createMemoryMarks(), clock: scene.clock };
    const first = openEngine(t, store, scene.service, options);
    await first.load();
    await read(
      first,
      scene.service.inserted().map(({ id }) => id),
    );
    await first.stop();
    const laptop = openEngine(t, store, scene.service, options);
    const report = await syncFor(laptop);
    t.regex(report.connection.problem?.message ?? '', /The store shows Q-2, Q-3 already/);
    await laptop.resume();
    await syncFor(laptop);
    t.deepEqual(names(scene), sent);
  });
}

for (const [what, manners, name] of [
  ['escapes names', { names: 'escaped' }, "O'Malley"],
  ['cuts names off', { names: 'cut' }, 'Archibald the Second'],
  ['puts animals into another category', { categories: 'replaced' }, 'First'],
] as const) {
  for (const isHeld of [false, true]) {
    test(`on a new laptop, at a store that ${what}, ${isHeld ? 'what was held and is released' : 'what waits'} is not sent again`, async (t) => {
      const scene = await setScene(t, manners, { marks: createMemoryMarks() });
      await scene.engine.add(toPet('Sent'));
      t.is((await scene.sync()).waiting, 0);
      const { localId } = await scene.engine.add(toPet(name));
      const store = backUp(t, scene.folder);
      t.is((await scene.sync()).waiting, 0);
      await scene.engine.stop();
      const laptop = openEngine(t, store, scene.service, { marks: createMemoryMarks(), clock: scene.clock });
      const { connection } = await syncFor(laptop);
      t.regex(connection.problem?.message ?? '', /The store shows Q-2 already, or an animal like it/);
      if (isHeld) {
        await laptop.hold(localId);
      }

      await laptop.resume();
      await syncFor(laptop);
      t.like(await laptop.findEntry(localId), { state: 'review', review: { candidates: { length: 1 } } });
      t.is(names(scene).length, 2);
    });
  }
}

test('on a new laptop, the first of a numbered litter is there, and the twelfth is sent', async (t) => {
  const scene = await setScene(t, {}, { marks: createMemoryMarks() });
  await scene.engine.add(toPet('Kitten 1'));
  await scene.engine.add(toPet('Kitten 12'));
  const store = backUp(t, scene.folder);
  await scene.engine.send('Q-1', new AbortController().signal);
  await scene.engine.stop();
  const laptop = openEngine(t, store, scene.service, { marks: createMemoryMarks(), clock: scene.clock });
  t.regex((await syncFor(laptop)).connection.problem?.message ?? '', /The store shows Q-1 already/);
  await laptop.resume();
  await syncFor(laptop);
  t.like(await laptop.findEntry('Q-1'), { state: 'review' });
  t.deepEqual(names(scene), ['Kitten 1', 'Kitten 12']);
});

test('on a new laptop, what was rejected before the copy was made and sent from the first one since is not sent again', async (t) => {
  const scene = await setScene(t, {}, { marks: createMemoryMarks() });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  scene.service.next('400');
  const { localId } = await scene.engine.add(toPet('First'));
  await scene.sync();
  t.like(await scene.entry(localId), { state: 'rejected' });
  const store = backUp(t, scene.folder);
  await scene.engine.retry(localId);
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  const laptop = openEngine(t, store, scene.service, { marks: createMemoryMarks(), clock: scene.clock });
  await syncFor(laptop);
  await laptop.resume();
  t.like(await laptop.findEntry(localId), { state: 'review' });
  t.deepEqual(names(scene), ['Sent', 'First']);
});

test('on a new laptop, at a store whose list is cut off, the question says so, and a yes sends nothing that the list may lack', async (t) => {
  const scene = await setScene(t, { link: false }, { marks: createMemoryMarks() });
  for (let number = 1; number <= 120; number += 1) {
    scene.service.insert({ name: `Old ${number}`, categoryId: 3 });
  }

  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  const store = backUp(t, scene.folder);
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  const sent = names(scene);
  const laptop = openEngine(t, store, scene.service, { marks: createMemoryMarks(), clock: scene.clock });
  await laptop.hold('Q-2');
  const { connection } = await syncFor(laptop);
  t.regex(connection.problem?.message ?? '', /The store's list may be cut off/);
  for (const sentence of connectionSentence(connection).split(/(?<=\.) /)) {
    t.true(sentence.split(' ').length <= 20, sentence);
  }

  await laptop.resume();
  await syncFor(laptop);
  t.like(await laptop.findEntry('Q-1'), { state: 'review', review: { candidates: { length: 0 } } });
  t.like(await laptop.findEntry('Q-2'), { state: 'held' });
  t.deepEqual(names(scene), sent);
  await laptop.sendAgain('Q-1');
  await syncFor(laptop);
  t.is(names(scene).at(-1), 'First', 'whoever knows better has it sent');
});
