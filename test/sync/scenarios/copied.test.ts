/**
 * Queues that were copied, put back from a backup, or used on two machines; and ordinary use, which is never asked
 * about.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { diskFileSystem, type FileSystem } from '../../../source/platform/files/file-system.ts';
import { createMachineState } from '../../../source/local/machine-state.ts';
import type { Engine, SyncReport } from '../../../source/sync/api.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import { createMemoryState } from '../../helpers/memory-state.ts';
import { openEngine, rex, type Scene, setScene, syncFor, until } from '../../helpers/open-engine.ts';
import { connectionSentence } from '../../../source/text/connection-sentence.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const yearMs = 365 * 24 * 3_600_000;
const toPet = (name: string) => ({ ...rex, name });
const asked = ({ connection }: SyncReport): string | undefined =>
  connection.state === 'changed' ? connection.problem?.code : undefined;
const names = ({ service }: Scene): readonly string[] => service.insertedNames();

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

/** A laptop on which a copy of the queue is used for the first time: it asks whether that is one. */
async function openLaptop(t: ExecutionContext, scene: Scene, store: string): Promise<Engine> {
  const laptop = openEngine(t, store, scene.service, { state: createMemoryState(), clock: scene.clock });
  t.is(asked(await syncFor(laptop)), 'queue_copied');
  return laptop;
}

/** One animal sent, others waiting; then a backup; then these are sent. */
async function setBackedUp(
  t: ExecutionContext,
  manners: Parameters<typeof setScene>[1] = {},
  waiting: readonly string[] = ['First', 'Second'],
): Promise<{ readonly scene: Scene; readonly backup: string; readonly state: ReturnType<typeof createMemoryState> }> {
  const state = createMemoryState();
  const scene = await setScene(t, manners, { state });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  for (const name of waiting) {
    await scene.engine.add(toPet(name));
  }

  const backup = backUp(t, scene.folder);
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  return { scene, backup, state };
}

test('everything put back from a backup in place: nothing is sent until a person confirms, and that once', async (t) => {
  const { scene, backup } = await setBackedUp(t);
  putBack(backup, scene.folder);
  const engine = scene.reopen();
  await engine.add(toPet('New'));
  const report = await scene.sync();
  t.is(asked(report), 'queue_copied');
  t.regex(
    report.connection.problem?.message ?? '',
    /copied or restored: animals were sent from here that it knows nothing of\. Nothing is sent until you confirm/,
  );
  t.is(asked(await syncFor(scene.reopen())), 'queue_copied', 'in the next process too');
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

test('a folder that was made anew from a backup: the check-up asks before anybody sends', async (t) => {
  const { scene, backup } = await setBackedUp(t);
  // Moved away, not removed: the copy would get the very inode that is known.
  renameSync(scene.folder, join(temporaryFolder(t), 'former'));
  cpSync(backup, scene.folder, { recursive: true });
  const { state, problem } = await scene.reopen().probe();
  t.is(state, 'changed');
  t.regex(problem?.message ?? '', /copied or restored: it is not in the place where it was left\..*discard it first/);
  const report = await scene.sync();
  t.deepEqual([asked(report), report.connection.problem?.message], ['queue_copied', problem?.message]);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
  for (const localId of ['Q-2', 'Q-3']) {
    await scene.engine.discard(localId);
  }

  await scene.engine.add(toPet('New'));
  t.like(await scene.engine.probe(), { state: 'changed' });
  await scene.engine.resume();
  t.like(await scene.engine.probe(), { state: 'online' });
  t.is((await scene.sync()).waiting, 0);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'New']);
});

test('a queue that was put back, of a store that lacks what it had: who says yes to the one question has not answered the other', async (t) => {
  const { scene, backup, state } = await setBackedUp(t);
  scene.service.insert({ name: 'Youngest', categoryId: 1 });
  t.true(await scene.reopen().refresh('all', 'whole'));
  await scene.engine.stop();
  cpSync(join(backup, 'queue.json'), join(scene.folder, 'queue.json'));
  scene.age();
  for (const { id } of scene.service.pets()) {
    scene.service.remove(id);
  }

  await scene.reopen().refresh('all', 'whole');
  t.is(asked(await scene.sync()), 'queue_copied');
  const other = openEngine(t, scene.folder, scene.service, { state, clock: scene.clock });
  t.is(asked(await syncFor(other)), 'queue_copied');
  for (const localId of ['Q-2', 'Q-3']) {
    await other.discard(localId);
  }

  await other.resume();
  await other.add(toPet('New'));
  t.is(asked(await syncFor(other)), 'store_changed');
  t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'Youngest']);
  await other.resume();
  t.like(await syncFor(other), { connection: { state: 'online' }, waiting: 0 });
  t.is(names(scene).at(-1), 'New');
});

