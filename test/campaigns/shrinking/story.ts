/**
 * A history that is told step by step, with nothing left to chance, so that any step can be left out and the rest still
 * means the same.
 *
 * - *step*: one thing that a person, the network, the machine or the store does. Whatever it begins goes on beside the
 *   next steps.
 * - *by*: which of two processes does it; one that is not running is started first.
 * - *end*: all is well again, and what came of it is judged by the store's own record. Returns what is wrong, in
 *   sentences.
 *
 * `shrink.ts` looks for stories that end badly.
 */
import { toInt64 } from '../../../source/domain/int64.js';
import type { NewPet } from '../../../source/domain/pet.js';
import type { PetClient } from '../../../source/client/pet-client.js';
import { stateOption } from '../simulation/machine-state.js';
import type { Engine } from '../../../source/sync/api.js';
import { isClean } from '../../helpers/checker/checker.js';
import { createManualClock } from '../../helpers/manual-clock.js';
import { createMemoryFileSystem, type Disk, restoreDisk, saveDisk } from '../../helpers/memory-file-system.js';
import { endHistory } from '../simulation/end-history.js';
import { connectInMemory, type Weather } from '../../helpers/fault-service/in-memory.js';
import { createStore, firstTenant, ordinaryManners } from '../../helpers/fault-service/store.js';
import { type AnyFault, faults } from '../../helpers/fault-service/faults.js';
import { createPromises } from '../simulation/promises.js';
import { type SimulatedProcess, startProcess, type Surroundings } from '../simulation/simulated-process.js';

/**
 * What the store makes of the next `POST`, and what is heard of it. `late`: it comes in up to a minute after the
 * connection broke.
 */
const answers = {
  'lost before': 'drop',
  'lost after': 'insert-then-drop',
  late: { ...faults['drop-then-insert'], withinMs: 110_000 },
  'a bare 400 after': 'insert-then-bare-400',
  '400': '400',
  '500 after': 'insert-then-500',
} as const satisfies Record<string, AnyFault>;

export const answerNames = Object.keys(answers) as readonly (keyof typeof answers)[];

type By = { readonly by: 0 | 1 };
type Entry = By & { readonly entry: number };

/** One function for each kind of step, and what it is told. */
export type Steps = {
  add: (what: By & { readonly name: string }) => Promise<void>;
  /** Animals with names of their own: what of an import that was cut off is there is told by its content. */
  importAll: (what: By & { readonly count: number }) => Promise<void>;
  /** `passMs` goes by after it was begun. */
  sync: (what: By & { readonly passMs: number }) => Promise<void>;
  discard: (what: Entry) => Promise<void>;
  restore: (what: Entry) => Promise<void>;
  hold: (what: Entry) => Promise<void>;
  release: (what: Entry) => Promise<void>;
  retry: (what: Entry) => Promise<void>;
  edit: (what: Entry & { readonly name: string }) => Promise<void>;
  workOffline: (what: By & { readonly offline: boolean }) => Promise<void>;
  /** What becomes of the next `POST`. */
  answer: (what: { readonly next: keyof typeof answers }) => Promise<void>;
  network: (what: { readonly is: 'up' | 'down' }) => Promise<void>;
  colleague: (what: { readonly adds: string }) => Promise<void>;
  /** SIGKILL after so many more steps outwards. */
  kill: (what: By & { readonly after: number }) => Promise<void>;
  /** Ctrl-Z after so many more steps outwards, until `go`. */
  stop: (what: By & { readonly after: number }) => Promise<void>;
  go: (what: By) => Promise<void>;
  failFile: (what: By & { readonly after: number; readonly code: 'EIO' | 'ENOSPC' | 'EMFILE' }) => Promise<void>;
  pass: (what: { readonly ms: number }) => Promise<void>;
  sleep: (what: { readonly hours: number }) => Promise<void>;
  setClock: (what: { readonly hours: number }) => Promise<void>;
  reboot: (what: Record<string, never>) => Promise<void>;
  backUp: (what: Record<string, never>) => Promise<void>;
  putBack: (what: Record<string, never>) => Promise<void>;
  /** Every process ends; the next ones use this key. `b` is another tenant's. */
  useKey: (what: { readonly key: 'a' | 'b' }) => Promise<void>;
};

export type StepName = keyof Steps;

/** A step as data: its name, and what its function is told. */
export type Step = { [Name in StepName]: readonly [name: Name, what: Parameters<Steps[Name]>[0]] }[StepName];

/** A rule that is broken on purpose, at a port of the engine. */
export type Planted = {
  readonly client?: (client: PetClient) => PetClient;
  /** Marks are no matter: as if there were none. */
  readonly isUnmarked?: boolean;
  /** The engine is told of one key, whichever is used. */
  readonly knowsOneKey?: boolean;
};

export type StoryOptions = { readonly keys?: 'honoured' | 'ignored'; readonly planted?: Planted };

export type Story = Steps & { end(): Promise<readonly string[]> };

const hourMs = 3_600_000;

