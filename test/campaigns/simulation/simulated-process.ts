/**
 * One process in a simulated world: an engine whose every step outwards can be the last, fail, or come after a long
 * stop.
 */
import type { Clock } from '../../../source/platform/time/clock.ts';
import type { KernelLock } from '../../../source/platform/concurrency/kernel-lock.ts';
import type { FileSystem } from '../../../source/platform/files/file-system.ts';
import type { PetClient } from '../../../source/client/pet-client.ts';
import { type OriginFindings } from '../../../source/local/origin.ts';
import { createMachineState } from '../../../source/local/machine-state.ts';
import type { SenderLease } from '../../../source/local/sender-lease.ts';
import { createEngine } from '../../../source/sync/engine.ts';
import type { Engine } from '../../../source/sync/api.ts';
import { aroundOperations } from '../../helpers/fault-file-system.ts';
import { openFiles } from '../../helpers/open-store.ts';
import type { ManualClock } from '../../helpers/manual-clock.ts';

export const folder = '/store';
export const settleMs = 60_000;

export type Surroundings = {
  /** A list of no more animals is always read whole; default as people have it. */
  readonly shortList?: number;
  readonly clock: ManualClock;
  readonly fileSystem: FileSystem;
  readonly random: () => number;
  /** Who holds the sender's lock; the kernel's part, which ends with a process. */
  lockedBy: SimulatedProcess | undefined;
  readonly openRemote: (awake: () => Promise<void>, credential: string) => PetClient;
  /** Where marks are kept, and whatever else a store may be given. */
  readonly storeOptions?: object;
  readonly idempotency?: 'honoured' | 'auto' | 'off';
  /** Told whether a sender, or somebody who only looked, took the queue for a copy, or for one that was put back. */
  readonly onOrigin?: (found: OriginFindings['type']) => void;
};

export type SimulatedProcess = {
  readonly engine: Engine;
  readonly isAlive: () => boolean;
  /** SIGKILL after this many more steps outwards (0: now). */
  kill(afterSteps: number): void;
  /** SIGSTOP, and SIGCONT. */
  stop(): void;
  go(): void;
  /** The next file operation after this many fails. */
  failFile(afterSteps: number, code: 'EIO' | 'ENOSPC' | 'EMFILE' | 'EROFS'): void;
};

/**
 * @param options.credential Which key it uses: the engine's digest of it, and whose table the service opens; default
 * `c`.
 */
export function startProcess(
  world: Surroundings,
  { credential = 'c' }: { readonly credential?: string } = {},
): SimulatedProcess {
  let isAlive = true;
  let stepsLeft = Infinity;
  let resumed: Promise<void> | undefined;
  let resume = (): void => undefined;
  let fault: { left: number; readonly code: string } | undefined;

  const unlock = (): void => {
    if (world.lockedBy === self) {
      world.lockedBy = undefined;
    }
  };
  const locks = new Set<KernelLock>();
  const kill = (): void => {
    isAlive = false;
    unlock();
    for (const lock of locks) {
      lock.release();
    }

    locks.clear();
  };
  const never = new Promise<never>(() => undefined);
  /** Where the process may be stopped or dead. */
  const pause = async (): Promise<void> => {
    while (isAlive && resumed) {
      await resumed;
    }

    if (!isAlive) {
      await never;
    }
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    await pause();
    if (stepsLeft <= 0) {
      kill();
    }

    stepsLeft -= 1;
    // Asked without waiting: another step of this process may have been its last in between.
    if (!isAlive) {
      await never;
    }

    const result = await work();
    await pause();
    return result;
  };
  const disk = world.fileSystem;
  const fileSystem: FileSystem = {
    ...aroundOperations(disk, (operation, _path, work) =>
      step(async () => {
        if (fault && operation !== 'remove' && operation !== 'close' && (fault.left -= 1) < 0) {
          const { code } = fault;
          fault = undefined;
          throw Object.assign(new Error(`${code}: injected at ${operation}`), { code });
        }

        return await work();
      }),
    ),
    watch: (path, changed) => disk.watch(path, () => isAlive && changed()),
    // As the kernel's, it ends with its process, and a process that is dead or stands still takes none.
    lock: (path) => {
      const lock = isAlive && !resumed ? disk.lock(path) : undefined;
      if (!lock) {
        return undefined;
      }

      locks.add(lock);
      return {
        release: () => {
          if (locks.delete(lock)) {
            lock.release();
          }
        },
      };
    },
  };
  const clock: Clock = { ...world.clock, wait: (ms, signal) => world.clock.wait(ms, signal).then(pause) };
  const remote = world.openRemote(pause, credential);
  const store = openFiles(folder, {
    identity: 'simulated',
    state: createMachineState(fileSystem, '/state', clock),
    fileSystem,
    clock,
    ...world.storeOptions,
  });
  const self: SimulatedProcess = {
    engine: createEngine({
      local: {
        ...store,
        origin: {
          ...store.origin,
          check: async (options) => {
            const found = await store.origin.check(options);
            world.onOrigin?.(found.type);
            return found;
          },
        },
        isSenderLeaseHeld: () => world.lockedBy !== undefined,
        acquireSenderLease: () =>
          step(() => {
            if (world.lockedBy) {
              return Promise.resolve(undefined);
            }

            world.lockedBy = self;
            return Promise.resolve<SenderLease>({ release: unlock });
          }),
      },
      client: {
        create: (...args) => step(() => remote.create(...args)),
        leadsElsewhere: (...args) => remote.leadsElsewhere(...args),
        listPage: (...args) => step(() => remote.listPage(...args)),
        get: (...args) => step(() => remote.get(...args)),
        close: () => undefined,
      },
      clock,
      random: world.random,
      credential,
      idempotency: world.idempotency ?? 'auto',
      process: 'simulated',
      settleMs,
      refreshMs: 60_000,
      shortList: world.shortList ?? 500,
      // Animals that are sent at once are harder to settle than those that go one by one.
      inOrder: 0,
    }),
    isAlive: () => isAlive,
    kill(afterSteps) {
      stepsLeft = afterSteps;
      if (afterSteps === 0) {
        kill();
      }
    },
    stop() {
      resumed ??= new Promise((resolve) => (resume = resolve));
    },
    go() {
      resumed = undefined;
      resume();
    },
    failFile(afterSteps, code) {
      fault = { left: afterSteps, code };
    },
  };
  return self;
}
