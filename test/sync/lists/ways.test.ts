/** By which way a long list is brought up to date, what that costs, and what a service that lies in it can hide. */
import test, { type ExecutionContext } from 'ava';
import type { PetClient } from '../../../source/client/pet-client.js';
import type { Page } from '../../../source/client/outcomes/outcomes.js';
import { type Int64, toInt64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { SavedCopy, SavedPage } from '../../../source/local/list-cache.js';
import { readChanges } from '../../../source/sync/lists/find-changes.js';
import { confirmPage, readTail, readValidated } from '../../../source/sync/lists/read-tail.js';
import { isLyingInValidators } from '../../../source/sync/lists/saved-pages.js';
import { chooseWay, type Way } from '../../../source/sync/lists/ways.js';
import type { Manners } from '../../campaigns/simulation/fake-service.js';
import { imagineStore, type ImaginedStore } from '../../helpers/imagined-store.js';

const at = '2026-01-02T03:04:05.000Z';
const now = Date.parse(at);
const pets: readonly Pet[] = Array.from({ length: 1000 }, (_, index) => ({
  id: toInt64(index + 1)!,
  name: `Pet ${index + 1}`,
  categoryId: '3' as Int64,
}));
const pages: readonly SavedPage[] = Array.from({ length: 10 }, (_, index) => ({
  ...(index === 0 ? {} : { url: `https://store.example/v1/pets?after=${index * 100}` }),
  etag: `"${index}"`,
  first: toInt64(index * 100 + 1)!,
  last: toInt64(index * 100 + 100)!,
  rows: 100,
}));
const order = { direction: 'up', newcomers: 20, highest: '1000' as Int64 } as const;
const held: SavedCopy = {
  resets: 0,
  pets,
  lookedUp: [],
  lists: { all: { fetchedAt: at, complete: true, lastPage: pages[9]!.url! } },
  pages,
  wholeAt: at,
};
type Asking = Parameters<typeof chooseWay>[1];
const timer: Asking = { by: 'timer', isWholeDue: false, isDoubted: false, refreshMs: 60_000, now, shortList: 500 };
const person: Asking = { ...timer, by: 'person' };
const changes = 'https://store.example/v1/pets?since=x';

for (const [what, copy, asking, way] of [
  ['nothing was ever read', { ...held, pets: [], lists: {} }, timer, 'whole'],
  ['a short list, a person', { ...held, pets: pets.slice(0, 100), changes }, person, 'whole'],
  ['a short list, the timer', { ...held, pets: pets.slice(0, 100), changes }, timer, 'glimpse'],
  [
    'a list that was never complete',
    { ...held, changes, lists: { all: { fetchedAt: at, complete: false } } },
    person,
    'whole',
  ],
  ['a doubt', { ...held, changes }, { ...person, isDoubted: true }, 'whole'],
  ['a change link', { ...held, changes, order }, person, 'changes'],
  [
    'a change link that was seen to lie',
    { ...held, changes, order, distrusts: { changes: true } },
    person,
    'validators',
  ],
  [
    'a change link, all of it read a day ago',
    { ...held, changes, order, wholeAt: '2026-01-01T03:04:04.000Z' },
    timer,
    'whole',
  ],
  ['a clock that was put back a year', { ...held, changes, wholeAt: '2027-01-02T03:04:05.000Z' }, timer, 'whole'],
  ['an order that held for twenty newcomers', { ...held, order }, timer, 'tail'],
  ['an order that held for nineteen', { ...held, order: { ...order, newcomers: 19 } }, timer, 'glimpse'],
  ['an order that was broken once', { ...held, order: { ...order, isBroken: true } }, timer, 'glimpse'],
  ['validators, a person', held, person, 'validators'],
  ['a weak validator among them', { ...held, pages: pages.with(3, { ...pages[3]!, etag: 'W/"3"' }) }, person, 'whole'],
  ['validators that were seen to lie', { ...held, distrusts: { validators: true } }, person, 'whole'],
  ['none of it', { ...held, pages: undefined }, person, 'whole'],
  ['none of it, the timer, all of it due', { ...held, pages: undefined }, { ...timer, isWholeDue: true }, 'whole'],
] as readonly (readonly [string, SavedCopy, Asking, Way['type']])[]) {
  test(`${what}: ${way}`, (t) => {
    t.is(chooseWay(copy, asking).type, way);
  });
}

test('a sweep sees 10 000 animals again within 15 minutes and 100 000 within an hour, by at most 20 requests a refresh', (t) => {
  for (const [count, limit] of [
    [100, 15],
    [1000, 60],
  ] as const) {
    const many = Array.from({ length: count }, () => pages[1]!);
    let copy: SavedCopy = { ...held, order, pages: many };
    let ticks = 0;
    for (let next = 0; next < count - 1; ticks += 1) {
      const way = chooseWay(copy, timer);
      const swept = way.type === 'tail' ? way.sweep : [];
      t.true(swept.length > 0 && swept.length < 20);
      t.is(swept[0], next, 'in order, none left out');
      next += swept.length;
      copy = { ...copy, sweep: { begunAt: at, next } };
    }

    t.true(ticks <= limit, `${ticks} refreshes for ${count} pages`);
  }
});

test('a page counts only as the one that it was', (t) => {
  const page: Page = {
    type: 'page',
    pets: pets.slice(100, 200),
    rows: 100,
    unreadableRows: 0,
    next: pages[2]!.url!,
    suspiciousNext: false,
    age: 0,
  };
  t.is(confirmPage(held, 1, page)?.length, 100);
  t.is(confirmPage(held, 1, { type: 'not-modified', age: 0 })?.length, 0);
  t.is(confirmPage(held, 1, { ...page, pets: page.pets.slice(1) }), undefined, 'a page that shrank');
  t.is(confirmPage(held, 1, { ...page, next: undefined }), undefined, 'a page that leads nowhere');
  t.is(confirmPage(held, 1, { ...page, age: 30 }), undefined, 'out of a cache');
  t.is(confirmPage(held, 1, { type: 'not-modified', age: 30 }), undefined, 'not modified, says a cache');
  t.is(
    confirmPage({ ...held, pages: pages.with(1, { ...pages[1]!, date: 2000 }) }, 1, { ...page, date: 1000 }),
    undefined,
    'older than what was seen',
  );
  t.is(
    confirmPage({ ...held, pets: pets.slice(0, 150) }, 1, { type: 'not-modified', age: 0 }),
    undefined,
    'not modified, for a page that is not held',
  );
  t.is(confirmPage(held, 99, { type: 'not-modified', age: 0 }), undefined);
});

test('a page that takes too long sends to the whole list, which is read in smaller ones; any other failure is told', async (t) => {
  const { signal } = new AbortController();
  const copy = { ...held, order };
  for (const [tooSlow, type] of [
    [true, 'disagrees'],
    [false, 'failed'],
  ] as const) {
    for (const isLast of [true, false]) {
      const client = {
        listPage: ({ url }: { readonly url?: string }) =>
          Promise.resolve(
            (url === pages[9]!.url) === isLast
              ? { type: 'failed', connection: 'error', problem: { code: '', message: '' }, tooSlow }
              : { type: 'not-modified', age: 0 },
          ),
      } as unknown as PetClient;
      const options = { asHeld: (pet: Pet) => pet, onProgress: () => undefined };
      t.is((await readValidated(client, copy, options, signal)).type, type);
      t.is(isLast ? (await readTail(client, copy, [], signal)).type : type, type);
    }
  }
});

test('a change link that goes round in a circle, on for ever, or nowhere is given up', async (t) => {
  const follow = (answer: (url: string) => object) =>
    readChanges(
      {
        listPage: ({ changesUrl = '' }) =>
          Promise.resolve({
            type: 'page',
            pets: [],
            rows: 0,
            unreadableRows: 0,
            suspiciousNext: false,
            age: 0,
            changes: 'c',
            ...answer(changesUrl),
          }),
      } as unknown as PetClient,
      'a',
      new AbortController().signal,
    );
  t.is((await follow(() => ({ next: 'a' }))).type, 'refused');
  let number = 0;
  t.is((await follow(() => ({ next: `a${(number += 1)}` }))).type, 'refused');
  t.true(number <= 1001);
  t.is((await follow(() => ({ changes: undefined, next: undefined }))).type, 'refused');
  t.is((await follow(() => ({ age: 9, next: undefined }))).type, 'refused');
  t.is(
    (
      await follow((url) =>
        url === 'a' ? { next: 'b' } : { type: 'failed', connection: 'misconfigured', problem: {} },
      )
    ).type,
    'refused',
    '410 in the middle',
  );
  t.like(await follow(() => ({ next: undefined, changes: 'd' })), { type: 'news', changes: 'd' });
});

type Counted = ImaginedStore & { readonly requests: () => number };

/** A store of 1 000 or so, whose requests for pages are counted. */
function openLong(t: ExecutionContext, manners: Partial<Manners>, count = 1000): Counted {
  let requests = 0;
  const store = imagineStore(t, manners);
  store.weather.intercept = () => void (requests += 1);
  store.seed('Pet', count);
  return Object.assign(store, {
    requests: () => {
      const made = requests;
      requests = 0;
      return made;
    },
  });
}

const refresh = (store: ImaginedStore, scope: 'whole' | 'news') =>
  store.command(async (engine) => {
    await engine.refresh('all', scope);
    return engine.snapshot();
  });

test('where the service says what was added, an unchanged list is one request and a newcomer one more at most', async (t) => {
  const store = openLong(t, { changes: true, pageRows: 100 });
  await store.sync();
  store.requests();
  await store.pass(60_000);
  const { lists } = await refresh(store, 'whole');
  t.is(store.requests(), 1);
  t.true(lists.all.heardAt! > lists.all.fetchedAt!, 'two ages are told');
  store.seed('New', 1);
  t.is((await refresh(store, 'news')).pets.length, 1001);
  t.is(store.requests(), 1);
});

test('a change link that leads nowhere any more: the whole list is read, and what it shows is right', async (t) => {
  const store = openLong(t, { changes: true, pageRows: 100 });
  await store.sync();
  store.service.rollBack(1);
  store.seed('New', 2);
  store.requests();
  await refresh(store, 'whole');
  t.true(store.requests() > 10);
});

for (const lie of ['empty', 'some'] as const) {
  test(`a change link that lies (${lie}) hides an animal for a day at most, and is not believed after that`, async (t) => {
    const store = openLong(t, { changes: lie, pageRows: 100 });
    await store.sync();
    store.seed('New', 3);
    t.true((await refresh(store, 'whole')).pets.length < 1003);
    await store.pass(25 * 3_600_000);
    t.is((await refresh(store, 'whole')).pets.length, 1003);
    store.seed('Newer', 3);
    t.is((await refresh(store, 'whole')).pets.length, 1006, 'by another way');
  });
}

test('where newcomers only ever came at the end, an unchanged list is at most 21 requests, and one added elsewhere is seen', async (t) => {
  const store = openLong(t, { pageRows: 100, order: 'oldest-first' });
  await store.sync();
  store.seed('New', 25);
  await store.sync();
  store.requests();
  t.is((await refresh(store, 'news')).pets.length, 1025);
  t.true(store.requests() <= 21);
  store.seed('Newest', 1);
  await store.pass(60_000);
  const { pets: shown, lists } = await refresh(store, 'news');
  t.is(shown.length, 1026);
  t.true(lists.all.heardAt! > lists.all.fetchedAt!);
});

test('validators that never change hide what left the list for a day at most, and are not believed after that', async (t) => {
  const store = openLong(t, { pageRows: 100, validators: 'frozen' });
  await store.sync();
  store.service.remove(toInt64(250)!);
  t.is((await refresh(store, 'whole')).pets.length, 1000, 'nothing says otherwise');
  await store.pass(25 * 3_600_000);
  t.is((await refresh(store, 'whole')).pets.length, 999);
  store.service.remove(toInt64(350)!);
  t.is((await refresh(store, 'whole')).pets.length, 998);
});

test('validators that never change are found out by the next newcomer', async (t) => {
  const store = openLong(t, { pageRows: 100, validators: 'frozen' });
  store.seed('New', 1);
  await store.sync();
  store.service.remove(toInt64(250)!);
  t.is((await refresh(store, 'whole')).pets.length, 1001);
  store.seed('Newer', 1);
  t.is(
    (await refresh(store, 'whole')).pets.length,
    1001,
    'the last page has one animal more under the validator it had, so all are read',
  );
  store.service.remove(toInt64(350)!);
  t.is((await refresh(store, 'whole')).pets.length, 1000);
});

test('a list of one page that is said never to change is read all the same where a person asks', async (t) => {
  const store = openLong(t, { validators: 'frozen' }, 3);
  await store.sync();
  store.seed('New', 1);
  t.is((await refresh(store, 'news')).pets.length, 3);
  t.is((await refresh(store, 'whole')).pets.length, 4);
  store.seed('Newer', 1);
  t.is((await refresh(store, 'news')).pets.length, 5, 'it was found out, and is asked without a validator from now on');
});

test('a list of one page that is said to be unchanged is as new as that answer', async (t) => {
  const store = openLong(t, { validators: 'frozen' }, 3);
  await store.sync();
  const before = (await refresh(store, 'whole')).lists.all.fetchedAt!;
  await store.pass(60_000);
  store.requests();
  t.true((await refresh(store, 'news')).lists.all.fetchedAt! > before);
  t.is(store.requests(), 1);
});

const [first, second] = [pages[0]!, pages[1]!];
const readAs = (more: Partial<SavedPage>, rows = pets.slice(0, 100)) => ({
  pages: [{ ...first, ...more }, second],
  etag: undefined,
  pets: [...rows, ...pets.slice(100, 200)],
});
for (const [what, copy, reading, lies] of [
  ['the same animals', held, readAs({}), false],
  ['other animals under another validator', held, readAs({ etag: '"new"', rows: 99 }, pets.slice(1, 100)), false],
  ['one animal fewer', held, readAs({ rows: 99 }, pets.toSpliced(5, 1).slice(0, 99)), true],
  [
    'one animal that has another status',
    held,
    readAs({}, pets.slice(0, 100).with(5, { ...pets[5]!, status: 'sold' })),
    true,
  ],
  ['one animal in the place of another', held, readAs({ rows: 100, last: toInt64(101)! }), true],
  [
    'one animal that another way showed to be gone meanwhile',
    { ...held, pets: pets.toSpliced(50, 1) },
    readAs({}),
    false,
  ],
  [
    'no validator',
    { ...held, pages: [{ ...first, etag: undefined }] },
    readAs({ etag: undefined, rows: 99 }, pets.slice(1, 100)),
    false,
  ],
] as readonly (readonly [string, SavedCopy, Parameters<typeof isLyingInValidators>[1], boolean])[]) {
  test(`a page under the validator it had, with ${what}: ${lies ? 'a lie' : 'no lie'}`, (t) => {
    t.is(isLyingInValidators(copy, reading), lies);
  });
}

test('a sync that is cut off goes on where it was, and ends', async (t) => {
  const store = openLong(t, { pageRows: 100 });
  store.pageMs = 1000;
  await store.sync(6000);
  const first = store.requests();
  t.true(first < 10);
  const { pets: shown } = await store.command(async (engine) => {
    await engine.load();
    return engine.snapshot();
  });
  t.true(shown.length >= 300 && shown.length < 1000, 'what was read is shown');
  await store.sync(30_000);
  t.true(store.requests() <= 13 - first, 'what was read is not read again');
  const { pets: all, lists } = await store.command(async (engine) => {
    await engine.load();
    return engine.snapshot();
  });
  t.is(all.length, 1000);
  t.true(lists.all.complete);
});

test('the rows of the first list are shown as its pages arrive', async (t) => {
  const store = openLong(t, { pageRows: 100 });
  store.pageMs = 1000;
  const counts: number[] = [];
  await store.command(async (engine) => {
    engine.subscribe(() => counts.push(engine.snapshot().pets.length));
    await engine.refresh('all', 'whole');
  });
  t.true(
    counts.some((count) => count > 0 && count < 1000),
    String([...new Set(counts)]),
  );
});
