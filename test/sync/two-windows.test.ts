/** Two windows at one home, at a store that shows only the oldest of its animals: neither takes any from the other. */
import test, { type ExecutionContext } from 'ava';
import type { Engine } from '../../source/sync/api.ts';
import { toInt64 } from '../../source/domain/int64.ts';
import { openEngine, rex, type Scene, setScene, syncFor } from '../helpers/open-engine.ts';

/** No page of a store without links says that it is the last one. */
const sizeOfPage = 100;

async function openAtCutList(t: ExecutionContext): Promise<Scene & { readonly other: Engine }> {
  const scene = await setScene(t, { link: false });
  for (let count = 0; count < sizeOfPage + 5; count += 1) {
    scene.service.insert({ name: `Pet ${count}`, categoryId: 1, status: 'available' });
  }

  await scene.sync();
  const other = openEngine(t, scene.folder, scene.service, { clock: scene.clock });
  await other.load();
  return { ...scene, other };
}

/** The ids that no list of the store shows. */
const beyondList = (engine: Engine): readonly string[] =>
  engine
    .snapshot()
    .pets.slice(sizeOfPage)
    .map(({ id }) => id);

test('what another window sent is in the list here, though a cut list was read since', async (t) => {
  const { engine, service, clock, folder, sync, other } = await openAtCutList(t);
  await engine.add(rex);
  await sync();
  // Its list is later than the animal, and lacks it all the same.
  await other.refresh('all', 'whole', new AbortController().signal);
  await syncFor(other);
  t.deepEqual(beyondList(other), ['106']);
  const third = openEngine(t, folder, service, { clock });
  await third.load();
  t.deepEqual(beyondList(third), ['106']);
});

test('a window that saves its cut list keeps what another one looked up', async (t) => {
  const { engine, service, clock, folder, sync, other } = await openAtCutList(t);
  const look = { offline: false, signal: new AbortController().signal };
  await other.find({ petId: toInt64(103)! }, look);
  await other.stop();
  await engine.find({ petId: toInt64(104)! }, look);
  await sync();
  t.deepEqual(beyondList(engine), ['103', '104']);
  const third = openEngine(t, folder, service, { clock });
  await third.load();
  t.deepEqual(beyondList(third), ['103', '104']);
});

test('what the store denies here does not come back out of the copy of another window', async (t) => {
  const { engine, service, clock, folder, sync, other } = await openAtCutList(t);
  const look = { offline: false, signal: new AbortController().signal };
  await engine.find({ petId: toInt64(103)! }, look);
  await sync();
  await other.find({ petId: toInt64(104)! }, look);
  await syncFor(other);
  service.remove(toInt64(103)!);
  await engine.find({ petId: toInt64(103)! }, look);
  await sync();
  const third = openEngine(t, folder, service, { clock });
  await third.load();
  t.deepEqual(beyondList(third), ['104']);
});
