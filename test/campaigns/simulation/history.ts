/**
 * One random history, decided by a seed: people add and change animals, up to three processes send them, the network and
 * the service do what they like, processes are killed and stopped, clocks jump. Then all is well again, and what came of
 * it is judged from outside.
 */
import type { Entry } from '../../../source/domain/entry.js';
import { toInt64 } from '../../../source/domain/int64.js';
import { petStatuses, type NewPet } from '../../../source/domain/pet.js';
import type { Engine } from '../../../source/sync/snapshot.js';
import { check, isClean, type Verdict } from '../../helpers/checker/checker.js';
import { createRandom } from '../../helpers/fault-service/seeded-random.js';
import { createManualClock, finish } from '../../helpers/manual-clock.js';
import { createMemoryFileSystem } from '../../helpers/memory-file-system.js';
import { createFakeRemote, type Weather } from './fake-remote.js';
import { createFakeService, type Manners } from './fake-service.js';
import { createPromises } from './promises.js';
import { type SimulatedProcess, startProcess, type Surroundings } from './simulated-process.js';

export type HistoryResult = {
  readonly verdict: Verdict;
  /** What went wrong beyond the verdict: errors that are no sentence, animals that are stuck, halves of imports. */
  readonly problems: readonly string[];
  readonly animals: number;
  readonly kills: number;
  readonly states: Readonly<Record<string, number>>;
};

const hourMs = 3_600_000;

export async function runHistory(seed: number): Promise<HistoryResult> {
  const random = createRandom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const below = (limit: number): number => Math.floor(random() * limit);

  const clock = createManualClock();
  const weather: Weather = { random, pick, rate: pick([0, 0.2, 0.4, 0.7]), isDown: false };
  const service = createFakeService(randomManners(seed, pick));
  const world: Surroundings = {
    clock,
    random,
    fileSystem: createMemoryFileSystem(),
    lockedBy: undefined,
    openRemote: (awake) => {
      const remote = createFakeRemote(service, weather, clock, awake);
      return {
        ...remote,
        create: (...parameters) => {
          if (isOffline) {
            promises.errors.push('an animal was sent while a person worked offline');
          }

          return remote.create(...parameters);
        },
      };
    },
  };
  const promises = createPromises();
  const processes: SimulatedProcess[] = [];
  let kills = 0;
  let names = 0;

  /** Whether a person was told that nothing is sent, and nobody has begun to end that. */
  let isOffline = false;
  let choices = 0;
  const workOffline = async (engine: Engine, offline: boolean): Promise<void> => {
    const choice = (choices += 1);
    isOffline &&= offline;
    const isQuiet = await engine.setWorkingOffline(offline);
    if (choice === choices) {
      isOffline = offline && isQuiet;
    }
  };

  const launch = (index: number): void => {
    const process = startProcess(world);
    processes[index] = process;
    if (random() < 0.5) {
      process.engine.start();
    }
  };
  const dead = (): readonly number[] => [...processes.keys()].filter((index) => processes[index]?.isAlive() !== true);
  const newPet = (isTwinAllowed = true): NewPet => {
    const before = promises.pets();
    if (isTwinAllowed && before.length > 0 && random() < 0.25) {
      return pick(before);
    }

    names += 1;
    return {
      name: pick([`Pet ${names}`, ` Pet  ${names} `, `Zoe\u0308 ${names}`]),
      categoryId: toInt64(below(3))!,
      ...(random() < 0.7 ? { status: pick(petStatuses) } : {}),
    };
  };
  const toEveryEntry = { signal: new AbortController().signal };

  function happen(): void {
    const process = pick(processes.filter((each) => each.isAlive()));
    const localId = pick([...promises.localIds(), 'Q-1']);
    const { engine } = process;
    const events: readonly (readonly [weight: number, run: () => unknown])[] = [
      [8, () => promises.add(engine, newPet())],
      [1, () => promises.importAll(engine, Array.from({ length: 1 + below(4) }, () => newPet(false)))],
      [6, () => promises.act(engine.sync({ timeoutMs: pick([1000, 100_000, hourMs]), ...toEveryEntry }))],
      [3, () => promises.act(engine.send(localId, toEveryEntry.signal))],
      [1, () => promises.discard(engine, localId)],
      [1, () => promises.act(engine.restore(localId))],
      [1, () => promises.act(engine.hold(localId))],
      [1, () => promises.act(engine.release(localId))],
      [1, () => promises.act(engine.retry(localId))],
      [1, () => promises.localIds().includes(localId) && promises.edit(engine, localId, newPet())],
      [1, () => promises.act(engine.refresh('all', pick(['whole', 'first-page'])))],
      [1, () => promises.act(workOffline(engine, random() < 0.3))],
      [5, () => process.kill(below(60))],
      [1, () => promises.act(engine.stop().then(() => process.kill(0)))],
      [2, () => process.failFile(below(20), pick(['EIO', 'ENOSPC', 'EMFILE', 'EROFS']))],
      [2, () => process.stop()],
      [4, () => process.go()],
      [1, () => clock.jump(pick([-24, -0.4, 1, 24, 8760]) * hourMs)],
      [1, () => clock.sleep(8 * hourMs)],
      [1, () => reboot()],
      [2, () => (weather.isDown = random() < 0.5)],
      [2, () => (weather.hidesLists = random() < 0.5)],
      [1, () => (weather.rate = pick([0, 0.3, 0.6]))],
      [1, () => service.insert({ name: `Foreign ${below(1e6)}`, categoryId: below(3) })],
    ];
    let left = random() * events.reduce((sum, [weight]) => sum + weight, 0);
    events.find(([weight]) => (left -= weight) < 0)?.[1]();
  }

  function reboot(): void {
    for (const process of processes) {
      process.kill(0);
    }
    clock.restart();
  }

  // Some are just like those that will be entered: others may have the same animals.
  for (let count = pick([0, 3, 25, 120]); count > 0; count -= 1) {
    service.insert({ name: pick([`Pet ${1 + below(4)}`, `Zoe\u0308 ${1 + below(4)}`, `Old ${count}`]), categoryId: below(3), ...(random() < 0.7 ? { status: pick(petStatuses) } : {}) });
  }

  for (let index = 1 + below(3); index > 0; index -= 1) {
    launch(processes.length);
  }

  for (let count = 10 + below(30); count > 0; count -= 1) {
    happen();
    await clock.advance(pick([0, 5, 50, 500, 5000, 40_000]) * random());
    for (const index of dead()) {
      kills += 1;
      launch(index);
    }
  }

  weather.rate = 0;
  weather.isDown = false;
  weather.hidesLists = false;
  for (const process of processes) {
    process.kill(0);
  }

  const { engine } = startProcess(world);
  await finish(clock, workOffline(engine, false));
  for (let round = 0; round < 3; round += 1) {
    // With everything well again nothing may be thrown at all, sentence or not.
    await finish(clock, engine.sync({ timeoutMs: 3 * hourMs, ...toEveryEntry })).catch((error: unknown) => promises.errors.push(String(error)));
    await finish(clock, clock.wait(4 * hourMs));
  }

  const entries = await findAll(engine);
  const { promises: told, ends, halves } = promises.settle(entries);
  const verdict = check(service.inserted(), told, ends);
  return {
    verdict,
    problems: [...promises.errors, ...stuck(entries), ...promises.givenUp(entries), ...(halves > 0 ? [`${halves} imports are there by half`] : [])],
    animals: service.inserted().filter(({ by }) => by === 'request').length,
    kills,
    states: Object.fromEntries([...Map.groupBy(entries, ({ state }) => state)].map(([state, members]) => [state, members.length])),
  };
}

