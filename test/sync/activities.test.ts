/** What happens with the store is noticed by whoever reads its list, and told once. */
import test from 'ava';
import { type Activity, withSettled } from '../../source/domain/activity.ts';
import { toInt64, type Int64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';
import type { SavedCopy } from '../../source/local/saved-pets.ts';
import type { Engine } from '../../source/sync/api.ts';
import { findChanges, summariseChanges } from '../../source/sync/list/find-changes.ts';
import { openEngine, rex, setScene, syncFor } from '../helpers/open-engine.ts';

const before = '2026-11-20T17:40:00.000Z';
const at = '2026-11-21T09:00:00.000Z';
const make = (number: number, more: Partial<Pet> = {}): Pet => ({
  id: toInt64(number)!,
  name: `Pet ${number}`,
  categoryId: '3' as Int64,
  status: 'available',
  ...more,
});
const copyOf = (pets: readonly Pet[], more: Partial<SavedCopy> = {}): SavedCopy => ({
  resets: 0,
  pets,
  lists: { all: { fetchedAt: before, complete: true } },
  lookedUp: [],
  ...more,
});
const what = ({ at: _at, since: _since, ...rest }: Activity): object => rest;

test('new, gone, renamed and sold: each animal is told with what it was', (t) => {
  const [one, two, three] = [make(1), make(2), make(3)];
  const found = findChanges(
    copyOf([one, two, three]),
    copyOf([make(1, { name: 'Rex' }), { ...three, status: 'sold' }, make(4)]),
    at,
  );
  t.deepEqual(found.map(what), [
    { kind: 'changed', id: '1', name: 'Rex', field: 'name', from: 'Pet 1', to: 'Rex' },
    { kind: 'gone', id: '2', name: 'Pet 2' },
    { kind: 'changed', id: '3', name: 'Pet 3', field: 'status', from: 'available', to: 'sold' },
    { kind: 'new', id: '4', name: 'Pet 4' },
  ]);
  t.true(found.every((each) => each.at === at && each.since === before));
});

test('a status that was not set before, or is not any more, is left out', (t) => {
  const { status: _, ...bare } = make(1);
  t.deepEqual(findChanges(copyOf([bare]), copyOf([make(1)]), at).map(what), [
    { kind: 'changed', id: '1', name: 'Pet 1', field: 'status', to: 'available' },
  ]);
  t.deepEqual(findChanges(copyOf([make(1)]), copyOf([bare]), at).map(what), [
    { kind: 'changed', id: '1', name: 'Pet 1', field: 'status', from: 'available' },
  ]);
});

test('a first list, a reset and a list of which only a part was known are no news', (t) => {
  const pets = [make(1), make(2)];
  t.deepEqual(findChanges(copyOf([], { lists: {} }), copyOf(pets), at), []);
  t.deepEqual(findChanges(copyOf([make(7)]), copyOf(pets, { resets: 1 }), at), []);
  t.deepEqual(
    findChanges(copyOf([make(1)], { lists: { all: { fetchedAt: before, complete: false } } }), copyOf(pets), at),
    [],
  );
});

test('more than a thousand at once are three numbers', (t) => {
  const pets = Array.from({ length: 1200 }, (_, index) => make(index + 1));
  t.deepEqual(summariseChanges(findChanges(copyOf([make(5000)]), copyOf(pets), at)).map(what), [
    { kind: 'many', added: 1200, changed: 0, gone: 1 },
  ]);
});

test('an animal that is refused once more is told once more, and one that is held and released meanwhile is not', async (t) => {
  const { service, engine, sync, reopen } = await setScene(t);
  await sync();
  await engine.add(rex);
  service.next('400');
  await sync();
  await engine.edit('Q-1', { ...rex, categoryId: '9' as Int64 });
  service.next('400');
  await sync();
  await engine.stop();
  const opened = reopen();
  await opened.load();
  await opened.hold('Q-1');
  await opened.release('Q-1');
  await opened.loadActivities(before);
  const { activities, entries } = opened.snapshot();
  t.deepEqual(
    withSettled(activities, entries, before).flatMap((each) => (each.kind === 'settled' ? [each.state] : [])),
    ['rejected', 'rejected'],
  );
  await opened.stop();
});

const told = async (engine: Engine, since = before): Promise<readonly object[]> => {
  await engine.loadActivities(since);
  return engine.snapshot().activities.map(what);
};

test('what `sync` found while the app was closed is there when it is opened, and a first load is not', async (t) => {
  const { service, engine, sync, reopen } = await setScene(t);
  service.insert({ name: 'Old', categoryId: 1, status: 'available' });
  await sync();
  t.deepEqual(await told(engine), []);
  await engine.stop();

  const cron = reopen();
  const luna = service.insert({ name: 'Luna', categoryId: 1, status: 'available' });
  await cron.add(rex);
  await syncFor(cron);
  await cron.stop();

  const opened = reopen();
  const news = await told(opened);
  t.deepEqual(
    news.filter((each) => !('localId' in each)),
    [{ kind: 'new', id: luna.id, name: 'Luna' }],
    JSON.stringify(news),
  );
  t.true(news.some((each) => 'localId' in each && each.localId === 'Q-1'));
  await opened.stop();
});

test('two programs that find the same tell it once, and an outage once', async (t) => {
  const { service, folder, engine, sync } = await setScene(t);
  await sync();
  const other = openEngine(t, folder, service);
  await other.load();
  service.insert({ name: 'Luna', categoryId: 1, status: 'available' });
  await syncFor(other);
  await sync();
  await service.stop();
  await syncFor(other);
  await sync();
  await sync();
  await service.start();
  t.is((await engine.probe()).state, 'online');
  await sync();
  t.deepEqual(
    (await told(engine)).map((each) => ('name' in each ? each.name : 'state' in each ? each.state : '?')),
    ['Luna', 'offline', 'online'],
  );
});
