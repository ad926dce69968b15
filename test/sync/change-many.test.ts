import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import type { ActionError } from '../../source/sync/api.ts';
import { createFaultFileSystem } from '../helpers/fault-file-system.ts';
import { openEngine } from '../helpers/open-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const nowhere = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'pst_x' };
const animals = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Pet ${index}`, categoryId: '3' as Int64 }));

test('500 animals are discarded and restored in no more file operations than an import of as many takes', async (t) => {
  const folder = temporaryFolder(t);
  const fileSystem = createFaultFileSystem();
  const engine = openEngine(t, folder, nowhere, { fileSystem });
  await engine.load();
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = fileSystem.operations.length;
    await work();
    return fileSystem.operations.length - before;
  };
  const imported = await counted(() => engine.importPets(animals(500), { again: false }));
  const localIds = engine.snapshot().entries.map(({ localId }) => localId);
  t.is(localIds.length, 500);
  for (const action of ['discard', 'restore'] as const) {
    const changed = await counted(() => engine.changeMany(localIds.map((localId) => ({ action, localId }))));
    t.log(`${action}: ${changed}, import: ${imported}`);
    // All of them are one writing: nothing else of the program waits for long.
    t.true(changed <= imported, `${action}: ${changed}, import: ${imported}`);
  }
});

test('steps that a state does not allow are skipped with a reason, the others are there after a restart', async (t) => {
  const folder = temporaryFolder(t);
  const engine = openEngine(t, folder, nowhere);
  await engine.load();
  for (const pet of animals(3)) {
    await engine.add(pet);
  }

  await engine.discard('Q-2');
  const { changed, skipped } = await engine.changeMany([
    { action: 'hold', localId: 'Q-1' },
    { action: 'discard', localId: 'Q-2' },
    { action: 'restore', localId: 'Q-9' },
    { action: 'edit', localId: 'Q-3', pet: { name: 'New', categoryId: '4' as Int64 } },
  ]);
  t.deepEqual(
    changed.map(({ localId, state, name }) => `${localId} ${state} ${name}`),
    ['Q-1 held Pet 0', 'Q-3 queued New'],
  );
  t.deepEqual(
    skipped.map(({ localId, problem }) => `${localId} ${problem.code}`),
    ['Q-2 not_allowed', 'Q-9 not_found'],
  );
  const other = openEngine(t, folder, nowhere);
  await other.load();
  t.deepEqual(
    other.snapshot().entries.map(({ localId, state }) => `${localId} ${state}`),
    ['Q-1 held', 'Q-2 discarded', 'Q-3 queued'],
  );
});

test('of two programs that edit one animal, the later one keeps what the other changed, and is refused what it would overwrite', async (t) => {
  const folder = temporaryFolder(t);
  const [one, other] = [openEngine(t, folder, nowhere), openEngine(t, folder, nowhere)];
  await one.load();
  const from = { name: 'Rex', categoryId: '3' as Int64 };
  await one.add(from);
  await other.load();
  await other.edit('Q-1', { ...from, status: 'sold' }, from);
  const edited = await one.edit('Q-1', { ...from, name: 'Rexona' }, from);
  t.like(edited, { name: 'Rexona', categoryId: '3', status: 'sold' });

  const refused = await t.throwsAsync<ActionError>(() => other.edit('Q-1', { ...from, name: 'Max' }, from));
  t.is(refused.problem.message, 'Q-1 was changed elsewhere meanwhile (name). Nothing was changed.');
  const { changed, skipped } = await other.changeMany([
    { action: 'edit', localId: 'Q-1', pet: { ...from, name: 'Max' }, from },
  ]);
  t.deepEqual([changed.length, skipped[0]?.problem.code], [0, 'changed_meanwhile']);
  t.like(await one.findEntry('Q-1'), { name: 'Rexona', status: 'sold' });
});

test('a form lets go of what it held, but not of what another window held since', async (t) => {
  const folder = temporaryFolder(t);
  const engine = openEngine(t, folder, nowhere);
  const other = openEngine(t, folder, nowhere);
  await engine.load();
  await engine.add({ name: 'Rex', categoryId: '3' as Int64 });
  await engine.hold('Q-1', { byForm: true });
  t.is((await engine.release('Q-1', { byForm: true })).state, 'queued');
  await engine.hold('Q-1', { byForm: true });
  await other.load();
  t.is((await other.hold('Q-1')).state, 'held');
  await t.throwsAsync(engine.release('Q-1', { byForm: true }));
  t.is((await engine.findEntry('Q-1'))?.state, 'held');
  t.is((await other.release('Q-1')).state, 'queued');
});
