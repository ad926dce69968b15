/** Lives through one history of a world with the real engine, and judges it by the service's own record. */
import type { ConnectionState } from '../../../source/domain/connection.ts';
import type { Entry } from '../../../source/domain/entry.ts';
import { toInt64 } from '../../../source/domain/int64.ts';
import { petStatuses, type NewPet } from '../../../source/domain/pet.ts';
import type { Count } from '../checker/checker.ts';
import { findStuck } from '../checker/find-stuck.ts';
import { judgeRecord } from '../checker/judge-record.ts';
import { createRandom } from '../../helpers/fault-service/seeded-random.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createMemoryFileSystem, restoreDisk, saveDisk } from '../../helpers/memory-file-system.ts';
import { connectInMemory, type Weather } from '../../helpers/fault-service/in-memory.ts';
import { createStore, firstTenant, ordinaryManners } from '../../helpers/fault-service/store.ts';
import { toEnd } from '../simulation/promises.ts';
import type { Surroundings } from '../simulation/simulated-process.ts';
import { type Desk, type DeskOptions, habits, openDesk } from './desk.ts';
import { createMemoryState } from '../../helpers/memory-state.ts';
import { createQuestions } from './questions.ts';
import { createShelterNames } from './shelter-names.ts';
import type { Scene, Told, World } from './world.ts';

export type WorldResult = {
  readonly animals: number;
  readonly lost: Count;
  readonly doubled: Count;
  /** Animals entered under one tenant's key that another tenant's table took in. */
  readonly crossed: number;
  /** How often sending paused to ask, or an entry that was never tried was asked about. */
  readonly asked: number;
  /** Lost answers: `POST`s after which nobody can know what became of the animal. */
  readonly lostAnswers: number;
  /** Entries that a person is to decide, having been tried. */
  readonly reviews: number;
  /** Animals that the program itself found absent, and sent again. */
  readonly sentAgain: number;
  /** For each lost answer, the seconds from then until it was settled, or a person was asked. */
  readonly settledAfter: readonly number[];
  /** Requests of the programs to the store. */
  readonly requests: number;
  /** Entries that wait for an identical animal that a person is to decide. */
  readonly behind: number;
  /**
   * Animals that still wait an hour after everything is well again, for no reason; at least 1 where the program still
   * pauses.
   */
  readonly stuck: number;
  /** One sentence for each finding, and what was thrown that no person could read. */
  readonly findings: readonly string[];
};

const plainWords = ['of the Hill', 'Stardust', 'the Brave'];
/** What services escape, drop, replace or cut off. */
const oddWords = [...plainWords, "O'Malley", 'Salt & Pepper', 'Žofka', 'Луна', '🐾', '<the great>'];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const firstCredential = 'key a';

