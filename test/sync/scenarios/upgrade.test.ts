/**
 * A store that petstore 6b27373 wrote, and a 6b27373 that is still open beside this version.
 *
 * `store-6b27373.json` holds every file of such a store (but the stamp, which names a folder), what that version showed
 * of it, and the animals of its service. Its own engine, all of it in one file, is `engine-6b27373.cjs`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { formatVersion } from '../../../source/local/documents/format-version.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import type { Engine } from '../../../source/sync/api.js';
import { createFaultFileSystem } from '../../helpers/fault-file-system.js';
import { createFaultService, type FaultService } from '../../helpers/fault-service/fault-service.js';
import { createMemoryMarks } from '../../helpers/memory-marks.js';
import { openEngine, rex, setScene, syncFor, until } from '../../helpers/open-engine.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const fixtures = join(import.meta.dirname, '../../fixtures');

type OldStore = {
  readonly identity: string;
  readonly files: Readonly<Record<string, string>>;
  /** `Q-4 Created created 6`: number, name, state, pet id. */
  readonly entries: readonly string[];
  readonly service: readonly { readonly name: string; readonly categoryId: number; readonly status?: string }[];
};
const old = JSON.parse(readFileSync(join(fixtures, 'store-6b27373.json'), 'utf8')) as OldStore;

type OldPart = {
  readonly createEngine: (options: object) => Engine;
  readonly createLocalFiles: (options: object) => object;
  readonly createPetClient: (options: object) => object;
  readonly diskFileSystem: object;
  readonly systemClock: object;
};
const oldParts = createRequire(import.meta.url)(join(fixtures, 'engine-6b27373.cjs')) as OldPart;

/** The engine as 6b27373 had it, on the same folder. */
function openOld(t: ExecutionContext, folder: string, { baseUrl, apiKey }: FaultService): Engine {
  const { createEngine, createLocalFiles, createPetClient, diskFileSystem: fileSystem, systemClock: clock } = oldParts;
  const engine = createEngine({
    local: createLocalFiles({ folder, identity: baseUrl, machine: 'test', fileSystem }),
    client: createPetClient({
      baseUrl,
      apiKey,
      userAgent: 'petstore-test',
      clock,
      requestTimeoutMs: 2000,
      connectTimeoutMs: 2000,
    }),
    clock,
    random: () => 0,
    credential: 'credential',
    idempotency: 'unknown',
    process: 'old',
    settleMs: 60,
    refreshMs: 50,
  });
  t.teardown(() => engine.stop());
  return engine;
}

/** The stamp as 6b27373 wrote it for a folder. */
async function stampAsOld(folder: string, machine = 'test'): Promise<void> {
  const place = {
    machine: createHash('sha256').update(machine).digest('hex').slice(0, 16),
    folder: await diskFileSystem.identity(folder),
  };
  const data = JSON.stringify({ id: '4b7e7075-2cfc-496f-b37b-1ad8cd857aa4', places: [place] });
  writeFileSync(
    join(folder, 'stamp.json'),
    `{"version":2,"checksum":"${crc32(data).toString(16).padStart(8, '0')}","data":${data}}\n`,
  );
}

/** An hour after the old store was left: what is settled longer than a day goes to the archive. */
const begun = Date.now();
const clock = { ...systemClock, now: () => Date.parse('2026-11-22T03:06:00.000Z') + Date.now() - begun };