test('a queue that was put back, of a profile that was moved meanwhile: who ends the pause for the move has not said that it is no copy', async (t) => {
  const { scene, backup, state } = await setBackedUp(t);
  putBack(backup, scene.folder);
  let isThere = true;
  scene.reopen({ state, isStillThere: () => Promise.resolve(isThere) });
  t.is(asked(await scene.sync()), 'queue_copied');
  isThere = false;
  t.like((await scene.sync()).connection, { state: 'misconfigured' });
  await scene.engine.resume();
  isThere = true;
  t.is(asked(await scene.sync()), 'queue_copied');
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
});

test('who only asks is told of a queue that was put back also where nothing may be written', async (t) => {
  const { scene, backup, state } = await setBackedUp(t);
  putBack(backup, scene.folder);
  rmSync(join(scene.folder, 'sender.lock'), { force: true });
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('EROFS', (operation) => !/^(read|list)$/.test(operation));
  t.like(await scene.reopen({ state, fileSystem }).probe(), {
    state: 'changed',
    problem: { code: 'queue_copied' },
  });
  t.false(existsSync(join(scene.folder, 'sender.lock')));
});

test('a backup from before everything was archived is told, and archiving itself is not asked about', async (t) => {
  const { scene, backup, state } = await setBackedUp(t);
  const later = { state, clock: { ...systemClock, now: () => Date.now() + yearMs } };
  for (const name of ['A year later', 'And once more']) {
    await scene.reopen(later).add(toPet(name));
    t.is(asked(await scene.sync()), undefined);
    await scene.engine.stop();
  }

  t.is((await openEngine(t, scene.folder, scene.service, later).archived()).length, 3);
  t.is(names(scene).length, 5);
  putBack(backup, scene.folder);
  t.is(asked(await syncFor(scene.reopen(later))), 'queue_copied');
  t.is(names(scene).length, 5);
});

