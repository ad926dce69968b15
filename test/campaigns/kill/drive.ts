/**
 * One life of the program, to be killed: the real engine on the real disk, told what to do. It counts its steps
 * outwards (file operations, posts) and kills its process at the one it is told to; it says what a person would see.
 */
import { basename } from 'node:path';
import type { Int64 } from '../../../source/domain/int64.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { createPetClient } from '../../../source/client/pet-client.ts';
import { createMachineState } from '../../../source/local/machine-state.ts';
import { createEngine } from '../../../source/sync/engine.ts';
import { aroundOperations } from '../../helpers/fault-file-system.ts';
import { openFiles } from '../../helpers/open-store.ts';

export type Orders = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder: string;
  /** Entered one by one, then imported together, then sent. */
  readonly add: readonly string[];
  readonly importAll: readonly string[];
  /** The step at which to die, by its number or its name (the first such one); 0: never. */
  readonly killAt: number | string;
  /** The step, by its name, at which to stop until somebody says go on (Ctrl-Z). */
  readonly stopAt?: string;
  /** `send`: one sync. `finish`: until only a person can help. `forever`: add and sync until killed. */
  readonly then: 'send' | 'finish' | 'forever';
  readonly settleMs: number;
  /** Time limit of a request; short where faults hang. */
  readonly requestTimeoutMs?: number;
};

/** One line of what it says. */
export type Said =
  | { readonly begun: readonly string[] }
  | { readonly saved: readonly (readonly [localId: string, name: string])[] }
  | { readonly stopping: string }
  | { readonly steps: number }
  | {
      readonly entries: readonly {
        readonly localId: string;
        readonly name: string;
        readonly state: string;
        readonly petId?: string;
      }[];
    };

/**
 * Lives it to its end, unless it is killed before.
 *
 * @param say is given each line at once, so that what was said before a kill is heard
 * @param processName as the store's files keep it
 */
export async function drive(orders: Orders, say: (said: Said) => void, processName: string): Promise<void> {
  let steps = 0;
  const reached = new Set<string>();

  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    steps += 1;
    if (steps === orders.killAt || name === orders.killAt) {
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined);
    }

    if (name === orders.stopAt && !reached.has(name)) {
      say({ stopping: name });
      process.kill(process.pid, 'SIGSTOP');
    }

    reached.add(name);

    return await work();
  }

  // What has a name that a kill can be meant for.
  const isNamed = (operation: string): boolean => ['rename', 'link', 'syncFolder'].includes(operation);
  const fileSystem = aroundOperations(diskFileSystem, (operation, path, work) =>
    step(isNamed(operation) ? `${operation} ${basename(path)}` : operation, work),
  );
  const remote = createPetClient({
    baseUrl: orders.baseUrl,
    apiKey: orders.apiKey,
    userAgent: 'petstore-test',
    clock: systemClock,
    requestTimeoutMs: orders.requestTimeoutMs ?? 60_000,
    connectTimeoutMs: orders.requestTimeoutMs ?? 60_000,
  });
  const engine = createEngine({
    local: openFiles(orders.folder, {
      identity: orders.baseUrl,
      state: createMachineState(fileSystem, `${orders.folder}-state`, systemClock),
      fileSystem,
    }),
    client: {
      ...remote,
      create: async (...given) => {
        const outcome = await step('post', () => remote.create(...given));
        return await step('answered', () => Promise.resolve(outcome));
      },
    },
    clock: systemClock,
    random: () => 0,
    credential: 'credential',
    idempotency: 'auto',
    process: processName,
    settleMs: orders.settleMs,
    refreshMs: 60_000,
  });

  const toPet = (name: string) => ({ name, categoryId: '1' as Int64 });
  const sync = () => engine.sync({ timeoutMs: 60_000, signal: new AbortController().signal });

  async function add(name: string): Promise<void> {
    say({ begun: [name] });
    const { localId } = await engine.add(toPet(name));
    say({ saved: [[localId, name]] });
  }

  for (const name of orders.add) {
    await add(name);
  }

  if (orders.importAll.length > 0) {
    say({ begun: orders.importAll });
    const report = await engine.importPets(orders.importAll.map(toPet), {
      again: false,
    });
    say({
      saved:
        report.type === 'queued'
          ? report.localIds.map((localId, index) => [localId, orders.importAll[index]!] as const)
          : [],
    });
  }

  if (orders.then === 'send') {
    await sync();
  }

  for (let round = 0; orders.then === 'forever'; round += 1) {
    // A person is not as fast as a machine; whatever waits is sent by whichever process comes first.
    await (round < 2 ? add(`${process.pid} ${Date.now()} ${round}`) : sync());
  }

  for (let round = 0; orders.then === 'finish' && round < 30; round += 1) {
    await sync();
    const pending = engine
      .snapshot()
      .entries.filter(({ state }) => state === 'queued' || state === 'sending' || state === 'checking');
    round = pending.length > 0 ? round : 30;
    if (pending.length > 0 && pending.every(({ state }) => state === 'checking')) {
      // Of the last one only the next one tells, as on the next morning.
      await add(`${orders.folder} next ${round}`);
    }
  }

  say({
    entries: engine.snapshot().entries.map(({ localId, name, state, petId }) => ({
      localId,
      name,
      state,
      ...(petId === undefined ? {} : { petId }),
    })),
  });
  await engine.stop();
  say({ steps });
}
