/**
 * One random history, decided by a seed: people add and change animals, up to three processes send them, the network
 * and the service do what they like, processes are killed and stopped, clocks jump. Then all is well again, and what
 * came of it is judged from outside. With `imperfect` the service itself falls short of what one would like
 * (`imperfect.ts`).
 */
import { toInt64 } from '../../../source/domain/int64.ts';
import { petStatuses, type NewPet } from '../../../source/domain/pet.ts';
import type { Engine } from '../../../source/sync/api.ts';
import { isClean, type Verdict } from '../checker/checker.ts';
import { createRandom } from '../../helpers/fault-service/seeded-random.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createMemoryFileSystem, type Disk, restoreDisk, saveDisk } from '../../helpers/memory-file-system.ts';
import { endHistory } from './end-history.ts';
import { connectInMemory, type Weather } from '../../helpers/fault-service/in-memory.ts';
import { createStore, firstTenant, type Manners } from '../../helpers/fault-service/store.ts';
import { chooseImperfect, type Hands, type Outcome } from './imperfect.ts';
import { createMemoryState } from '../../helpers/memory-state.ts';
import { createPromises } from './promises.ts';
import { type SimulatedProcess, startProcess, type Surroundings } from './simulated-process.ts';

export type HistoryResult = {
  readonly verdict: Verdict;
  /** What went wrong beyond the verdict: errors that are no sentence, animals that are stuck, halves of imports. */
  readonly problems: readonly string[];
  readonly animals: number;
  readonly kills: number;
  readonly states: Readonly<Record<string, number>>;
  /** What was wrong with the service, and which outcomes nobody can help then. */
  readonly imperfections: readonly string[];
  readonly allowed: ReadonlySet<Outcome>;
};

const hourMs = 3_600_000;

/**
 * @param options.imperfect Whether the service itself may fall short.
 * @param options.ways Whether it offers shorter ways than the whole list, and may lie in them; pages of a few rows make
 * its list a long one.
 */
