/**
 * A store in trouble: one animal is put at risk, not the whole queue, and what the store will never take is told.
 */
import test from 'ava';
import { type AnyFault, type Fault, faults, toAnswer } from '../../helpers/fault-service/faults.ts';
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

test('a store that takes each animal in for a moderator (202) gets all of them within minutes, and each is asked about', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 7);
  await store.acquaint();
  await queue(store, 6);
  store.weather.fateOf = () => ({ inserts: 'never', answers: { status: 202, body: '{"status":"pending"}' } });
  const { engine, close } = store.openApp();
  await store.pass(3 * minuteMs);
  t.true(engine.snapshot().entries.every(({ attempts }) => attempts === 1));
  await store.pass(30 * minuteMs);
  t.true(engine.snapshot().entries.every(({ state }) => state === 'review'));
  await close();
});

/** From here on the store, or a box before it, lets so many requests a second through, reads too, and refuses others. */
function limitRequests(store: ImaginedStore, burst: number, perSecond: number, { answers }: Fault): void {
  let left = burst;
  let at = store.clock.elsewhere();
  const isLimited = (): boolean => {
    const now = store.clock.elsewhere();
    left = Math.min(burst, left + (perSecond * (now - at)) / 1000);
    at = now;
    const isOver = left < 1;
    left -= isOver ? 0 : 1;
    return isOver;
  };
  store.weather.fateOf = () => (isLimited() ? { inserts: 'never', answers } : undefined);
  store.weather.intercept = () => (isLimited() ? toAnswer(answers) : undefined);
}

const inASecond: Fault = {
  inserts: 'never',
  answers: { status: 429, body: '{"code":"slow","message":"Slower.","status":429}', headers: { 'retry-after': '1' } },
};
/** What nginx answers, unless it is told another status. */
const byNginx: Fault = {
  inserts: 'never',
  answers: { status: 503, body: '<h1>503</h1>', headers: { 'content-type': 'text/html' } },
};
for (const [what, burst, perSecond, fault, seeded, idempotency] of [
  ['ten requests at once and two a second, whatever its bare 429', 10, 2, faults['bare-429'], 'Old', 'ignored'],
  ['one request a second, and says nothing more', 1, 1, faults['bare-429'], 'Old', 'ignored'],
  ['one request a second, and 503 for all others', 1, 1, byNginx, 'Old', 'ignored'],
  ['one request a second, with Retry-After', 1, 1, inASecond, 'Old', 'ignored'],
  ['one request a second, where others have the same names', 1, 1, inASecond, 'Pet', 'ignored'],
  ['one request a second, where keys are honoured', 1, 1, inASecond, 'Old', 'honoured'],
] as const) {
  test(`through a limit of ${what}, an import is sent in minutes and the list read`, async (t) => {
    const store = imagineStore(t, { idempotency });
    store.seed(seeded, 440);
    await store.acquaint();
    await queue(store, 30);
    limitRequests(store, burst, perSecond, fault);
    const report = await store.sync(6 * minuteMs);
    t.like(report, { connection: { state: 'online' }, waiting: 0, refreshed: true });
    await queue(store, 3);
    // A 503 to the first request of a program is the store's trouble, not its limit.
    await store.pass(2000);
    const { engine, close } = store.openApp();
    const states: string[] = [];
    engine.subscribe(() => states.push(engine.snapshot().connection.state));
    await store.pass(minuteMs);
    t.true(engine.snapshot().entries.every(({ state }) => state === 'created'));
    t.deepEqual([...new Set(states)], ['connecting', 'online'], 'it is no trouble that comes and goes');
    t.is(store.service.pets().length, 473);
    t.is(engine.snapshot().pets.length, 473);
    await close();
  });
}

for (const [what, wait] of [
  ['with Retry-After', { 'retry-after': '12' }],
  ['and says nothing more', {}],
] as const) {
  test(`through a limit of one request in 12 s, ${what}, animals are sent all the same`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 150);
    await store.acquaint();
    await queue(store, 2);
    const { body, status } = inASecond.answers as { readonly body: string; readonly status: number };
    limitRequests(store, 1, 1 / 12, { inserts: 'never', answers: { status, body, headers: wait } });
    t.like(await store.sync(3 * minuteMs), { waiting: 0 });
    t.is(store.service.pets().length, 152);
  });
}

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
