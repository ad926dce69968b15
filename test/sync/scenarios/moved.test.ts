/** A store that moved to another address while an app was open on the old one. */
import test from 'ava';
import { imagineStore } from '../../helpers/imagined-store.ts';
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

test('an app that is open while the name of its store comes to lead to another one sends nothing there', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  const { engine, close } = store.openApp();
  await store.addOffline('One');
  await store.pass(10_000);
  t.is(store.posted('One'), 1);
  store.service.reset();
  store.seed('Stranger', 5);
  store.weather.leadsElsewhere = true;
  await store.addOffline('Two');
  await store.pass(30_000);
  t.like(engine.snapshot().connection, { state: 'changed', problem: { code: 'store_changed' } });
  t.is(store.posted('Two'), 0);
  await close();
});

test('a store that is the same behind another address goes on being sent to', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  const { close } = store.openApp();
  await store.addOffline('One');
  await store.pass(10_000);
  store.weather.leadsElsewhere = true;
  await store.addOffline('Two');
  await store.pass(10_000);
  t.deepEqual([store.posted('One'), store.posted('Two')], [1, 1]);
  await close();
});
