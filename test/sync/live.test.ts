/** The open app beside a service that tells of changes, over real HTTP. */
import test, { type ExecutionContext } from 'ava';
import { serve } from '../client/servers.ts';
import { openEngine, rex, setScene, until } from '../helpers/open-engine.ts';
import { systemClock } from '../../source/platform/time/clock.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until as untilTrue } from '../helpers/until.ts';
import { startService } from '../service/start-service.ts';
import { restAfterReading } from '../../source/sync/loop/watch-local.ts';

/** Longer than any of these tests takes: what is seen before was told. */
const anHour = { refreshMs: 3_600_000 };

/**
 * A clock with which the loop looks every few milliseconds what is due, and which stands still but for `pass`, so that
 * nothing is due sooner on a slow machine. `waitsFor`: how long the loop meant to rest after its last look, in
 * milliseconds.
 */
function createRestlessClock() {
  let passed = 0;
  const pass = (ms: number): number => (passed += ms);
  const [now, uptime] = [systemClock.now(), systemClock.uptime()];
  const clock = { ...systemClock, now: () => now + passed, uptime: () => uptime + passed };
  let waitsFor = Infinity;
  const wait: typeof clock.wait = (ms, signal) => {
    // Only the loop rests for seconds on end, and can be woken.
    waitsFor = signal && ms > 3000 ? ms : waitsFor;
    return systemClock.wait(Math.min(ms, 20), signal);
  };
  return { clock: { ...clock, wait }, pass, waitsFor: () => waitsFor };
}

test('a store with a change link is asked for news every half minute, and every five seconds beside a person', async (t) => {
  const service = await startService(t);
  const add = (name: string) => service.send({ method: 'POST', body: { name, categoryId: 2 } });
  await add('First');
  const { clock, pass, waitsFor } = createRestlessClock();
  const engine = openEngine(t, temporaryFolder(t), service, { ...anHour, clock });
  const shows = (name: string) => until(t, engine, () => engine.snapshot().pets.some((pet) => pet.name === name));
  engine.start();
  await until(t, engine, () => engine.snapshot().isLive && engine.snapshot().nextRefreshAt !== undefined);
  await add('Second');
  pass(25_000);
  await until(t, engine, () => waitsFor() <= 5000);
  t.false(engine.snapshot().pets.some(({ name }) => name === 'Second'));
  pass(6000);
  await shows('Second');
  await until(t, engine, () => Date.parse(engine.snapshot().nextRefreshAt ?? '') > clock.now());
  engine.attend();
  await until(t, engine, () => Date.parse(engine.snapshot().nextRefreshAt ?? '') <= clock.now() + 5000);
  await add('Third');
  pass(6000);
  await shows('Third');
  await engine.stop();
  t.false(engine.snapshot().isLive);
});

/** An app whose store answers as `weather` says, and that looks every few milliseconds what is due. */
async function openInWeather(t: ExecutionContext, options: Parameters<typeof openEngine>[3] = {}) {
  const weather = { is: 'fair' as 'fair' | 'away' | 'busy', lists: 0 };
  const origin = await serve(t, (request, response) => {
    if (weather.is === 'away') {
      request.socket.destroy();
      return;
    }

    const isList = request.url?.startsWith('/v1/pets') === true;
    weather.lists += isList ? 1 : 0;
    const [code, body] = weather.is === 'busy' ? [429, { code: 'busy', message: 'Later.' }] : [isList ? 200 : 404, []];
    response
      .writeHead(code, { 'content-type': 'application/json', ...(code === 429 ? { 'retry-after': '17' } : {}) })
      .end(JSON.stringify(body));
  });
  const { clock, pass, waitsFor } = createRestlessClock();
  const [folder, store] = [temporaryFolder(t), { baseUrl: `${origin}/v1`, apiKey: 'k' }];
  const engine = openEngine(t, folder, store, { ...anHour, clock, ...options });
  engine.start();
  await until(t, engine, () => engine.snapshot().nextRefreshAt !== undefined);
  return { engine, weather, pass, waitsFor, reopen: () => openEngine(t, folder, store) };
}