export async function runWorld(world: World, seed: number): Promise<WorldResult> {
  // A stream for each kind of chance: what the engine does differently is not to change what the person does.
  const stream = (number: number): (() => number) => createRandom(Math.imul(seed, 7919) + number);
  const random = stream(1);
  const network = stream(2);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const between = ([least, most]: readonly [number, number]): number => least + random() * (most - least);

  const clock = createManualClock();
  const tenantOf = world.service?.tenantOf ?? (() => firstTenant);
  const service = createStore(
    {
      ...ordinaryManners,
      seed,
      ...world.manners,
    },
    {
      now: () => clock.elsewhere(),
      random: stream(3),
      imperfections: () => ({
        ...world.nature,
        ...scene.imperfections,
        ...(isWell ? {} : world.imperfections?.(scene)),
      }),
      ...world.service,
    },
  );
  const weather: Weather = {
    random: network,
    pick: (choices) => choices[Math.floor(network() * choices.length)]!,
    rate: world.rate ?? 0.1,
    readRate: world.readRate ?? 0,
    pageMs: world.pageMs ?? 0,
    isDown: false,
    faults: world.faults ?? ['drop', 'insert-then-drop'],
    next: [],
    lost: [],
    ...(world.fateOf ? { fateOf: world.fateOf } : {}),
  };
  const disk = createMemoryFileSystem();
  let surroundings: Surroundings = {
    clock,
    random: stream(4),
    fileSystem: disk,
    lockedBy: undefined,
    openRemote: (awake, credential) => connectInMemory(service, weather, clock, awake, credential),
    // By default a simulated machine keeps them on the same disk.
    storeOptions: world.areNotesInHome === true ? {} : { state: createMemoryState(clock) },
  };
  const questions = createQuestions(clock);
  const errors: string[] = [];
  let told: Told[] = [];
  let isWell = false;
  let names = 0;
  let desk: Desk;
  let openedWith = firstCredential;
  const habit = world.habit ?? habits[seed % habits.length]!;
  const nameShelterAnimal = createShelterNames(stream(5), world.shelterNames === 'unique');

  const newPet = (): NewPet => {
    names += 1;
    const status = pick(world.statuses ?? [undefined, ...petStatuses]);
    return {
      name: world.shelterNames
        ? nameShelterAnimal()
        : world.commonNames === true
          ? pick(commonNames)
          : `${pick(commonNames)} ${pick(world.oddNames === true ? oddWords : plainWords)} ${names}`,
      categoryId: toInt64(1 + Math.floor(random() * 4))!,
      ...(status === undefined ? {} : { status }),
    };
  };
  const add = async (noWait = false, name?: string): Promise<void> => {
    const made = { ...newPet(), ...(name === undefined ? {} : { name }) };
    const isFirst = told.length === 0;
    const pet: NewPet = {
      ...made,
      ...(isFirst && world.firstStatus !== undefined ? { status: world.firstStatus } : {}),
    };
    const { localId } = await desk.add(pet, noWait);
    told.push({ ...pet, localId, tenant: tenantOf(openedWith) });
  };
  const options = (): DeskOptions => ({
    credential: scene.credential,
    questions,
    onError: (error) => errors.push(String(error)),
    random,
  });
  const open = (): Desk => {
    openedWith = scene.credential;
    return openDesk(surroundings, habit, options());
  };
  const scene: Scene = {
    clock,
    random,
    pick,
    weather,
    service,
    imperfections: {},
    isReallyChanged: false,
    credential: firstCredential,
    anyName: () => (world.shelterNames ? nameShelterAnimal() : pick(commonNames)),
    async addMany(count) {
      for (let left = count; left > 0; left -= 1) {
        await add(true);
      }
    },
    async restart() {
      await desk.close();
      desk = open();
    },
    backUp() {
      const saved = saveDisk(disk.disk);
      const before = [...told];
      return async ({ elsewhere } = { elsewhere: false }) => {
        await desk.close();
        restoreDisk(disk.disk, saved);
        if (elsewhere) {
          const fileSystem = { ...disk, identity: () => Promise.resolve({ name: '2', isLasting: false }) };
          surroundings = { ...surroundings, fileSystem, storeOptions: { state: createMemoryState(clock) } };
        }

        // What was entered since is gone from this disk by the person's own doing; all of it had been sent.
        told = before;
        desk = open();
      };
    },
    copy() {
      const copied = createMemoryFileSystem(saveDisk(disk.disk));
      const elsewhere: Surroundings = {
        ...surroundings,
        fileSystem: { ...copied, identity: () => Promise.resolve({ name: '2', isLasting: false }) },
        storeOptions: { state: createMemoryState(clock) },
      };
      return async () => {
        const other = openDesk(elsewhere, 'app', options());
        await other.pause(10 * minuteMs);
        await other.close();
      };
    },
    async settle() {
      const { rate } = weather;
      weather.rate = 0;
      await desk.sync(hourMs);
      await desk.pause(10 * minuteMs);
      weather.rate = rate;
    },
  };

  /** Events go on beside everything else, also inside a settle time or a request. */
  async function goOn(perHour: number, run: (scene: Scene) => void): Promise<void> {
    for (;;) {
      await clock.waitElsewhere((-Math.log(1 - random()) * hourMs) / perHour);
      if (isWell) {
        return;
      }

      run(scene);
    }
  }

  async function answerQuestions(): Promise<void> {
    const since = questions.since();
    const isPatient = since === undefined || clock.elsewhere() - since < patienceMs;
    if (isPatient || world.whenAsked === 'leaves') {
      return;
    }

    if (world.whenAsked === 'holds') {
      await desk.holdAll();
    }

    if (
      world.whenAsked === 'resumes' ||
      world.whenAsked === 'holds' ||
      (world.whenAsked === 'confirms' && scene.isReallyChanged)
    ) {
      await desk.resume();
    } else if (world.whenAsked === 'takes-key-back' && scene.credential !== firstCredential) {
      scene.credential = firstCredential;
      await scene.restart();
    }
  }

  for (let count = world.known ?? 40; count > 0; count -= 1) {
    const { name, categoryId, status } = newPet();
    service.insert({
      name: world.commonNames === true || world.shelterNames ? name : `Old ${count}`,
      categoryId: Number(categoryId),
      ...(status === undefined ? {} : { status }),
    });
  }

  // Time enough for every lag to have caught up with those.
  await clock.advance(hourMs);
  desk = open();
  world.prepare?.(scene);
  weather.next?.push(...(world.first ? [pick(world.first)] : []));
  for (const { perHour, run } of world.happenings ?? []) {
    void goOn(perHour, run);
  }

  await desk.pause(minuteMs);
  const animals = 20 + Math.floor(random() * 31);
  const turns = [...(world.turns ?? [])];
  for (let index = 0; index < animals; index += 1) {
    while (turns[0] && index / animals >= turns[0].at) {
      await turns.shift()?.run(scene);
    }

    await add(world.atOnce);
    if (world.atOnce === true && index < animals - 1) {
      continue;
    }

    await desk.pause(between(world.thinkMs ?? [2000, 180_000]));
    await answerQuestions();
    if (random() < 1 / 15 || scene.credential !== openedWith) {
      await scene.restart();
    }
  }

  isWell = true;
  scene.imperfections = {};
  Object.assign(weather, { rate: 0, readRate: 0, isDown: false, intercept: undefined });
  for (let round = 0; round < 12; round += 1) {
    await desk.pause(5 * minuteMs);
    await answerQuestions();
  }

  const state = (isAsking: boolean): { readonly state: ConnectionState } => ({
    state: isAsking ? 'changed' : 'online',
  });
  const read = (): Promise<readonly Entry[]> => desk.find(told.map(({ localId }) => localId));
  let mornings = 0;
  let inTheApp: readonly string[];
  do {
    mornings += 1;
    inTheApp = await liveNextMorning();
    // A store that still refuses an animal needs a later one after each of its attempts.
  } while (inTheApp.length > 0 && weather.fateOf !== undefined && mornings < 3);

  await desk.close();
  const tenants = [...new Set(told.map(({ tenant }) => tenant))];
  for (const credential of world.service?.tenantOf
    ? [firstCredential, otherCredential].filter((each) => tenants.includes(tenantOf(each)))
    : [scene.credential]) {
    scene.credential = credential;
    desk = open();
    await desk.pause(minuteMs);
    await desk.sync(20 * minuteMs);
    if (world.service?.tenantOf && questions.since() !== undefined && questions.about() === 'store_changed') {
      // It is: what was entered under this key belongs there.
      await desk.resume();
    }

    await desk.pause(hourMs);
    await desk.sync(20 * minuteMs);
    if (findStuck(await read(), state(false)).length > 0) {
      // What waits for a later animal of the same store to be listed is a person's to tell after a day.
      await desk.pause(25 * hourMs);
      await desk.sync(20 * minuteMs);
    }
  }

  const entries = await read();
  await desk.close();
  const atLast = findStuck(entries, state(false));
  // Under a key that is not theirs some rightly wait until the other one is back.
  const stuck =
    world.whenAsked === 'leaves'
      ? []
      : world.whenAsked === 'takes-key-back' || atLast.length > inTheApp.length
        ? atLast
        : inTheApp;
  return { ...judge(entries), stuck: stuck.length, animals: animals + mornings };

  /** Resolves with what waits for nothing after it. */
  async function liveNextMorning(): Promise<readonly string[]> {
    // The last animals of a day may be settled only by the first one of the next. One like them would wait behind them,
    // and a person be asked after a day.
    await add(false, world.commonNames === true ? 'Next morning' : undefined);
    for (let round = 0; round < 6; round += 1) {
      await desk.pause(5 * minuteMs);
      await answerQuestions();
    }

    if (habit === 'commands') {
      // Between commands nothing runs: by chance there was none since the last animal.
      await desk.sync(20 * minuteMs);
    }

    return findStuck(await read(), state(questions.since() !== undefined));
  }

  function judge(ended: readonly Entry[]): Omit<WorldResult, 'stuck' | 'animals'> {
    const promises = told.map(({ localId, name, categoryId, status, tenant }) => ({
      localId,
      name,
      categoryId,
      status,
      tenant,
      acknowledged: 'yes' as const,
    }));
    const ends = new Map(ended.map((entry) => [entry.localId, toEnd(entry)]));
    const verdict = judgeRecord(service.inserted(), promises, ends);
    const reviewed = ended.filter(
      ({ history }) =>
        history.some((record) => record.kind === 'review') ||
        history.some((record) => record.kind === 'outcome' && record.result.type === 'conflict'),
    );
    const untried = ended.filter(({ state, attempts }) => state === 'review' && attempts === 0);
    return {
      lost: verdict.lost,
      doubled: verdict.doubled,
      crossed: verdict.crossed,
      asked: questions.asked() + untried.length,
      lostAnswers: weather.lost?.length ?? 0,
      behind: ended.filter(
        ({ state, name, categoryId }) =>
          state === 'queued' &&
          ended.some((other) => other.state === 'review' && other.name === name && other.categoryId === categoryId),
      ).length,
      reviews: reviewed.filter(({ attempts }) => attempts > 0).length,
      sentAgain: ended.flatMap(({ history }) => history.filter((record) => record.kind === 'absent')).length,
      settledAfter: ended.flatMap(settledAfterOf),
      requests: weather.requests ?? 0,
      findings: [...verdict.findings, ...errors],
    };
  }
}

/** Seconds from each unclear answer of an entry to the record that settled it, or asked a person. */
function settledAfterOf({ history }: Entry): readonly number[] {
  const seconds: number[] = [];
  let since: number | undefined;
  for (const record of history) {
    if (record.kind === 'outcome' && record.result.type === 'unknown') {
      since ??= Date.parse(record.at);
    } else if (
      since !== undefined &&
      (record.kind === 'outcome' || record.kind === 'adopted' || record.kind === 'absent' || record.kind === 'review')
    ) {
      seconds.push((Date.parse(record.at) - since) / 1000);
      since = undefined;
    }
  }

  return seconds;
}

/** How long a person looks at a question before they answer it. */
const patienceMs = 3 * minuteMs;

/** The key that worlds with a second one use. */
export const otherCredential = 'key b';

export const commonNames = ['Luna', 'Bella', 'Max', 'Coco', 'Rex'] as const;
