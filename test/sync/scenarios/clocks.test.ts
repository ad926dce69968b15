/** Clocks that jump or are set, and machines that sleep. */
import { basename } from 'node:path';
import test from 'ava';
import type { AnyFault } from '../../helpers/fault-service/faults.ts';
import { connectInMemory, type Weather } from '../../helpers/fault-service/in-memory.ts';
import { createStore, ordinaryManners } from '../../helpers/fault-service/store.ts';
import { startProcess } from '../../campaigns/simulation/simulated-process.ts';
import { createManualClock, finish } from '../../helpers/manual-clock.ts';
import { createMemoryFileSystem } from '../../helpers/memory-file-system.ts';
import { type ImaginedStore, imagineStore } from '../../helpers/imagined-store.ts';
import { diskFileSystem, type FileSystem } from '../../../source/platform/files/file-system.ts';
import { createMovableClock, rex, setScene } from '../../helpers/open-engine.ts';

const dayMs = 24 * 3_600_000;
const sync = (timeoutMs: number) => ({ timeoutMs, signal: new AbortController().signal });

function setClocks(readUptime = (exact: number): number => exact) {
  const clock = createManualClock();
  const service = createStore(ordinaryManners);
  const weather: Weather & { readonly next: AnyFault[]; readonly lost: string[] } = {
    random: () => 0,
    pick: ([first]) => first!,
    rate: 0,
    isDown: false,
    next: [],
    lost: [],
  };
  const world = {
    clock: { ...clock, uptime: () => readUptime(clock.uptime()) },
    random: () => 0,
    fileSystem: createMemoryFileSystem(),
    lockedBy: undefined,
    openRemote: (awake: () => Promise<void>) => connectInMemory(service, weather, clock, awake),
  };
  return { clock, service, weather, world, start: () => startProcess(world) };
}

/** An attempt that was recorded and sent, and whose process died before the answer; `arrives`: the store has it. */
async function sendAndDie(
  { clock, service, weather, start }: ReturnType<typeof setClocks>,
  { arrives = true } = {},
): Promise<void> {
  const process = start();
  weather.next.push(...(arrives ? [] : ['drop' as const]));
  const isThere = (): boolean => (arrives ? service.inserted() : weather.lost).length > 0;
  await process.engine.add(rex);
  void process.engine.sync(sync(60_000));
  for (let wait = 0; wait < 1000 && !isThere(); wait += 1) {
    await clock.advance(1);
  }

  process.kill(0);
}

/** How many looks the next process has made that may prove that it is not there: before a minute is over, and after. */
async function looksInTime({ clock, start }: ReturnType<typeof setClocks>): Promise<readonly unknown[]> {
  const { engine } = start();
  const looks = async () => (await engine.findEntry('Q-1'))?.undecided?.searches.length;
  await finish(clock, engine.sync(sync(1000)));
  await clock.advance(50_000);
  await finish(clock, engine.sync(sync(1000)));
  const before = await looks();
  await finish(clock, engine.sync(sync(15_000)));
  return [before, await looks()];
}

for (const [what, jumpMs] of [
  ['a day back', -dayMs],
  ['a year forward', 365 * dayMs],
] as const) {
  test(`the clock ${what}: a lost answer is looked for by the time that really passed, neither sooner nor later`, async (t) => {
    const scene = setClocks();
    await sendAndDie(scene, { arrives: false });
    scene.clock.jump(jumpMs);
    t.deepEqual(await looksInTime(scene), [0, 1]);
  });
}

test("eight hours' sleep: nothing is sent into it, and what waits is sent within five seconds of waking", async (t) => {
  const { clock, service, weather, start } = setClocks();
  const { engine } = start();
  engine.start();
  await clock.advance(1000);
  weather.isDown = true;
  await engine.add(rex);
  await clock.advance(30_000);
  t.is(engine.snapshot().connection.state, 'offline');
  clock.sleep(8 * 3_600_000);
  weather.isDown = false;
  await clock.advance(5000);
  t.is(service.inserted().length, 1);
  t.is(engine.snapshot().entries[0]?.state, 'created');
  await engine.stop();
});

test("eight hours' sleep while an answer is out: it is settled without a second animal", async (t) => {
  const scene = setClocks();
  const { clock, service } = scene;
  await sendAndDie(scene);
  clock.sleep(8 * 3_600_000);
  const { engine } = scene.start();
  await finish(clock, engine.sync(sync(1000)));
  t.like(await engine.findEntry('Q-1'), { state: 'created', petId: '1' });
  t.is(service.inserted().length, 1);
});

