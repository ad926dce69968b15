/** A store that moved to another address while an app was open on the old one. */
import test from 'ava';
import { openEngine, rex, setScene, syncFor } from '../../helpers/open-engine.ts';

test('an app that is open while its store moves sends nothing to the old address, and says why', async (t) => {
  let isMoved = false;
  const scene = await setScene(t, {}, { isStillThere: () => Promise.resolve(!isMoved) });
  const { service, engine, folder } = scene;
  await engine.add(rex);
  await scene.sync();
  isMoved = true;
  await engine.add({ ...rex, name: 'Coco' });
  t.like(await scene.sync(), { waiting: 1, connection: { state: 'misconfigured', problem: { code: 'moved' } } });
  t.deepEqual(service.insertedNames(), ['Rex']);

  const there = openEngine(t, folder, service);
  t.is((await syncFor(there)).waiting, 0);
});

test('what the old address shows to an app that stayed open is not saved as the list of the store', async (t) => {
  let isMoved = false;
  const scene = await setScene(t, {}, { isStillThere: () => Promise.resolve(!isMoved) });
  const { service, engine, folder } = scene;
  service.insert({ name: 'Known', categoryId: 3 });
  await scene.sync();
  isMoved = true;
  service.insert({ name: 'Of the old address', categoryId: 3 });
  await engine.refresh('all', 'whole');
  await engine.stop();
  const there = openEngine(t, folder, service);
  await there.load();
  t.deepEqual(
    there.snapshot().pets.map(({ name }) => name),
    ['Known'],
  );
});
