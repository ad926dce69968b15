/**
 * A store in trouble: one animal is put at risk, not the whole queue, and what the store will never take is told.
 */
import test from 'ava';
import { type AnyFault, faults, toAnswer } from '../../helpers/fault-service/faults.ts';
import { imagineStore, type ImaginedStore } from '../../helpers/imagined-store.ts';

const minuteMs = 60_000;
const maintenance: AnyFault = '503';

async function queue(store: ImaginedStore, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await store.addOffline(`Pet ${number}`);
  }
}

/** Counts the requests that reach the store. */
function countPosts(store: ImaginedStore, fault: AnyFault): () => number {
  let posts = 0;
  Object.assign(store.weather, {
    fateOf: () => {
      posts += 1;
      return fault;
    },
  });
  return () => posts;
}

for (const [paging, link] of [
  ['names next pages', true],
  ['does not', false],
] as const) {
  test(`seven minutes of maintenance at a store that ${paging}: at most one animal of thirty becomes a question`, async (t) => {
    const store = imagineStore(t, { link });
    store.seed('Old', 130);
    await queue(store, 30);
    const posts = countPosts(store, maintenance);
    const app = store.openApp();
    await store.pass(7 * minuteMs);
    const { entries } = app.engine.snapshot();
    t.true(entries.filter(({ state }) => state === 'review').length <= 1);
    t.true(entries.filter(({ undecided }) => undecided !== undefined).length <= 2);
    t.true(posts() <= 6, `${posts()} requests`);
    Object.assign(store.weather, { fateOf: undefined });
    await store.pass(20 * minuteMs);
    const late = app.engine.snapshot().entries;
    t.true(late.filter(({ state }) => state === 'created').length >= 29);
    t.is(new Set(store.service.inserted().flatMap(({ by, body }) => (by === 'request' ? body : []))).size, 29);
    await app.close();
  });
}

test('two answers that a weak signal lost at a store that is new here keep the others waiting for minutes only', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 7);
  await queue(store, 5);
  store.weather.next?.push('drop', 'drop');
  const app = store.openApp();
  await store.pass(8 * minuteMs);
  const states = app.engine.snapshot().entries.map(({ state }) => state);
  t.deepEqual(states.toSorted(), ['created', 'created', 'created', 'review', 'review']);
  await app.close();
});

for (const status of [500, 409]) {
  test(`an animal that is answered ${status} each time is told after three times, and the others are sent`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 7);
    await queue(store, 6);
    Object.assign(store.weather, {
      fateOf: (body: string) => (body.includes('Pet 2') ? `${status}` : undefined),
    });
    const app = store.openApp();
    // Each next animal that the store takes in tells that the one before is not there.
    for (const next of ['Seven', 'Eight']) {
      await store.pass(20 * minuteMs);
      await store.addOffline(next);
    }

    await store.pass(20 * minuteMs);
    const { entries } = app.engine.snapshot();
    t.is(entries.filter(({ state }) => state === 'created').length, 7);
    const poison = entries.find(({ name }) => name === 'Pet 2');
    // A 409 is the store's own word; an error may be one of its own.
    t.like(poison, { state: 'rejected', attempts: status === 409 ? 1 : 3 });
    t.true(status === 409 || /3 times/u.test(poison?.lastError?.message ?? ''));
    await app.close();
  });
}

for (const [fault, state] of [
  ['401', 'unauthorized'],
  ['405', 'misconfigured'],
] as const) {
  test(`a store that answers ${fault} to every animal gets one a minute from an open app, which says so all the while`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 7);
    await queue(store, 30);
    const posts = countPosts(store, fault);
    const { engine, close } = store.openApp();
    for (let minute = 1; minute <= 10; minute += 1) {
      await store.pass(minuteMs);
      t.is(engine.snapshot().connection.state, state);
      t.true(posts() <= minute + 1, `${posts()} in ${minute} minutes`);
    }

    store.weather.fateOf = undefined;
    await store.pass(2 * minuteMs);
    t.true(engine.snapshot().entries.every((entry) => entry.state === 'created'));
    await close();
  });
}

for (const fault of ['404', 'bare-404', '308'] as const) {
  test(`one animal that is answered ${fault} each time waits, and keeps no other from being sent`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 7);
    await queue(store, 6);
    store.weather.fateOf = (body) => (/Pet [23]/u.test(body) ? fault : undefined);
    await store.sync();
    await store.sync();
    await store.sync();
    const { engine, close } = store.openApp();
    await store.pass(3 * minuteMs);
    store.weather.fateOf = (body) => (body.includes('Pet 2') ? fault : undefined);
    await store.pass(3 * minuteMs);
    const states = engine.snapshot().entries.map(({ state }) => state);
    t.deepEqual(states, ['created', 'queued', 'created', 'created', 'created', 'created']);
    await close();
  });
}

test('behind a box that lets two requests a second through, reads too, an import is sent in minutes, whatever its bare 429', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 40);
  await store.acquaint();
  let left = 10;
  let at = store.clock.elsewhere();
  const isLimited = (): boolean => {
    const now = store.clock.elsewhere();
    left = Math.min(10, left + (2 * (now - at)) / 1000);
    at = now;
    const isOver = left < 1;
    left -= isOver ? 0 : 1;
    return isOver;
  };
  store.weather.fateOf = () => (isLimited() ? 'bare-429' : undefined);
  store.weather.intercept = () => (isLimited() ? toAnswer(faults['bare-429'].answers) : undefined);
  await queue(store, 30);
  const { engine, close } = store.openApp();
  await store.pass(2 * minuteMs);
  t.true(engine.snapshot().entries.every(({ state }) => state === 'created'));
  t.is(store.service.pets().length, 70);
  await close();
});

test('a store that answers nothing but 500 refuses no animal', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 7);
  await queue(store, 3);
  countPosts(store, '500');
  const app = store.openApp();
  await store.pass(60 * minuteMs);
  t.deepEqual(
    app.engine.snapshot().entries.filter(({ state }) => state === 'rejected'),
    [],
  );
  await app.close();
});