test('two processes on one store, taking turns and at once: nobody is asked, and every animal is sent once', async (t) => {
  const state = createMemoryState();
  const scene = await setScene(t, {}, { state });
  const other = openEngine(t, scene.folder, scene.service, { state });
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

test('a file system that forgets the last changes of the queue in a power cut: none of what was sent is sent again', async (t) => {
  const state = createMemoryState();
  const generations: Buffer[] = [];
  const fileSystem: FileSystem = {
    ...diskFileSystem,
    rename: async (from, to) => {
      if (to.endsWith('queue.json')) {
        generations.push(await diskFileSystem.readFile(from));
      }

      await diskFileSystem.rename(from, to);
    },
  };
  const scene = await setScene(t, {}, { state, fileSystem });
  for (const name of ['Sent', 'First', 'Second']) {
    await scene.engine.add(toPet(name));
  }

  const entered = generations.length;
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  const whole = backUp(t, scene.folder);
  const forgotten = generations.slice(entered - 1, -1);
  const questions: (string | undefined)[] = [];
  for (const generation of forgotten) {
    putBack(whole, scene.folder);
    writeFileSync(join(scene.folder, 'queue.json'), generation);
    const engine = scene.reopen({ state });
    questions.push(asked(await syncFor(engine)));
    await engine.stop();
    t.deepEqual(names(scene), ['Sent', 'First', 'Second'], String(questions.length));
  }

  t.true(forgotten.length >= 4, String(forgotten.length));
  t.is(questions[0], 'queue_copied', 'it knows of no attempt');
  t.is(questions.at(-1), undefined, 'it lacks an answer only, which is found');
});

test('notes that cannot be written: nothing is asked and everything is sent', async (t) => {
  const folder = join(temporaryFolder(t), 'state');
  writeFileSync(folder, 'a file');
  const state = createMachineState(diskFileSystem, folder, systemClock);
  const scene = await setScene(t, {}, { state });
  await scene.engine.add(rex);
  t.is(asked(await scene.sync()), undefined);
  await scene.reopen().add(toPet('Second'));
  t.is(asked(await scene.sync()), undefined);
  t.is(names(scene).length, 2);
});

test('a file of notes of which a power cut left half asks nothing, and is made anew', async (t) => {
  const { scene, stateFolder } = await setHome(t);
  const path = join(stateFolder, 'queues.json');
  await scene.engine.stop();
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
  await scene.reopen().add(toPet('More'));
  const backup = backUp(t, scene.folder);
  t.is(asked(await scene.sync()), undefined);
  await scene.engine.stop();
  putBack(backup, scene.folder);
  t.is(asked(await syncFor(scene.reopen())), 'queue_copied', 'it tells from then on');
  t.deepEqual(names(scene), ['Sent', 'More']);
});

test('a copy in which nothing waits is told at once by whoever asks, and after a yes no more', async (t) => {
  const identity = (path: string) => Promise.resolve({ name: path, isLasting: true });
  const fileSystem = { ...diskFileSystem, identity };
  const scene = await setScene(t, {}, { state: createMemoryState(), fileSystem });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  const store = backUp(t, scene.folder);
  const options = { state: createMemoryState(), fileSystem };
  const open = (): Engine => openEngine(t, store, scene.service, options);
  t.like(await open().probe(), { state: 'changed', problem: { code: 'queue_copied' } });
  t.is(asked(await syncFor(open())), 'queue_copied');
  const app = open();
  app.start();
  await until(t, app, () => app.snapshot().connection.state === 'changed');
  const other = open();
  await syncFor(other);
  await other.resume();
  t.is(asked(await syncFor(open())), undefined);
  t.like(await app.probe(), { state: 'online' }, 'who answered in another process has answered');
  await app.stop();
  t.like(await open().probe(), { state: 'online' });
  t.like(await scene.reopen().probe(), { state: 'online' }, 'and the original never was one');
});

test('a queue put back in which nothing waits lacks what was sent, which is told before anything is added', async (t) => {
  const { scene, backUpHome } = await setHome(t);
  const { store } = backUpHome();
  await scene.engine.add(toPet('First'));
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  putBack(store, scene.folder);
  t.like(await scene.reopen().probe(), { state: 'changed', problem: { code: 'queue_copied' } });
});

test('a copy of a home from which nothing was ever sent, and in which nothing waits, is never asked about', async (t) => {
  const scene = await setScene(t, {}, { state: createMemoryState() });
  scene.service.insert({ name: 'Old', categoryId: 3 });
  t.true(await scene.engine.refresh('all', 'whole'));
  const { localId } = await scene.engine.add(toPet('Given up'));
  await scene.engine.discard(localId);
  await scene.engine.stop();
  const copy = openEngine(t, backUp(t, scene.folder), scene.service, { state: createMemoryState() });
  t.like(await copy.probe(), { state: 'online' });
  t.is(asked(await syncFor(copy)), undefined);
  await copy.add(toPet('First'));
  t.is(asked(await syncFor(copy)), 'queue_copied');
});

test('where a folder is another one at each mount, it is asked once, and only about what waits', async (t) => {
  let mount = 0;
  const mounted = (): FileSystem => {
    mount += 1;
    const inode = String(mount);
    const identity = () => Promise.resolve({ name: inode, isLasting: false });
    return { ...diskFileSystem, identity, fileIdentity: () => undefined };
  };
  const state = createMemoryState();
  const scene = await setScene(t, {}, { state, fileSystem: mounted() });
  await scene.engine.add(toPet('Sent'));
  t.is(asked(await scene.sync()), undefined);
  t.like(await scene.reopen({ state, fileSystem: mounted() }).probe(), { state: 'online' });
  await scene.reopen({ state, fileSystem: mounted() }).add(toPet('New'));
  t.is(asked(await scene.sync()), 'queue_copied');
  await scene.engine.resume();
  for (const name of ['Newer', 'Newest']) {
    await scene.reopen({ state, fileSystem: mounted() }).add(toPet(name));
    t.is(asked(await scene.sync()), undefined, name);
  }
});

test('one folder used on two machines, as that of a stick or a volume, is no copy on either', async (t) => {
  const machines = [createMemoryState(), createMemoryState()];
  const scene = await setScene(t, {}, { state: machines[0]! });
  await scene.engine.add(toPet('On one'));
  t.is(asked(await scene.sync()), undefined);
  for (const round of [1, 0, 1, 0]) {
    await scene.reopen({ state: machines[round]! }).add(toPet(`Round ${scene.service.pets().length}`));
    t.is(asked(await scene.sync()), undefined, String(round));
  }

  t.is(names(scene).length, 5);
});

/** As a machine leaves it that stopped while the store had an animal and the answer was still on its way. */
async function setStopped(t: ExecutionContext): Promise<Scene> {
  const scene = await setScene(t, {}, { state: createMemoryState() });
  await scene.engine.add(toPet('Sent'));
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.add(toPet('First'));
  scene.service.next('late-answer');
  const sending = scene.sync();
  await until(t, scene.engine, () => scene.service.inserted().length === 2);
  const stopped = backUp(t, scene.folder);
  scene.service.release();
  await sending;
  await scene.engine.stop();
  putBack(stopped, scene.folder);
  return scene;
}

test('queue.json torn, when its copy lacks an attempt: it is told and asked, and a yes sends nothing twice', async (t) => {
  const scene = await setStopped(t);
  const path = join(scene.folder, 'queue.json');
  truncateSync(path, readFileSync(path).length - 40);
  await scene.reopen().load();
  t.like(
    scene.engine.snapshot().entries.map(({ name, state }) => ({ name, state })),
    [
      { name: 'Sent', state: 'created' },
      { name: 'First', state: 'queued' },
    ],
  );
  const { connection } = await scene.sync();
  t.is(connection.problem?.code, 'queue_copied');
  t.regex(
    connection.problem?.message ?? '',
    /^This queue was damaged: .*\. Its copy from before the last change is used, and ends at 20[-\d]+ [:\d]+\. Nothing is/,
  );
  t.is(asked(await syncFor(scene.reopen())), 'queue_copied');
  await scene.engine.add(toPet('New'));
  t.is(asked(await syncFor(scene.reopen())), 'queue_copied', 'although there is an intact queue again');
  t.deepEqual(names(scene), ['Sent', 'First']);
  t.is(scene.engine.snapshot().unreadable.length, 1);
  await scene.engine.resume();
  t.like(await scene.sync(), { connection: { state: 'online' }, created: [{ localId: 'Q-3' }] } as never);
  t.deepEqual(scene.engine.snapshot().unreadable, [], 'whoever confirmed it has been told');
  t.like(await scene.entry('Q-2'), { state: 'review', review: { candidates: { length: 1 } } });
  t.deepEqual(names(scene), ['Sent', 'First', 'New']);
  await scene.reopen().add(toPet('Newer'));
  t.is(asked(await scene.sync()), undefined);
});

test('queue.json and its copy both damaged: both are kept, no number is given again, and a yes sends what was entered since', async (t) => {
  const { scene } = await setBackedUp(t);
  for (const name of ['queue.json', 'queue.copy.json']) {
    truncateSync(join(scene.folder, name), 50);
  }

  await scene.reopen().load();
  t.is(scene.engine.snapshot().queueTrouble?.code, 'queue_lost', 'the empty queue is not taken for one');
  t.is((await scene.engine.add(toPet('New'))).localId, 'Q-10004', 'as many may have waited since anything else told');
  const { connection } = await syncFor(scene.reopen());
  t.regex(
    connection.problem?.message ?? '',
    /^This queue was damaged: .*\. Its copy cannot be used either, so what waited in it is unknown\. Nothing is sent until/,
  );
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
  await scene.engine.resume();
  t.is((await scene.sync()).waiting, 0);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'New']);
  t.deepEqual(scene.engine.snapshot().unreadable, []);
  t.is(readdirSync(scene.folder).filter((name) => name.includes('.damaged-')).length, 2);
});

