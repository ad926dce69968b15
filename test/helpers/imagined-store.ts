/**
 * A store that falls short of a perfect one, and commands run against it, with network, disk and clock in memory: hours
 * cost nothing.
 */
import type { ExecutionContext } from 'ava';
import type { Entry } from '../../source/domain/entry.ts';
import { toInt64 } from '../../source/domain/int64.ts';
import type { NewPet, PetStatus } from '../../source/domain/pet.ts';
import type { Engine, SyncReport } from '../../source/sync/api.ts';
import { connectInMemory, type Weather } from './fault-service/in-memory.ts';
import { createStore, type Store, type StoreOptions, type Manners, ordinaryManners } from './fault-service/store.ts';
import { createMemoryState } from './memory-state.ts';
import { type AnyFault, toFault } from './fault-service/faults.ts';
import { folder, settleMs, startProcess, type Surroundings } from '../campaigns/simulation/simulated-process.ts';
import { createRandom } from './fault-service/seeded-random.ts';
import { aroundOperations } from './fault-file-system.ts';
import type { Imperfections } from './fault-service/imperfections.ts';
import { createManualClock, finish, type ManualClock } from './manual-clock.ts';
import { createMemoryFileSystem, restoreDisk, saveDisk } from './memory-file-system.ts';
import { noteOurs, openFiles } from './open-store.ts';

export { settleMs };

export type ImaginedStore = {
  readonly clock: ManualClock;
  readonly service: Store;
  /** What happens on the way to it. */
  readonly weather: Weather;
  /** What falls short, from here on. */
  nature: Imperfections;
  /** Copies the disk, but for the notes; what it returns puts the copy back in its place. */
  readonly backUp: () => () => void;
  /** How long each fsync takes, in milliseconds. */
  syncMs: number;
  /** The digest of the key that the next command uses. */
  credential: string;
  /** The store listed twenty of ours in time, and `Old 1` is the last of them. */
  readonly acquaint: () => Promise<void>;
  /** Colleagues' animals, named `NAME 1`, `NAME 2` ... */
  readonly seed: (name: string, count: number, status?: PetStatus) => void;
  /** `petstore add`: at most 10 s. `fault`: what its POST meets. */
  readonly add: (pet: Partial<NewPet> & { readonly name: string }, fault?: AnyFault) => Promise<Entry>;
  /** The same, and the signal goes with the answer, until the command ends. */
  readonly lose: ImaginedStore['add'];
  readonly addOffline: (name: string) => Promise<Entry>;
  /** `petstore sync`, for an hour at most. */
  readonly sync: (timeoutMs?: number) => Promise<SyncReport>;
  /** A sync whose process is killed after so many steps outwards, and all the time it could need. */
  readonly syncKilledAfter: (steps: number) => Promise<void>;
  readonly entry: (localId: string) => Promise<Entry>;
  /** One command: a process from its start to its end. */
  readonly command: <T>(run: (engine: Engine) => Promise<T>) => Promise<T>;
  /** The open app, until it is closed. */
  readonly openApp: () => { readonly engine: Engine; readonly close: () => Promise<void> };
  /** Lets time pass; what is open goes on meanwhile. */
  readonly pass: (ms: number) => Promise<void>;
  /** How many animals with this name the store took in from here. */
  readonly posted: (name: string) => number;
};

const never = new AbortController().signal;

/** Opens one; nothing in it is left to chance but what `options` leave. */
export function imagineStore(
  t: ExecutionContext,
  manners: Partial<Manners> = {},
  options: Omit<StoreOptions, 'now' | 'imperfections' | 'random'> = {},
): ImaginedStore {
  const random = createRandom(1);
  const clock = createManualClock();
  const weather: Weather & { next: AnyFault[] } = {
    random,
    pick: (choices) => choices[0]!,
    rate: 0,
    isDown: false,
    next: [],
  };
  const store: Pick<ImaginedStore, 'nature' | 'credential' | 'syncMs'> = {
    nature: {},
    credential: 'c',
    syncMs: 0,
  };
  const service = createStore(
    { ...ordinaryManners, ...manners },
    { ...options, now: () => clock.elsewhere(), random, imperfections: () => store.nature },
  );
  const disk = createMemoryFileSystem();
  const fileSystem = aroundOperations(disk, (operation, _path, work) =>
    operation === 'sync' && store.syncMs > 0 ? clock.wait(store.syncMs).then(work) : work(),
  );
  const world: Surroundings = {
    storeOptions: { state: createMemoryState(clock) },
    clock,
    random,
    fileSystem,
    lockedBy: undefined,
    idempotency: manners.idempotency === undefined ? 'off' : 'auto',
    openRemote: (awake, credential) => connectInMemory(service, weather, clock, awake, credential),
  };
  const toPet = ({
    name,
    categoryId = toInt64(3)!,
    status = 'available',
  }: Partial<NewPet> & { readonly name: string }): NewPet => ({ name, categoryId, status });

  const open = () => {
    const process = startProcess(world, { credential: store.credential });
    return { ...process, close: () => finish(clock, process.engine.stop()).then(() => process.kill(0)) };
  };
  async function command<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
    const { engine, close } = open();
    try {
      return await finish(clock, run(engine));
    } finally {
      await close();
    }
  }

  const add: ImaginedStore['add'] = (pet, fault) =>
    command(async (engine) => {
      weather.next.push(...(fault ? [fault] : []));
      const { localId } = await engine.add(toPet(pet));
      const limit = new AbortController();
      void clock.wait(10_000).then(() => limit.abort());
      return await engine.send(localId, limit.signal);
    });

  return Object.assign(store, {
    clock,
    service,
    weather,
    seed: (name: string, count: number, status: PetStatus = 'available') => {
      for (let number = 1; number <= count; number += 1) {
        service.insert({ name: `${name} ${number}`, categoryId: 3, status });
      }
    },
    add,
    lose: async (pet: Parameters<typeof add>[0], fault: AnyFault = 'insert-then-drop') => {
      const entry = await add(pet, { ...toFault(fault), thenDown: true });
      weather.isDown = false;
      return entry;
    },
    acquaint: async () => {
      const files = openFiles(folder, { identity: 'simulated', fileSystem: disk, clock, ...world.storeOptions });
      await noteOurs(files, clock, service.pets()[0]!);
    },
    addOffline: (name: string) => command((engine) => engine.add(toPet({ name }))),
    sync: (timeoutMs = 3_600_000) => command((engine) => engine.sync({ timeoutMs, signal: never })),
    syncKilledAfter: async (steps: number) => {
      const killed = open();
      killed.kill(steps);
      void killed.engine.sync({ timeoutMs: settleMs, signal: never }).catch(() => undefined);
      await clock.advance(settleMs);
      killed.kill(0);
    },
    entry: (localId: string) =>
      command(async (engine) => {
        const entry = await engine.findEntry(localId);
        t.truthy(entry, localId);
        return entry!;
      }),
    command,
    openApp: () => {
      const app = open();
      app.engine.start();
      return app;
    },
    backUp: () => {
      const saved = saveDisk(disk.disk);
      return () => restoreDisk(disk.disk, saved);
    },
    pass: (ms: number) => clock.advance(ms),
    posted: (name: string) =>
      service.inserted().filter(({ by, body }) => by === 'request' && (JSON.parse(body) as NewPet).name === name)
        .length,
  });
}