test('a restart of the machine: only the time since then counts', async (t) => {
  const scene = setClocks();
  await sendAndDie(scene, { arrives: false });
  scene.clock.restart();
  t.deepEqual(await looksInTime(scene), [0, 1]);
});

// The uptime of macOS: the calendar's whole seconds less those of the start, which is corrected now and then. So it
// goes on in steps, and may step back by one.
const phases = Array.from({ length: 10 }, (_, tenth) => tenth * 100);
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

for (const stepMs of [-1000, 0, 1000]) {
  test(`an uptime in whole seconds that steps by ${stepMs} ms is no restart: a lost answer is looked for when its time has passed`, async (t) => {
    for (const phase of phases) {
      let step = 0;
      const scene = setClocks((exact) => wholeSeconds(exact + phase) + step);
      await sendAndDie(scene, { arrives: false });
      step = stepMs;
      t.deepEqual(await looksInTime(scene), [0, 1], `${phase} ms`);
    }
  });
}

test('an uptime in whole seconds that steps back and forth is no sleep: an open app sends each animal at its first attempt', async (t) => {
  for (const phase of phases) {
    let readings = 0;
    const { clock, service, start } = setClocks((exact) => wholeSeconds(exact + phase) - ((readings += 1) % 2) * 1000);
    const { engine } = start();
    const states = new Set<string>();
    engine.start();
    await clock.advance(5000);
    const stop = engine.subscribe(() => states.add(engine.snapshot().connection.state));
    for (let count = 1; count <= 5; count += 1) {
      await engine.add(rex);
      await clock.advance(40_100);
      t.is(service.inserted().length, count, `${phase} ms`);
    }

    await clock.advance(20 * 60_000);
    stop();
    t.deepEqual(
      engine
        .snapshot()
        .entries.map(({ state, history }) => [state, history.filter((record) => record.kind === 'attempt').length]),
      Array.from({ length: 5 }, () => ['created', 1]),
    );
    t.deepEqual([...states], ['online'], `${phase} ms`);
    await engine.stop();
  }
});

const hourMs = 3_600_000;

/** One that was sent while the calendar was an hour ahead; it is right since. */
async function addAhead(store: ImaginedStore): Promise<void> {
  store.clock.jump(hourMs);
  await store.add({ name: 'Ada' });
  store.clock.jump(-hourMs);
  await store.pass(1000);
}

test('a gateway that begins to take keys out is noticed, whatever the calendar says of the last answer', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured' });
  store.seed('Old', 7);
  await addAhead(store);
  Object.assign(store.service.manners, { idempotency: 'ignored' });
  await store.add({ name: 'Bob' });
  t.is((await store.lose({ name: 'Rex' })).state, 'checking');
  await store.sync();
  t.is((await store.entry('Q-3')).state, 'created');
  t.is(store.posted('Rex'), 1);
});

test('an outage puts one animal in doubt, whatever the calendar says of the one that was taken in before', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 7);
  await addAhead(store);
  for (let number = 1; number <= 10; number += 1) {
    await store.addOffline(`Pet ${number}`);
  }

  const maintenance: AnyFault = '503';
  Object.assign(store.weather, { fateOf: () => maintenance });
  await store.sync(5000);
  const states = await store.command(async (engine) => {
    await engine.load();
    return engine.snapshot().entries.map(({ state }) => state);
  });
  t.is(states.filter((state) => state === 'checking').length, 1);
  t.is(states.filter((state) => state === 'queued').length, 9);
});

for (const [seconds, results] of [
  [20, ['created']],
  [40, ['not-sent', 'created']],
  [70, ['not-sent', 'created']],
] as const) {
  test(`${seconds} s of sleep before the first byte: ${results.length > 1 ? 'given up as not sent, and sent by a new attempt' : 'a slow disk, and sent'}`, async (t) => {
    const { clock, pass } = createMovableClock();
    let asleepMs = 0;
    const fileSystem: FileSystem = {
      ...diskFileSystem,
      async rename(from, to) {
        await diskFileSystem.rename(from, to);
        if (basename(to) === 'queue.json') {
          pass(asleepMs);
          asleepMs = 0;
        }
      },
    };
    const scene = await setScene(t, {}, { clock, fileSystem });
    await scene.engine.add(rex);
    asleepMs = seconds * 1000;
    t.like(await scene.sync(), { waiting: 0 });
    const { state, history } = await scene.entry('Q-1');
    t.is(state, 'created');
    t.deepEqual(
      history.flatMap((record) => (record.kind === 'outcome' ? [record.result.type] : [])),
      [...results],
    );
    t.is(scene.service.inserted().length, 1);
  });
}