test('an outage that an idle app notices is in the log while it is still open', async (t) => {
  const { engine, weather, reopen } = await openInWeather(t);
  const logged = async (state: string): Promise<boolean> => {
    const other = reopen();
    await other.loadActivities(new Date(0).toISOString());
    return other.snapshot().activities.some((each) => each.kind === 'connection' && each.state === state);
  };
  weather.is = 'away';
  t.false(await engine.refresh('all', 'whole'));
  await untilTrue('the outage is in the log', () => logged('offline'));
  weather.is = 'fair';
  await untilTrue('its end is in the log', () => logged('online'));
  t.pass();
});

test('an app whose profile moved, as the old address is dead, says that, and not only that the store is away', async (t) => {
  let isMoved = false;
  const { engine, weather } = await openInWeather(t, { isStillThere: () => Promise.resolve(!isMoved) });
  weather.is = 'away';
  t.false(await engine.refresh('all', 'whole'));
  t.is(engine.snapshot().connection.state, 'offline');
  isMoved = true;
  await until(t, engine, () => engine.snapshot().connection.problem?.code === 'moved');
  isMoved = false;
  weather.is = 'fair';
  await until(t, engine, () => engine.snapshot().connection.state === 'online');
});

test('a store that asked to wait is asked no sooner again, whoever asked it', async (t) => {
  const { engine, weather, pass, waitsFor } = await openInWeather(t);
  weather.is = 'busy';
  const before = weather.lists;
  t.false(await engine.refresh('all', 'whole'));
  await until(t, engine, () => waitsFor() <= 17_000);
  weather.is = 'fair';
  pass(16_000);
  await until(t, engine, () => waitsFor() <= 5000);
  t.is(weather.lists, before + 1);
  t.is(engine.snapshot().connection.state, 'error');
  pass(1100);
  await until(t, engine, () => engine.snapshot().connection.state === 'online');
});

test('another key that is saved is taken within seconds, also where the store refused only what was sent', async (t) => {
  const { service, folder } = await setScene(t);
  const { clock } = createRestlessClock();
  let isSaved = false;
  let taken = 0;
  service.next('401', { times: 1000 });
  const engine = openEngine(t, folder, service, {
    ...anHour,
    clock,
    findNewKey: () => Promise.resolve(isSaved ? () => void (taken += 1) : undefined),
  });
  await engine.add(rex);
  engine.start();
  await until(t, engine, () => engine.snapshot().connection.state === 'unauthorized');
  isSaved = true;
  await untilTrue('the key is taken', () => Promise.resolve(taken > 0));
  t.pass();
});

test('what another program sends is told as one sum, not look by look', async (t) => {
  const held: (() => void)[] = [];
  const pets: object[] = [];
  const origin = await serve(t, (request, response) => {
    if (request.method !== 'POST') {
      response
        .writeHead(request.url?.startsWith('/v1/pets') ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(pets));
      return;
    }

    request.resume();
    held.push(() => {
      pets.push({ ...rex, categoryId: 3, name: `Pet ${pets.length + 1}`, id: pets.length + 1 });
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(pets.at(-1)));
    });
  });
  const folder = temporaryFolder(t);
  const store = { baseUrl: `${origin}/v1`, apiKey: 'k' };
  const sender = openEngine(t, folder, store);
  for (const name of ['Pet 1', 'Pet 2', 'Pet 3']) {
    await sender.add({ ...rex, name });
  }

  const sent = sender.sync({ timeoutMs: 60_000, signal: new AbortController().signal });
  // It looks every few milliseconds whether the other one still sends.
  const watcher = openEngine(t, folder, store, {
    clock: { ...systemClock, wait: (ms, signal) => systemClock.wait(Math.min(ms, 5), signal) },
  });
  await until(t, sender, () => held.length === 1);
  watcher.start();
  await until(t, watcher, () => watcher.snapshot().entries.length === 3);
  for (const count of [1, 2, 3]) {
    await until(t, sender, () => held.length === count);
    held.at(-1)?.();
    await until(t, watcher, () => watcher.snapshot().summary?.sent === count);
  }

  await sent;
  t.pass();
});

test('a queue is read a quarter of the time at most, and hardly ever while this process changes it itself', (t) => {
  t.is(restAfterReading(50, false), 150);
  t.is(restAfterReading(50, true), 1000);
  t.is(restAfterReading(1, true), 20);
});

test('whatever a reading takes, what others change is noticed within two seconds of rest', (t) => {
  t.is(restAfterReading(5000, false), 2000);
  t.is(restAfterReading(5000, true), 2000);
});