/** A home with everything in it, as it is by default: the store and the notes of the machine. */
async function setHome(
  t: ExecutionContext,
  sent: readonly string[] = ['Sent'],
  fileSystem: FileSystem = diskFileSystem,
): Promise<{
  readonly scene: Scene;
  readonly stateFolder: string;
  readonly backUpHome: () => { readonly store: string; readonly notes: string };
}> {
  const stateFolder = join(temporaryFolder(t), 'state');
  const scene = await setScene(t, {}, { state: createMachineState(fileSystem, stateFolder, systemClock) });
  for (const name of sent) {
    await scene.engine.add(toPet(name));
    t.is((await scene.sync()).waiting, 0);
  }

  return {
    scene,
    stateFolder,
    backUpHome: () => ({ store: backUp(t, scene.folder), notes: backUp(t, stateFolder) }),
  };
}

for (const before of ['the first was sent', 'anything was sent'] as const) {
  test(`a whole home, notes and all, restored in place from a backup before ${before}: it is asked, and a yes sends nothing twice`, async (t) => {
    const { scene, stateFolder, backUpHome } = await setHome(t, before === 'anything was sent' ? [] : ['Sent']);
    await scene.engine.add(toPet('First'));
    await scene.engine.add(toPet('Second'));
    const { store, notes } = backUpHome();
    t.is((await scene.sync()).waiting, 0);
    await scene.engine.stop();
    const sent = names(scene);
    putBack(store, scene.folder);
    putBack(notes, stateFolder);
    const report = await syncFor(scene.reopen());
    t.is(asked(report), 'queue_copied');
    t.regex(report.connection.problem?.message ?? '', /^This queue was copied or restored/);
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

test('on a new laptop an honest no sends what waits, and nothing that the lost one sent', async (t) => {
  const { scene, backUpHome } = await setHome(t);
  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  const { store } = backUpHome();
  const { localId } = await scene.engine.add(toPet('Third'));
  t.is((await scene.engine.send('Q-2', new AbortController().signal)).state, 'created');
  await scene.engine.discard('Q-3');
  await scene.engine.discard(localId);
  await scene.engine.stop();
  const laptop = openEngine(t, store, scene.service, { state: createMemoryState(), clock: scene.clock });
  const report = await syncFor(laptop);
  t.is(asked(report), 'queue_copied');
  for (const sentence of connectionSentence(report.connection).split(/(?<=\.) /)) {
    t.true(sentence.split(' ').length <= 20, sentence);
  }
  await laptop.resume();
  t.like(await syncFor(laptop), { connection: { state: 'online' } });
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
  t.like(await laptop.findEntry('Q-2'), { state: 'review' });
});

test('on a new laptop whose store is away a yes is kept, and what waits is looked for once the store is back', async (t) => {
  const { scene, backup } = await setBackedUp(t);
  await scene.service.stop();
  const laptop = await openLaptop(t, scene, backup);
  await laptop.resume();
  t.like(await laptop.findEntry('Q-2'), { state: 'checking' });
  t.not(asked(await syncFor(laptop)), 'queue_copied');
  await scene.service.start();
  t.like(await syncFor(laptop), { connection: { state: 'online' } });
  t.like(await laptop.findEntry('Q-2'), { state: 'review' });
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
});

test('who knows that something was sent holds what waits first: nothing is sent by the yes, whatever the list shows', async (t) => {
  const { scene, backup } = await setBackedUp(t, {}, ['First']);
  scene.service.remove(scene.service.inserted().at(-1)!.id);
  const options = { state: createMemoryState(), clock: scene.clock };
  const laptop = openEngine(t, backup, scene.service, options);
  t.is(asked(await syncFor(laptop)), 'queue_copied');
  await laptop.hold('Q-2');
  const next = openEngine(t, backup, scene.service, options);
  t.is(asked(await syncFor(next)), 'queue_copied', 'although nothing is to be sent');
  await next.resume();
  t.is(asked(await syncFor(next)), undefined);
  t.deepEqual(names(scene), ['Sent', 'First']);
  t.like(await laptop.findEntry('Q-2'), { state: 'held' });
});

test('notes that a backup put there alone: it is asked, once', async (t) => {
  const { scene, stateFolder, backUpHome } = await setHome(t);
  const { notes } = backUpHome();
  await scene.engine.add(toPet('First'));
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  putBack(notes, stateFolder);
  await scene.reopen().add(toPet('Second'));
  t.is(asked(await scene.sync()), 'queue_copied');
  await scene.engine.resume();
  t.is((await scene.sync()).waiting, 0);
  await scene.reopen().add(toPet('Third'));
  t.is(asked(await scene.sync()), undefined);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second', 'Third']);
});

test('notes whose writing fails at any step, as by a kill, are never taken for a copy', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { scene, stateFolder } = await setHome(t, ['Sent'], fileSystem);
  const ofNotes = (_operation: string, path: string): boolean => path.startsWith(stateFolder);
  for (let step = 1; step <= 8; step += 1) {
    fileSystem.failAt(step, 'EIO', ofNotes);
    await scene.reopen().add(toPet(`Step ${step}`));
    t.is(asked(await scene.sync()), undefined, String(step));
    fileSystem.heal();
    await scene
      .reopen({ state: createMachineState(diskFileSystem, stateFolder, systemClock) })
      .add(toPet(`After ${step}`));
    t.is(asked(await scene.sync()), undefined, `after ${step}`);
    await scene.engine.stop();
  }

  t.is(names(scene).length, 17);
});

test('on a new laptop, animals that were looked up or listed before the question are not sent again', async (t) => {
  const { scene, backup } = await setBackedUp(t);
  const options = { state: createMemoryState(), clock: scene.clock };
  const first = openEngine(t, backup, scene.service, options);
  await first.load();
  await first.find({ petId: scene.service.inserted()[1]!.id }, { offline: false });
  await first.refresh('available', 'whole');
  await first.stop();
  const laptop = openEngine(t, backup, scene.service, options);
  t.is(asked(await syncFor(laptop)), 'queue_copied');
  await laptop.resume();
  await syncFor(laptop);
  t.deepEqual(names(scene), ['Sent', 'First', 'Second']);
});

for (const [what, manners, name] of [
  ['escapes names', { names: 'escaped' }, "O'Malley"],
  ['cuts names off', { names: 'cut' }, 'Archibald the Second'],
  ['puts animals into another category', { categories: 'replaced' }, 'First'],
] as const) {
  for (const isHeld of [false, true]) {
    test(`on a new laptop, at a store that ${what}, ${isHeld ? 'what was held and is released' : 'what waits'} is not sent again`, async (t) => {
      const { scene, backup } = await setBackedUp(t, manners, [name]);
      const laptop = await openLaptop(t, scene, backup);
      if (isHeld) {
        await laptop.hold('Q-2');
      }

      await laptop.resume();
      if (isHeld) {
        t.like(await laptop.findEntry('Q-2'), { state: 'held' });
        await laptop.release('Q-2');
      }

      await syncFor(laptop);
      t.like(await laptop.findEntry('Q-2'), { state: 'review', review: { candidates: { length: 1 } } });
      t.is(names(scene).length, 2);
    });
  }
}

test('on a new laptop, a queue from which nothing was ever sent is sent after it was looked for', async (t) => {
  const scene = await setScene(t, {}, { state: createMemoryState() });
  scene.service.insert({ name: 'Old', categoryId: 3 });
  scene.service.insert({ name: 'First', categoryId: 3, status: 'available' });
  t.true(await scene.engine.refresh('all', 'whole'));
  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  await scene.engine.stop();
  const laptop = await openLaptop(t, scene, backUp(t, scene.folder));
  await laptop.resume();
  t.like(await syncFor(laptop), { connection: { state: 'online' }, waiting: 0 });
  t.deepEqual([...names(scene)].sort(), ['First', 'First', 'Old', 'Second'], 'one like the first was there before');
});

test('on a new laptop, at a store whose list is cut off, a yes sends nothing that the list may lack', async (t) => {
  const scene = await setScene(t, { link: false }, { state: createMemoryState() });
  for (let number = 1; number <= 120; number += 1) {
    scene.service.insert({ name: `Old ${number}`, categoryId: 3 });
  }

  await scene.engine.add(toPet('First'));
  await scene.engine.add(toPet('Second'));
  const store = backUp(t, scene.folder);
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.stop();
  const sent = names(scene);
  const laptop = openEngine(t, store, scene.service, { state: createMemoryState(), clock: scene.clock });
  await laptop.hold('Q-2');
  const { connection } = await syncFor(laptop);
  t.is(connection.problem?.code, 'queue_copied');
  await laptop.resume();
  await syncFor(laptop);
  t.like(await laptop.findEntry('Q-1'), { state: 'review', review: { candidates: { length: 0 } } });
  t.like(await laptop.findEntry('Q-2'), { state: 'held' });
  t.deepEqual(names(scene), sent);
  await laptop.sendAgain('Q-1');
  await syncFor(laptop);
  t.is(names(scene).at(-1), 'First', 'whoever knows better has it sent');
});