/** Every entry there ever was, the archive's too: numbers are given out one after the other. */
async function findAll(engine: Engine): Promise<readonly Entry[]> {
  const highest = Math.max(0, ...engine.snapshot().entries.map(({ number }) => number));
  const entries: Entry[] = [];
  for (let number = 1; number <= highest + 100; number += 1) {
    const entry = await engine.findEntry(`Q-${number}`);
    entries.push(...(entry ? [entry] : []));
  }

  return entries;
}

/** Whether a history shows a broken promise. What is only possibly lost or doubled (two identical animals) is not one. */
export function isBroken({ verdict, problems }: HistoryResult): boolean {
  return !isClean({ ...verdict, lost: { ...verdict.lost, possible: 0 }, doubled: { ...verdict.doubled, possible: 0 } }) || problems.length > 0;
}

function randomManners(seed: number, pick: Weather['pick']): Manners {
  return {
    seed,
    idempotency: pick(['honoured', 'ignored', 'ignored']),
    ids: pick(['sequential', 'stepping', 'random']),
    order: pick(['oldest-first', 'newest-first', 'random']),
    names: pick(['kept', 'kept', 'trimmed', 'nfc']),
    statuses: pick(['kept', 'kept', 'defaulted']),
    link: pick([true, true, true, false]),
    lookUps: pick(['work', 'work', 'removed']),
  };
}

/** With everything well again, only a person can be waited for; an animal behind its undecided twin waits with it. */
function stuck(entries: readonly Entry[]): readonly string[] {
  const needy = entries.some(({ state, undecided }) => state === 'review' || undecided !== undefined);
  return entries
    .filter(({ state }) => state === 'checking' || state === 'sending' || (state === 'queued' && !needy))
    .map(({ localId, state, history }) => `${localId} is stuck in ${state}: ${history.map((record) => record?.kind ?? 'damaged').join(', ')}`);
}
