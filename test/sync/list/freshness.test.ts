/** By which way a long list is brought up to date, and what that costs. */
import test, { type ExecutionContext } from 'ava';
import type { PetClient } from '../../../source/client/pet-client.ts';
import { type Int64, toInt64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { SavedCopy } from '../../../source/local/saved-pets.ts';
import { readChanges } from '../../../source/sync/list/find-changes.ts';
import { changeLinkFor } from '../../../source/sync/list/freshness.ts';
import type { Manners } from '../../helpers/fault-service/store.ts';
import { imagineStore, type ImaginedStore } from '../../helpers/imagined-store.ts';

const at = '2026-01-02T03:04:05.000Z';
const now = Date.parse(at);
const pets: readonly Pet[] = Array.from({ length: 1000 }, (_, index) => ({
  id: toInt64(index + 1)!,
  name: `Pet ${index + 1}`,
  categoryId: '3' as Int64,
}));
const held: SavedCopy = {
  resets: 0,
  pets,
  lookedUp: [],
  lists: { all: { fetchedAt: at, complete: true } },
  wholeAt: at,
};
type Asking = Parameters<typeof changeLinkFor>[1];
const timer: Asking = { isAllWanted: false, now, shortList: 500 };
const person: Asking = { ...timer, isAllWanted: true };
const changes = 'https://store.example/v1/pets?since=x';
const short = { ...held, pets: pets.slice(0, 100) };
const cut = { ...held, lists: { all: { fetchedAt: at, complete: false } } };

for (const [what, copy, asking, way] of [
  ['nothing was ever read', { ...held, pets: [], lists: {} }, timer, 'whole'],
  ['a short list with a change link, a person', { ...short, changes }, person, 'whole'],
  ['a short list with a change link, the timer', { ...short, changes }, timer, 'changes'],
  ['a list that was never complete', { ...cut, changes }, timer, 'whole'],
  ['a change link', { ...held, changes }, person, 'changes'],
  [
    'a change link, all of it read a day ago',
    { ...held, changes, wholeAt: '2026-01-01T03:04:04.000Z' },
    timer,
    'whole',
  ],
  ['a clock that was put back a year', { ...held, changes, wholeAt: '2027-01-02T03:04:05.000Z' }, timer, 'whole'],
  ['no change link, a person', held, person, 'whole'],
  ['no change link, the timer', held, timer, 'whole'],
] as readonly (readonly [string, SavedCopy, Asking, 'whole' | 'changes'])[]) {
  test(`${what}: ${way}`, (t) => {
    t.is(changeLinkFor(copy, asking), way === 'changes' ? changes : undefined);
  });
}

test('a change link that goes round in a circle, on for ever, or nowhere is given up', async (t) => {
  const follow = (answer: (url: string) => object) =>
    readChanges(
      {
        listPage: ({ changesUrl = '' }) =>
          Promise.resolve({
            type: 'page',
            pets: [],
            rows: 0,
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

test('of a list without a change link the timer reads all pages, wherever newcomers are', async (t) => {
  for (const order of ['oldest-first', 'newest-first'] as const) {
    const store = openLong(t, { pageRows: 100, order });
    await store.sync();
    store.seed('New', 25);
    store.requests();
    t.is((await refresh(store, 'news')).pets.length, 1025);
    t.true(store.requests() <= 12);
  }
});

test('with the app open, reading a long list takes less than a twentieth of the time', async (t) => {
  const store = openLong(t, { pageRows: 100 });
  store.weather.pageMs = 2000;
  const { close } = store.openApp();
  await store.pass(10 * 60_000);
  store.requests();
  const hourMs = 60 * 60_000;
  await store.pass(hourMs);
  const made = store.requests();
  t.true(made > 20, `${made} requests: it is read again and again`);
  t.true(made * store.weather.pageMs < hourMs / 20, `${made} requests`);
  await close();
});

test('where nobody is at the keys a list of several pages is read less often, and soon again once somebody is', async (t) => {
  const store = openLong(t, { pageRows: 100 }, 400);
  const { engine, close } = store.openApp();
  await store.pass(10 * 60_000);
  store.requests();
  const hourMs = 60 * 60_000;
  await store.pass(hourMs);
  const alone = store.requests();
  t.true(alone > 40 && alone < 70, `${alone} requests, about as many as of a list of one page`);
  engine.attend();
  await store.pass(100_000);
  const attended = store.requests();
  t.true(attended >= 8, `${attended} requests: it is read at once, and a minute later`);
  await close();
});

test('a list of one page that is said never to change is read all the same where a person asks', async (t) => {
  const store = openLong(t, { validators: 'frozen' }, 3);
  await store.sync();
  store.seed('New', 1);
  t.is((await refresh(store, 'news')).pets.length, 3);
  t.is((await refresh(store, 'whole')).pets.length, 4);
});

test('a sync that is cut off shows what it read, and the next one reads all of it', async (t) => {
  const store = openLong(t, { pageRows: 100 });
  store.weather.pageMs = 1000;
  await store.sync(6000);
  t.true(store.requests() < 10);
  const saved = () =>
    store.command(async (engine) => {
      await engine.load();
      return engine.snapshot();
    });
  const { pets: shown, lists: unread } = await saved();
  t.true(shown.length >= 300 && shown.length < 1000, 'what was read is shown');
  t.false(unread.all.complete);
  await store.sync(30_000);
  const { pets: all, lists } = await saved();
  t.is(all.length, 1000);
  t.true(lists.all.complete);
});

test('the rows of the first list are shown as its pages arrive, and an animal that is entered meanwhile takes none off the screen', async (t) => {
  const store = openLong(t, { pageRows: 100 });
  store.weather.pageMs = 1000;
  const counts: number[] = [];
  await store.command(async (engine) => {
    let isEntered = false;
    engine.subscribe(() => {
      const { length } = engine.snapshot().pets;
      counts.push(length);
      if (length > 200 && !isEntered) {
        isEntered = true;
        // As the open app does whenever the queue has changed.
        void engine.add({ name: 'Waldi', categoryId: '3' as Int64 }).then(() => engine.archived());
      }
    });
    await engine.refresh('all', 'whole');
  });
  t.true(counts.some((count) => count > 0 && count < 1000));
  t.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  );
});