/** The old store in a folder, and its service. */
async function setOld(t: ExecutionContext): Promise<{ readonly folder: string; readonly service: FaultService }> {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  for (const pet of old.service) {
    service.insert(pet);
  }

  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(old.files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  return { folder, service };
}

const describe = (engine: Engine): readonly string[] =>
  engine
    .snapshot()
    .entries.map(({ localId, name, state, petId }) =>
      [localId, name, state, ...(petId === undefined ? [] : [petId])].join(' '),
    );

test('a store of 6b27373: every animal is shown as it was, nobody is asked, and what waits is sent once', async (t) => {
  const { folder, service } = await setOld(t);
  await stampAsOld(folder);
  const marks = createMemoryMarks();
  // Long enough that another animal is sent between two looks, on a busy machine too.
  const settings = { identity: old.identity, marks, clock, settleMs: 600 };
  const before = service.pets().length;
  const first = openEngine(t, folder, service, settings);
  await first.load();
  t.deepEqual(describe(first), old.entries);
  t.deepEqual(first.snapshot().unreadable, []);
  t.is(first.snapshot().readOnly, undefined);
  t.like(await first.findEntry('Q-1'), { name: 'Archived', state: 'created', petId: '4' });
  t.like(await first.findEntry('Q-2'), { name: 'Archived away', state: 'discarded' });
  t.like(await first.findEntry('Q-3'), { name: 'Sealed', state: 'created', petId: '5' });
  t.is(first.snapshot().pets.length, before - 1, 'the saved copy counts on; of the one that arrived nobody knows yet');

  const engine = openEngine(t, folder, service, settings);
  const report = await syncFor(engine, 40_000);
  t.like(report, { connection: { state: 'online' }, waiting: 4 }, 'what is left is held, rejected or in review');
  const sent = service
    .pets()
    .slice(before)
    .map(({ name }) => name);
  t.deepEqual([...sent].sort(), ['Imported 1', 'Imported 2', 'Interrupted', 'Lost', 'Not sent', 'Restored', 'Waiting']);
  const stateOf = new Map(engine.snapshot().entries.map(({ name, state }) => [name, state]));
  t.deepEqual(
    ['Arrived', 'Held', 'Discarded', 'Disowned', 'Review', 'Rejected', 'Conflict'].map((name) => stateOf.get(name)),
    ['created', 'held', 'discarded', 'review', 'review', 'rejected', 'discarded'],
  );
  t.false(stateOf.has('Never imported 1'));
  await openEngine(t, folder, service, settings).add({ ...rex, name: 'New' });
  t.is((await syncFor(openEngine(t, folder, service, settings))).connection.state, 'online');
  t.is(service.pets().filter(({ name }) => name === 'New').length, 1);
  t.regex(readFileSync(join(folder, 'stamp.json'), 'utf8'), new RegExp(`^\\{"version":${formatVersion},`));

  // What version 1 of the archive kept in its head moves to the months.
  const aYearLater = { ...clock, now: () => clock.now() + 365 * 86_400_000 };
  await openEngine(t, folder, service, settings).add({ ...rex, name: 'Newer' });
  await syncFor(openEngine(t, folder, service, { ...settings, clock: aYearLater }));
  t.regex(readFileSync(join(folder, 'archive.json'), 'utf8'), /^\{"version":2,.*"entries":\{\}/);
  t.deepEqual(readdirSync(join(folder, 'archive')).sort(), [
    '2026-09.copy.json',
    '2026-09.json',
    '2026-11.copy.json',
    '2026-11.json',
  ]);
  const last = openEngine(t, folder, service, settings);
  t.like(await last.findEntry('Q-1'), { name: 'Archived', state: 'created', petId: '4' });
  t.like(await last.findEntry('Q-2'), { name: 'Archived away', state: 'discarded' });
});

test('a store of 6b27373 that was copied is not adopted: its stamp counts', async (t) => {
  for (const [machine, folderOf] of [
    ['test', (folder: string) => join(folder, 'queue')],
    ['another machine', (folder: string) => folder],
  ] as const) {
    const { folder, service } = await setOld(t);
    const elsewhere = folderOf(folder);
    await stampAsOld(elsewhere, machine);
    if (elsewhere !== folder) {
      writeFileSync(join(folder, 'stamp.json'), readFileSync(join(elsewhere, 'stamp.json')));
      rmSync(join(elsewhere, 'stamp.json'));
    }

    const engine = openEngine(t, folder, service, { identity: old.identity, marks: createMemoryMarks(), clock });
    t.like(await syncFor(engine), { connection: { state: 'changed', problem: { code: 'folder_copied' } } });
    t.is(service.pets().length, old.service.length);
  }
});

test('a store that was stamped with the identity of the system gets the own one of the machine, unasked, and asks on the next', async (t) => {
  const { folder, service } = await setOld(t);
  await stampAsOld(folder);
  const open = (marks: ReturnType<typeof createMemoryMarks>): Engine =>
    openEngine(t, folder, service, { identity: old.identity, marks, clock });
  t.is((await syncFor(open(createMemoryMarks()))).connection.state, 'online');
  const second = open(createMemoryMarks());
  await second.add(rex);
  t.like(await syncFor(second), { connection: { problem: { code: 'folder_copied' } } });
});

test('a 6b27373 that is open while this version enters an animal writes and sends nothing more, and reuses no number', async (t) => {
  const { service, folder, engine, sync } = await setScene(t, {}, { marks: createMemoryMarks() });
  const open = openOld(t, folder, service);
  await open.add({ ...rex, name: 'Old' });
  t.is((await syncFor(open)).waiting, 0);
  await open.add({ ...rex, name: 'Waiting' });
  await open.hold('Q-2');
  open.start();
  await until(t, open, () => open.snapshot().connection.state === 'online');
  t.is((await engine.add({ ...rex, name: 'New' })).localId, 'Q-3');
  await until(t, open, () => open.snapshot().readOnly?.code === 'newer_version');
  const records = (): string => readdirSync(join(folder, 'queue')).sort().join();
  const before = records();
  for (const work of [
    () => open.add(rex),
    () => open.release('Q-2'),
    () => open.discard('Q-3'),
    () => open.importPets([rex], { contentHash: 'x', again: false }),
    () => syncFor(open),
  ]) {
    const error = await t.throwsAsync(work);
    t.regex(error.message, /newer version of petstore/);
  }

  t.is(records(), before);
  t.is((await engine.add({ ...rex, name: 'Newer' })).localId, 'Q-4');
  await open.stop();
  await engine.release('Q-2');
  t.is((await sync()).waiting, 0);
  t.deepEqual(
    service.inserted().map(({ pet }) => pet.name),
    ['Old', 'Waiting', 'New', 'Newer'],
  );
});

test('a store that 6b27373 no longer knew again stays a question, and nothing is sent to it', async (t) => {
  const { service, folder, engine } = await setScene(t, {}, { marks: createMemoryMarks() });
  const open = openOld(t, folder, service);
  for (const name of ['Old', 'Older', 'Oldest']) {
    await open.add({ ...rex, name });
  }

  t.is((await syncFor(open)).waiting, 0);
  service.reset();
  for (const name of ['Ada', 'Bea', 'Cleo']) {
    service.insert({ name, categoryId: 1 });
  }

  await open.add({ ...rex, name: 'Sent before' });
  t.is((await syncFor(open)).connection.state, 'changed');
  await open.add({ ...rex, name: 'Waiting' });
  t.like(await syncFor(open), { connection: { state: 'changed' }, waiting: 1 });
  await open.stop();
  t.like(await syncFor(engine), { connection: { state: 'changed' }, waiting: 1 });
  t.false(service.inserted().some(({ pet }) => pet.name === 'Waiting'));
});

test('a 6b27373 in the middle of sending stops where this version enters an animal, and every one is sent once', async (t) => {
  const { service, folder, engine, sync } = await setScene(t, {}, { marks: createMemoryMarks() });
  const open = openOld(t, folder, service);
  for (let number = 0; number < 6; number += 1) {
    await open.add({ ...rex, name: `Old ${number}` });
  }

  service.next('late-answer', { ms: 700, times: 100 });
  const sending = syncFor(open, 20_000).then(
    () => undefined,
    (error: unknown) => error,
  );
  await until(t, engine, () => service.attempts().some(({ method }) => method === 'POST'));
  await engine.add({ ...rex, name: 'New' });
  const error = await sending;
  t.true(error instanceof Error && /newer version of petstore/.test(error.message), String(error));
  service.clearFaults();
  t.is((await sync(20_000)).waiting, 0);
  t.deepEqual(
    service
      .inserted()
      .map(({ pet }) => pet.name)
      .sort(),
    ['New', 'Old 0', 'Old 1', 'Old 2', 'Old 3', 'Old 4', 'Old 5'],
  );
});

test('a 6b27373 that opens a store of this version shows it, and changes nothing', async (t) => {
  const { service, folder, engine, sync } = await setScene(t, {}, { marks: createMemoryMarks() });
  await engine.add(rex);
  const open = openOld(t, folder, service);
  await open.load();
  t.is(open.snapshot().readOnly?.code, 'newer_version');
  await t.throwsAsync(syncFor(open), { message: /newer version of petstore/ });
  await t.throwsAsync(open.add(rex), { message: /newer version of petstore/ });
  t.is(service.inserted().length, 0);
  t.is((await sync()).waiting, 0);
});

test('whatever this version writes first in a store of 6b27373, the stamp says so before', async (t) => {
  const { folder, service } = await setOld(t);
  await stampAsOld(folder);
  const fileSystem = createFaultFileSystem();
  const engine = openEngine(t, folder, service, { identity: old.identity, fileSystem, clock });
  await engine.hold('Q-26');
  const [stamp, record] = ['rename stamp.json', 'link queue/26.1.json'].map((each) =>
    fileSystem.operations.indexOf(each.replace(' ', ` ${folder}/`)),
  );
  t.true(stamp! >= 0 && stamp! < record!, `${stamp} ${record}`);
});
