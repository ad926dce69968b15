import test, { type ExecutionContext } from 'ava';
import type { PetClient } from '../../../source/client/pet-client.ts';
import type { Entry } from '../../../source/domain/entry.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { EntryRecord } from '../../../source/domain/record.ts';
import type { LocalFiles } from '../../../source/local/local-files.ts';
import { Raced } from '../../../source/local/queue/changes.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { EngineState } from '../../../source/sync/state.ts';
import { isOwnedByAnother, ofPresentKey, ownerOf } from '../../../source/sync/reconcile/ownership.ts';
import { openStore } from '../../helpers/open-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const at = '2026-11-21T10:00:00.000Z';
const id = '42' as Int64;
const pet: Pet = { id, name: 'Rex', categoryId: '3' as Int64, status: 'available' };
const problem = { code: 'x', message: 'x' };
const attempt: EntryRecord = {
  kind: 'attempt',
  at,
  uptime: 1,
  process: 'p',
  honoured: false,
  credential: 'c',
};
const answered = (found: Pet): readonly EntryRecord[] => [
  attempt,
  { kind: 'outcome', at, attempt: 1, result: { type: 'created', pet: found, differences: [] } },
];
const adopted = (found: Pet): readonly EntryRecord[] => [
  attempt,
  { kind: 'outcome', at, attempt: 1, result: { type: 'unknown', problem } },
  { kind: 'looked', at, uptime: 1, complete: true, candidates: [found], couldSettle: true },
  { kind: 'adopted', at, pet: found, by: 'engine', evidence: '' },
];

function engineOf(local: LocalFiles): EngineState {
  return new EngineState({
    local,
    client: {} as PetClient,
    clock: systemClock,
    random: () => 0,
    credential: 'c',
    idempotency: 'off',
    process: 'p',
    settleMs: 1,
    refreshMs: 1,
  });
}

async function enter(local: LocalFiles, records: readonly EntryRecord[], name = 'Rex'): Promise<Entry> {
  let [entry] = await local.queue.enter([{ name, categoryId: '3' as Int64 }], at);
  for (const record of records) {
    entry = await local.queue.append(entry!, record);
  }

  return entry!;
}

/** A store whose animals went into the archive. */
async function archivedStore(t: ExecutionContext, ...histories: (readonly EntryRecord[])[]): Promise<LocalFiles> {
  const folder = temporaryFolder(t);
  const local = await openStore(folder);
  const entries = await Promise.all(histories.map((records) => enter(local, records)));
  await local.archive.archive(entries);
  const reopened = await openStore(folder);
  await reopened.archive.prepareOwners();
  return reopened;
}

test('a pet id belongs to the animal that the store gave it to, or that it was found for', async (t) => {
  const local = await openStore(temporaryFolder(t));
  await enter(local, answered(pet));
  await enter(local, adopted({ ...pet, id: '43' as Int64 }));
  t.deepEqual(ownerOf(local, id, 'Q-9'), { localId: 'Q-1', isAdopted: false });
  t.deepEqual(ownerOf(local, '43' as Int64, 'Q-9'), { localId: 'Q-2', isAdopted: true });
  t.is(ownerOf(local, id, 'Q-1'), undefined, 'it is its own');
  t.is(ownerOf(local, '44' as Int64, 'Q-9'), undefined);
});

test('an animal in the archive keeps its pet id', async (t) => {
  const local = await archivedStore(t, answered(pet));
  t.deepEqual(ownerOf(local, id, 'Q-9'), { localId: 'Q-1', isAdopted: false });
  t.is(ownerOf(local, id, 'Q-1'), undefined);
  t.true(isOwnedByAnother(engineOf(local), pet, 'Q-9'));
  t.false(
    isOwnedByAnother(engineOf(local), { ...pet, name: 'Max' }, 'Q-9'),
    'the store gave the id to another animal since',
  );
});

test('ownership ends where the store gave the id to an animal of another name or category', async (t) => {
  const local = await openStore(temporaryFolder(t));
  await enter(local, answered(pet));
  const engine = engineOf(local);
  t.true(isOwnedByAnother(engine, pet, 'Q-9'));
  t.true(isOwnedByAnother(engine, { ...pet, name: ' Rex ', status: 'sold' }, 'Q-9'));
  t.false(isOwnedByAnother(engine, pet, 'Q-1'));
  t.false(isOwnedByAnother(engine, { ...pet, id: '44' as Int64 }, 'Q-9'));
  t.false(isOwnedByAnother(engine, { ...pet, name: 'Max' }, 'Q-9'));
  t.false(isOwnedByAnother(engine, { ...pet, categoryId: '4' as Int64 }, 'Q-9'));
});

test('an animal that another one was found to be is not adopted twice', async (t) => {
  const local = await openStore(temporaryFolder(t));
  await enter(local, adopted(pet));
  await t.throwsAsync(enter(local, adopted(pet)), { instanceOf: Raced });
  t.deepEqual(
    local.queue.entries().map(({ state }) => state),
    ['created', 'checking'],
  );
});

test('two answers of the store about one pet are both believed', async (t) => {
  const local = await openStore(temporaryFolder(t));
  await enter(local, answered(pet));
  await enter(local, answered(pet));
  t.deepEqual(
    local.queue.entries().map(({ state }) => state),
    ['created', 'created'],
  );
});

const first = { kind: 'entered' };
const sentUnder = (credential: string) => ({ kind: 'attempt', credential });
const entryOf = (credential: string | undefined, ...later: readonly object[]): Entry =>
  ({ credential, history: [first, ...later] }) as unknown as Entry;

const under = (credential: string, apiKeys: string[]) =>
  ofPresentKey({ credential, local: { knowledge: { present: () => ({ ours: [], apiKeys }) } } as never });

test('an entry is of the key that it was last sent with, else of the one it was entered under; one without is of any', (t) => {
  const isOwn = under('now', ['former', 'now']);
  t.true(isOwn(entryOf('now')));
  t.true(isOwn(entryOf('former')), 'a person said that it is of the same store');
  t.false(isOwn(entryOf('other')));
  t.true(isOwn(entryOf(undefined)));
  t.true(isOwn(entryOf('other', sentUnder('now'))));
  t.false(isOwn(entryOf('now', sentUnder('other'))));
  t.true(isOwn(entryOf('other', sentUnder('none'))));
});

test('under a key of which nobody said so only what was entered under it is sent', (t) => {
  const isOwn = under('new', ['former']);
  t.true(isOwn(entryOf('new')));
  t.false(isOwn(entryOf('former')));
});
