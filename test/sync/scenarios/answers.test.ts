/** Answers by name, each with what becomes of the animal. */
import test from 'ava';
import type { Wrong } from '../../helpers/fault-service/faults.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';
import { rex, setScene } from '../../helpers/open-engine.ts';

const toPet = (name: string) => ({ ...rex, name });
const posts = (attempts: readonly { readonly method: string }[]): number =>
  attempts.filter(({ method }) => method === 'POST').length;

test('captive portal (200 HTML, 302): nothing is sent into it, and everything once it is gone', async (t) => {
  for (const [fault, state] of [
    ['html-200', 'intercepted'],
    ['302', 'misconfigured'],
  ] as const) {
    const { service, engine, sync } = await setScene(t);
    service.next(fault, { method: 'GET', times: 1000 });
    await engine.add(rex);
    t.like(await sync(), { connection: { state }, waiting: 1 });
    t.is(posts(service.attempts()), 0, fault);
    service.clearFaults();
    t.is((await sync()).created.length, 1, fault);
  }
});

const page = { body: '<h1>No</h1>', headers: { 'content-type': 'text/html' } };
const minuteMs = 60_000;

for (const [what, wrong] of [
  ['a redirect of the request to the same place with a slash', { status: 308, headers: { location: '/v1/pets/' } }],
  ['a redirect to another host', { status: 308, headers: { location: 'https://pets.example/v1/pets' } }],
  ['a web page with 404', { status: 404, ...page }],
  ['a 405 without a word', { status: 405 }],
  ['a web page with 410', { status: 410, ...page }],
] as const satisfies readonly (readonly [string, Wrong])[]) {
  test(`${what} answers each POST, and reads come through: all wait, nobody is asked, and they go once that is over`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 3);
    let posts = 0;
    store.weather.fateOf = () => {
      posts += 1;
      return { inserts: 'never', answers: wrong };
    };
    t.is((await store.add({ name: 'One' })).state, 'queued');
    t.like(await store.sync(), { connection: { state: 'misconfigured' }, review: [], waiting: 1 });
    const { engine, close } = store.openApp();
    await store.addOffline('Two');
    await store.pass(30 * minuteMs);
    const states = () => engine.snapshot().entries.map(({ state }) => state);
    t.deepEqual(states(), ['queued', 'queued']);
    t.true(posts <= 35, `${posts} requests`);
    store.weather.fateOf = undefined;
    await store.pass(2 * minuteMs);
    t.deepEqual(states(), ['created', 'created']);
    t.is(store.service.pets().length, 5);
    await close();
  });
}

for (const location of ['/', 'http://backend:8000/pets', 'https://www.shop.example/thanks']) {
  test(`a store that answers a form, and leads to ${location}, has each animal once`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 3);
    store.weather.fateOf = () => ({ inserts: 'first', answers: { status: 302, headers: { location } } });
    t.is((await store.add({ name: 'One' })).state, 'created');
    await store.addOffline('Two');
    t.like(await store.sync(), { review: [], waiting: 0 });
    t.deepEqual([store.posted('One'), store.posted('Two')], [1, 1]);
  });
}

test('a login page that takes the place of each POST, while reads come through, has nobody asked, and each animal goes once it is over', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.acquaint();
  store.weather.fateOf = () => ({
    inserts: 'never',
    answers: { status: 302, headers: { location: 'http://portal.hotel.example/login' } },
  });
  const { engine, close } = store.openApp();
  await store.addOffline('One');
  await store.addOffline('Two');
  await store.pass(30 * minuteMs);
  t.true(engine.snapshot().entries.every(({ state }) => state === 'queued' || state === 'checking'));
  store.weather.fateOf = undefined;
  await store.pass(10 * minuteMs);
  t.deepEqual([store.posted('One'), store.posted('Two')], [1, 1]);
  await close();
});

test('a 429 with Retry-After is obeyed whoever wrote it: the animal is queued, and nothing is asked before', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  const { engine, close } = store.openApp();
  let asked = 0;
  store.weather.fateOf = () => {
    asked = store.weather.requests ?? 0;
    store.weather.fateOf = undefined;
    return { inserts: 'never', answers: { status: 429, ...page, headers: { ...page.headers, 'retry-after': '30' } } };
  };
  await store.addOffline('Rex');
  await store.pass(29_000);
  t.like(engine.snapshot(), { entries: [{ state: 'queued' }] });
  t.is(store.weather.requests, asked);
  await store.pass(5000);
  t.like(engine.snapshot(), { entries: [{ state: 'created' }] });
  t.is(store.posted('Rex'), 1);
  await close();
});

test('the short pause that an animal was answered with holds for a list that a person asks for meanwhile', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  const { engine, close } = store.openApp();
  const answers = { status: 429, ...page, headers: { ...page.headers, 'retry-after': '8' } };
  store.weather.next?.push({ inserts: 'never', answers });
  await store.addOffline('Rex');
  await store.pass(2000);
  t.like(engine.snapshot(), { connection: { state: 'online' }, entries: [{ state: 'queued' }] });
  const asked = store.weather.requests;
  const refreshing = engine.refresh('all', 'whole');
  await store.pass(5000);
  t.is(store.weather.requests, asked);
  await store.pass(3000);
  t.true(await refreshing);
  t.like(engine.snapshot(), { entries: [{ state: 'created' }] });
  await close();
});

test('401 in the middle: what came before is there, what comes after is kept, and goes once the key is right', async (t) => {
  const { service, engine, sync } = await setScene(t);
  const localIds = [];
  for (const name of ['one', 'two', 'three']) {
    localIds.push((await engine.add(toPet(name))).localId);
  }

  // The first goes well, from the second on the key is refused for everything.
  const stop = engine.subscribe(() => {
    if (service.inserted().length === 1) {
      stop();
      service.next('401', { times: 100 });
      service.next('401', { method: 'GET', times: 100 });
    }
  });
  t.like(await sync(), { connection: { state: 'unauthorized' }, waiting: 2, rejected: [] });
  t.is(service.inserted().length, 1);
  service.clearFaults();
  t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
  t.deepEqual(service.insertedNames(), ['one', 'two', 'three']);
  t.is(localIds.length, 3);
});

for (const whose of ['ours', "a colleague's"] as const) {
  test(`a store that answers a second Rex with the first, ${whose}: a question about this one, and the others are sent`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { keepsOneOfEach: true });
    service.insert({ name: 'Old', categoryId: 1 });
    if (whose === 'ours') {
      await engine.add(rex);
    } else {
      service.insert({ name: rex.name, categoryId: 3 });
    }

    t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
    const { localId } = await engine.add(rex);
    await engine.add({ ...rex, name: 'Luna' });
    t.like(await sync(), {
      connection: { state: 'online' },
      created: { length: 1 },
      review: [{ localId }],
      waiting: 1,
    });
    t.regex(
      (await entry(localId)).review?.reason ?? '',
      whose === 'ours'
        ? /#2, which was there before, as Q-1\..* no second/
        : /#2, which was there before\..* no second/,
    );
    t.deepEqual(service.names(), ['Old', 'Rex', 'Luna']);
  });
}
