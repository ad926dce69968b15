import type { ExecutionContext } from 'ava';
import type { Entry } from '../../source/domain/entry.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import type { NewPet } from '../../source/domain/pet.ts';
import { type Clock, systemClock } from '../../source/platform/time/clock.ts';
import { diskFileSystem } from '../../source/platform/files/file-system.ts';
import { createPetClient } from '../../source/client/pet-client.ts';
import type { LocalFiles, LocalFilesOptions } from '../../source/local/local-files.ts';
import type { EngineOptions } from '../../source/sync/state.ts';
import { createEngine } from '../../source/sync/engine.ts';
import type { Engine, SyncReport } from '../../source/sync/api.ts';
import { createFaultService, type FaultService, type FaultServiceOptions } from './fault-service/fault-service.ts';
import { createMemoryState } from './memory-state.ts';
import { noteOurs, openFiles } from './open-store.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until as untilTrue } from './until.ts';

/** Short enough for tests, long enough that two looks are told apart. */
const settleMs = 60;

/** A limit that no test reaches on a busy machine either. What waits goes on as soon as it can. */
const patienceMs = 60_000;

export const rex: NewPet = { name: 'Rex', categoryId: '3' as Int64, status: 'available' };

/** What an engine is opened with; `fileSystem`, `identity` and `state`: its files. */
type Settings = Partial<
  Pick<
    EngineOptions,
    'idempotency' | 'settleMs' | 'clock' | 'refreshMs' | 'credential' | 'isStillThere' | 'findNewKey' | 'inOrder'
  > &
    Pick<LocalFilesOptions, 'fileSystem' | 'identity' | 'state'> & { readonly requestTimeoutMs: number }
>;

/** That of the machine that a test file runs on. */
const machine = createMemoryState();

function openFilesOf(folder: string, baseUrl: string, settings: Settings): LocalFiles {
  const { clock = systemClock, fileSystem = diskFileSystem, identity = baseUrl } = settings;
  return openFiles(folder, { clock, fileSystem, identity, state: 'state' in settings ? settings.state : machine });
}

/** An engine on a folder, as one process would have it; a second one on the same folder plays another process. */
export function openEngine(
  t: ExecutionContext,
  folder: string,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  settings: Settings = {},
): Engine {
  const { clock = systemClock, requestTimeoutMs = patienceMs } = settings;
  const engine = createEngine({
    clock,
    random: () => 0,
    credential: 'credential',
    idempotency: 'auto',
    process: 'test',
    settleMs,
    refreshMs: 60_000,
    ...settings,
    local: openFilesOf(folder, baseUrl, settings),
    client: createPetClient({
      baseUrl,
      apiKey,
      userAgent: 'petstore-test',
      clock,
      requestTimeoutMs,
      connectTimeoutMs: requestTimeoutMs,
    }),
  });
  t.teardown(() => engine.stop());
  return engine;
}

/** The system's clock, which a test can put forward as a sleep would, for all that is opened with it. */
export function createMovableClock(): { readonly clock: Clock; readonly pass: (ms: number) => void } {
  let passed = 0;
  return {
    clock: { ...systemClock, now: () => systemClock.now() + passed, uptime: () => systemClock.uptime() + passed },
    pass: (ms) => (passed += ms),
  };
}

export type Scene = {
  readonly service: FaultService;
  /** The clock of its engines. */
  readonly clock: Clock;
  /** What was confirmed until now is old from here on: a list that lacks it does not only lag. */
  readonly age: () => void;
  readonly folder: string;
  readonly engine: Engine;
  /** Ends the present engine and opens the folder anew, as after a restart of the program. */
  readonly reopen: (settings?: Settings) => Engine;
  /**
   * The store's first animal is ours, and its list was always prompt: so it proves that another one is missing. Adds up to
   * two.
   */
  readonly acquaint: () => Promise<void>;
  /** One `sync` that a person would make, at most `timeoutMs` long. */
  readonly sync: (timeoutMs?: number) => Promise<SyncReport>;
  readonly entry: (localId: string) => Promise<Entry>;
};

/** A misbehaving service, an empty folder and an engine between them. */
export async function setScene(
  t: ExecutionContext,
  options: FaultServiceOptions = {},
  settings: Settings = {},
): Promise<Scene> {
  const service = await createFaultService(options);
  t.teardown(() => service.stop());
  const folder = temporaryFolder(t);
  const { clock, pass } = createMovableClock();
  let engine = openEngine(t, folder, service, { clock, ...settings });
  return {
    service,
    folder,
    clock,
    age: () => pass(10 * 60_000),
    get engine() {
      return engine;
    },
    reopen(other = settings) {
      engine = openEngine(t, folder, service, { clock, ...other });
      return engine;
    },
    async acquaint() {
      // One alone has no next page that could be named.
      while (service.pets().length < 2) {
        service.insert({ name: 'Old', categoryId: 3, status: 'available' });
      }

      await noteOurs(openFilesOf(folder, service.baseUrl, { clock, ...settings }), clock, service.pets()[0]!);
    },
    sync: (timeoutMs) => syncFor(engine, timeoutMs),
    async entry(localId) {
      const entry = await engine.findEntry(localId);
      t.truthy(entry, localId);
      return entry!;
    },
  };
}

export function syncFor(engine: Engine, timeoutMs = patienceMs): Promise<SyncReport> {
  return engine.sync({ timeoutMs, signal: new AbortController().signal });
}

/** Sends an entry until its answer is lost, and stops there. The settle time must be long enough not to look yet. */
export async function loseAnswer(t: ExecutionContext, engine: Engine, localId: string): Promise<void> {
  const stop = new AbortController();
  const isLost = (): boolean =>
    engine.snapshot().entries.some((entry) => entry.localId === localId && entry.state === 'checking');
  // Told of each change at once: with a key that is honoured the next attempt may follow within a millisecond.
  const unsubscribe = engine.subscribe(() => isLost() && stop.abort());
  const sending = engine.send(localId, stop.signal);
  await until(t, engine, () => stop.signal.aborted);
  unsubscribe();
  await sending;
}

/** Waits until a condition holds, or fails with the last snapshot. */
export async function until(
  t: ExecutionContext,
  engine: Engine,
  holds: () => boolean,
  deadlineMs = patienceMs,
): Promise<void> {
  await untilTrue('a condition of the engine', holds, deadlineMs).catch((error: unknown) => {
    const { connection, entries } = engine.snapshot();
    const states = entries.map(({ localId, state }) => `${localId} ${state}`);
    t.fail(`${String(error)}; ${JSON.stringify({ connection, entries: states })}`);
  });
}