export async function runHistory(
  seed: number,
  { imperfect = false, ways = false }: { readonly imperfect?: boolean; readonly ways?: boolean } = {},
): Promise<HistoryResult> {
  const random = createRandom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const below = (limit: number): number => Math.floor(random() * limit);

  const clock = createManualClock();
  /** Nobody copies or restores anything here, so nobody may be asked. */
  const questions: string[] = [];
  const weather: Weather = { random, pick, rate: pick([0, 0.2, 0.4, 0.7]), isDown: false };
  const flaw = imperfect ? chooseImperfect(clock, pick, below) : undefined;
  const manners = randomManners(seed, pick);
  const offered = ways ? randomWays(seed) : {};
  const service = createStore(
    { ...manners, ...flaw?.manners, ...offered },
    flaw && {
      now: () => clock.elsewhere(),
      random,
      imperfections: flaw.imperfections,
      tenantOf: flaw.tenantOf,
      skipped: 10_000,
    },
  );
  const tenantOf = flaw?.tenantOf ?? (() => firstTenant);
  const credentials = flaw?.credentials ?? ['c'];
  const disk = createMemoryFileSystem();
  const world: Surroundings = {
    clock,
    random,
    fileSystem: disk,
    ...(ways ? { shortList: 0 } : {}),
    lockedBy: undefined,
    openRemote: (awake, credential) => {
      const remote = connectInMemory(service, weather, clock, awake, credential);
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
    // A backup of the folder does not take these along.
    ...(imperfect ? { storeOptions: { state: createMemoryState(clock) } } : {}),
    onOrigin: (found) => {
      if (found !== 'as-left' && !imperfect) {
        questions.push(`the queue was taken for one that was ${found}`);
      }
    },
  };
  if (flaw) {
    weather.faults = flaw.faults;
    weather.readRate = 0.05;
  }

  const promises = createPromises();
  const processes: SimulatedProcess[] = [];
  let kills = 0;
  let names = 0;

  const tenants = new Map<Engine, string>();
  let backup: { readonly disk: Disk; readonly kept: ReadonlySet<object>; readonly isOffline: boolean } | undefined;
  let isReset = false;
  /** Whether a person was told that nothing is sent, and nobody has begun to end that. */
  let isOffline = false;
  let choices = 0;
  /** Who is in the middle of ending it, perhaps stopped there: what others choose meanwhile is ended as well. */
  const ending = new Set<Engine>();
  const workOffline = async (engine: Engine, offline: boolean): Promise<void> => {
    const choice = (choices += 1);
    isOffline &&= offline;
    if (!offline) {
      ending.add(engine);
    }

    const isQuiet = await engine.setWorkingOffline(offline).finally(() => offline || ending.delete(engine));
    if (choice === choices) {
      isOffline = offline && isQuiet && !processes.some((process) => process.isAlive() && ending.has(process.engine));
    }
  };

  const launch = (index: number): void => {
    const credential = credentials.length > 1 ? pick(credentials) : credentials[0]!;
    const process = startProcess(world, { credential });
    tenants.set(process.engine, tenantOf(credential));
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
      [8, () => promises.add(engine, newPet(), tenants.get(engine))],
      [
        1,
        () =>
          promises.importAll(
            engine,
            Array.from({ length: 1 + below(4) }, () => newPet(false)),
            tenants.get(engine),
          ),
      ],
      [6, () => promises.act(engine.sync({ timeoutMs: pick([1000, 100_000, hourMs]), ...toEveryEntry }))],
      [3, () => promises.act(engine.send(localId, toEveryEntry.signal))],
      [1, () => promises.discard(engine, localId)],
      [1, () => promises.act(engine.restore(localId))],
      [1, () => promises.act(engine.hold(localId))],
      [1, () => promises.act(engine.release(localId))],
      [1, () => promises.act(engine.retry(localId))],
      [1, () => promises.localIds().includes(localId) && promises.edit(engine, localId, newPet())],
      [8, () => overrule(engine)],
      [1, () => promises.act(engine.refresh('all', pick(['whole', 'news'])))],
      [1, () => promises.act(engine.probe())],
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
      ...(flaw?.events ?? []).map(([weight, run]) => [weight, () => run(hands)] as const),
    ];
    let left = random() * events.reduce((sum, [weight]) => sum + weight, 0);
    events.find(([weight]) => (left -= weight) < 0)?.[1]();
  }

  /** A person wants something else of an animal that is looked for. */
  function overrule(engine: Engine): void {
    const lookedFor = engine
      .snapshot()
      .entries.filter(({ state, localId }) => state === 'checking' && promises.localIds().includes(localId));
    if (lookedFor.length > 0) {
      const { localId } = pick(lookedFor);
      const deeds = [
        () => promises.act(engine.hold(localId)),
        () => promises.act(engine.release(localId)),
        () => promises.discard(engine, localId),
        () => promises.act(engine.restore(localId)),
        () => promises.edit(engine, localId, newPet()),
      ];
      pick(deeds)();
    }
  }

  const hands: Hands = {
    service,
    anyPet: () => {
      const { name, categoryId } = pick([...promises.pets(), newPet(false)]);
      return { name, categoryId: Number(categoryId) };
    },
    isAwaited: (id) =>
      !processes.some(({ engine }) =>
        engine.snapshot().entries.some(({ state, petId }) => state === 'created' && petId === id),
      ),
    noteReset: () => {
      isReset = true;
    },
    saveFolder: () => {
      backup = { disk: saveDisk(disk.disk), kept: promises.keptUntilNow(), isOffline };
    },
    restoreFolder: () => {
      if (backup) {
        for (const process of processes) {
          process.kill(0);
        }

        restoreDisk(disk.disk, backup.disk);
        promises.forgetSince(backup.kept);
        // The choice to work offline is kept in the folder, so what holds now is what held when the backup was made.
        choices += 1;
        isOffline = backup.isOffline;
      }
    },
  };

  function reboot(): void {
    for (const process of processes) {
      process.kill(0);
    }
    clock.restart();
  }

  // Some are just like those that will be entered: others may have the same animals.
  for (let count = pick([0, 3, 25, 120]); count > 0; count -= 1) {
    service.insert({
      name: pick([`Pet ${1 + below(4)}`, `Zoe\u0308 ${1 + below(4)}`, `Old ${count}`]),
      categoryId: below(3),
      ...(random() < 0.7 ? { status: pick(petStatuses) } : {}),
    });
  }

  for (let index = 1 + below(3); index > 0; index -= 1) {
    launch(processes.length);
  }

  // What is believed too easily shows only once enough is known, and time enough has passed for a look.
  for (let count = (imperfect ? 30 : 10) + below(30); count > 0; count -= 1) {
    happen();
    await clock.advance(pick(imperfect ? [50, 5000, 40_000, 180_000] : [0, 5, 50, 500, 5000, 40_000]) * random());
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

  flaw?.heal();
  weather.readRate = 0;
  weather.faults = undefined;
  const { verdict, problems, entries, isAsking } = await endHistory({
    clock,
    service,
    promises,
    credentials,
    start: (credential) => startProcess(world, { credential }),
    tenantOf,
    goOnline: (engine) => workOffline(engine, false),
    isReset,
  });
  return {
    verdict,
    problems: [
      ...problems,
      ...questions,
      ...(imperfect && isAsking && credentials.length === 1
        ? ['it still asks whether the store was reset, although all is well']
        : []),
    ],
    animals: service.inserted().filter(({ by }) => by === 'request').length,
    kills,
    states: Object.fromEntries(
      [...Map.groupBy(entries, ({ state }) => state)].map(([state, members]) => [state, members.length]),
    ),
    imperfections: flaw?.names ?? [],
    allowed: flaw?.allowed ?? new Set(),
  };
}

/**
 * Whether a history shows a broken promise. What is only possibly lost or doubled (two identical animals) is not one,
 * nor is what nobody can help with such a service; an animal lost to a colleague's identical one is also claimed
 * falsely.
 */
export function isBroken({ verdict, problems, allowed }: HistoryResult): boolean {
  const certain = (outcome: Outcome): number => (allowed.has(outcome) ? 0 : verdict[outcome].certain);
  const judged: Verdict = {
    ...verdict,
    lost: { certain: certain('lost'), possible: 0 },
    doubled: { certain: certain('doubled'), possible: 0 },
    pretended: allowed.has('lost') ? 0 : verdict.pretended,
  };
  return !isClean(judged) || problems.length > 0;
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

/** By chances of their own: the histories of a seed stay what they are without them. */
function randomWays(seed: number): Partial<Manners> {
  const random = createRandom(seed + 7_000_000);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  return {
    link: true,
    pageRows: pick([1, 2, 3, 5]),
    changes: pick([true, true, false, true, true, 'gone']),
    validators: pick(['honest', 'honest', 'frozen']),
    order: pick(['oldest-first', 'oldest-first', 'oldest-first', 'newest-first', 'random']),
    ids: pick(['sequential', 'sequential', 'stepping', 'random']),
  };
}