export function tellStory({ keys = 'ignored', planted = {} }: StoryOptions = {}): Story {
  const clock = createManualClock();
  const weather: Weather = { random: () => 0.5, pick: (choices) => choices[0]!, rate: 0, isDown: false, next: [] };
  const tenantOf = (credential: string): string => (credential === 'b' ? 'second' : firstTenant);
  const service = createStore(
    {
      ...ordinaryManners,
      idempotency: keys,
    },
    { now: () => clock.elsewhere(), tenantOf, skipped: (tenant) => (tenant === firstTenant ? 0 : 10_000) },
  );
  const disk = createMemoryFileSystem();
  const promises = createPromises();
  const state = stateOption(clock);
  const world: Surroundings = {
    clock,
    // In the middle: a wait with full jitter would otherwise be none.
    random: () => 0.5,
    fileSystem: disk,
    lockedBy: undefined,
    openRemote: (awake, credential) => {
      const client = connectInMemory(service, weather, clock, awake, credential);
      return planted.client?.(client) ?? client;
    },
    storeOptions: planted.isUnmarked === true ? { state: undefined } : state,
  };
  const processes = new Map<By['by'], SimulatedProcess>();
  const used = new Set<string>();
  let key = 'a';
  let imported = 0;
  let backup: { readonly disk: Disk; readonly kept: ReadonlySet<object> } | undefined;

  const start = (credential: string): SimulatedProcess =>
    planted.knowsOneKey === true
      ? startProcess({ ...world, openRemote: (awake) => world.openRemote(awake, credential) }, { credential: 'a' })
      : startProcess(world, { credential });
  const running = ({ by }: By): SimulatedProcess => {
    const before = processes.get(by);
    const process = before?.isAlive() === true ? before : start(key);
    used.add(key);
    processes.set(by, process);
    return process;
  };
  const endAll = (): void => {
    for (const process of processes.values()) {
      process.kill(0);
    }
  };
  /** Begins something, and lets everything go on that needs no time. */
  const begin = async (work: (engine: Engine) => void, by: By): Promise<void> => {
    work(running(by).engine);
    await clock.advance(0);
  };
  const toPet = (name: string): NewPet => ({ name, categoryId: toInt64(1)! });
  const change =
    (verb: 'discard' | 'restore' | 'hold' | 'release' | 'retry') =>
    (what: Entry): Promise<void> =>
      begin(
        (engine) =>
          verb === 'discard'
            ? promises.discard(engine, `Q-${what.entry}`)
            : promises.act(engine[verb](`Q-${what.entry}`)),
        what,
      );
  const now = (work: () => void): Promise<void> => {
    work();
    return clock.advance(0);
  };
  // A store with something in it: an empty list proves less than one that grows.
  for (let number = 1; number <= 3; number += 1) {
    service.insert({ name: `Old ${number}`, categoryId: 1 });
  }

  return {
    add: (what) => begin((engine) => promises.add(engine, toPet(what.name), tenantOf(key)), what),
    importAll: (what) =>
      begin(
        (engine) =>
          promises.importAll(
            engine,
            Array.from({ length: what.count }, () => toPet(`Import ${(imported += 1)}`)),
            tenantOf(key),
          ),
        what,
      ),
    async sync(what) {
      await begin(
        (engine) => promises.act(engine.sync({ timeoutMs: hourMs, signal: new AbortController().signal })),
        what,
      );
      await clock.advance(what.passMs);
    },
    discard: change('discard'),
    restore: change('restore'),
    hold: change('hold'),
    release: change('release'),
    retry: change('retry'),
    edit: (what) =>
      begin(
        (engine) =>
          promises.localIds().includes(`Q-${what.entry}`) && promises.edit(engine, `Q-${what.entry}`, toPet(what.name)),
        what,
      ),
    workOffline: (what) => begin((engine) => promises.act(engine.setWorkingOffline(what.offline)), what),
    answer: ({ next }) => now(() => weather.next?.push(answers[next])),
    network: ({ is }) => now(() => (weather.isDown = is === 'down')),
    colleague: ({ adds }) => now(() => service.insert({ name: adds, categoryId: 1 }, tenantOf(key))),
    kill: (what) => now(() => running(what).kill(what.after)),
    stop: (what) => now(() => running(what).stop(what.after)),
    go: (what) => now(() => running(what).go()),
    failFile: (what) => now(() => running(what).failFile(what.after, what.code)),
    pass: ({ ms }) => clock.advance(ms),
    sleep: ({ hours }) => now(() => clock.sleep(hours * hourMs)),
    setClock: ({ hours }) => now(() => clock.jump(hours * hourMs)),
    reboot: () =>
      now(() => {
        endAll();
        clock.restart();
      }),
    backUp: () => now(() => (backup = { disk: saveDisk(disk.disk), kept: promises.keptUntilNow() })),
    putBack: () =>
      now(() => {
        if (backup) {
          endAll();
          restoreDisk(disk.disk, backup.disk);
          promises.forgetSince(backup.kept, disk.disk.names.keys());
        }
      }),
    useKey: (what) =>
      now(() => {
        endAll();
        ({ key } = what);
      }),
    async end() {
      weather.isDown = false;
      weather.next?.splice(0);
      endAll();
      const { verdict, problems } = await endHistory({
        clock,
        service,
        promises,
        credentials: used.size > 0 ? [...used] : [key],
        start,
        tenantOf,
        goOnline: (engine) => engine.setWorkingOffline(false),
        isReset: false,
      });
      // What is only possibly lost or doubled, of two that are identical, is no finding.
      const isFine = isClean({
        ...verdict,
        lost: { ...verdict.lost, possible: 0 },
        doubled: { ...verdict.doubled, possible: 0 },
      });
      return [...(isFine ? [] : verdict.findings), ...problems];
    },
  };
}

/** Does one step of a story that is kept as data. */
export async function takeStep(story: Steps, [name, what]: Step): Promise<void> {
  await (story[name] as (given: typeof what) => Promise<void>)(what);
}
