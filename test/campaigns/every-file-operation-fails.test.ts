/**
 * Every file operation of everything a person does fails in turn, in every way a disk has of failing; in the quick tier
 * each in one of them, in turn.
 */
import test from 'ava';
import { toInt64 } from '../../source/domain/int64.ts';
import type { NewPet } from '../../source/domain/pet.ts';
import { StorageError } from '../../source/local/documents/storage-error.ts';
import type { Engine } from '../../source/sync/api.ts';
import { createFaultFileSystem, type Fault } from '../helpers/fault-file-system.ts';
import { createManualClock, finish } from '../helpers/manual-clock.ts';
import { createMemoryFileSystem } from '../helpers/memory-file-system.ts';
import { connectInMemory, type Weather } from '../helpers/fault-service/in-memory.ts';
import { createStore, ordinaryManners } from '../helpers/fault-service/store.ts';
import { settleMs, startProcess } from './simulation/simulated-process.ts';
import { isLong } from '../helpers/tier.ts';

const faults: readonly Fault[] = ['EIO', 'ENOSPC', 'EMFILE', 'EROFS', 'EACCES'];
const toPet = (name: string): NewPet => ({ name, categoryId: toInt64(1)! });
const forGood = { timeoutMs: 600_000, signal: new AbortController().signal };

type Deed = {
  /** What went before, without faults. */
  readonly before?: (engine: Engine) => Promise<unknown>;
  readonly act: (engine: Engine) => Promise<unknown>;
  /** States or names that may be seen at the end: as before, or as done. */
  readonly undone: string;
  readonly done: string;
};

const deeds: Readonly<Record<string, Deed>> = {
  'adding one more': {
    act: (engine) => engine.add(toPet('Bella')),
    undone: 'Rex queued',
    done: 'Rex queued, Bella queued',
  },
  importing: {
    act: (engine) => engine.importPets([toPet('Bella'), toPet('Coco')], { again: false }),
    undone: 'Rex queued',
    done: 'Rex queued, Bella queued, Coco queued',
  },
  holding: { act: (engine) => engine.hold('Q-1'), undone: 'Rex queued', done: 'Rex held' },
  releasing: {
    before: (engine) => engine.hold('Q-1'),
    act: (engine) => engine.release('Q-1'),
    undone: 'Rex held',
    done: 'Rex queued',
  },
  editing: { act: (engine) => engine.edit('Q-1', toPet('Max')), undone: 'Rex queued', done: 'Max queued' },
  retrying: { act: (engine) => engine.retry('Q-1'), undone: 'Rex queued', done: 'Rex queued' },
  discarding: { act: (engine) => engine.discard('Q-1'), undone: 'Rex queued', done: 'Rex discarded' },
  restoring: {
    before: (engine) => engine.discard('Q-1'),
    act: (engine) => engine.restore('Q-1'),
    undone: 'Rex discarded',
    done: 'Rex queued',
  },
};

for (const [what, { before, act, undone, done }] of Object.entries(deeds)) {
  test(`${what}: whichever file operation fails, a sentence says so, and it is either done or not`, async (t) => {
    const { cases } = await failEach(async (world, failNext) => {
      const first = world.start();
      await first.add(toPet('Rex'));
      await before?.(first);
      // Another process, so that it has to read what is there.
      const engine = world.start();
      failNext();
      const outcome = await act(engine).catch((error: unknown) => error);
      const hasFailed = outcome instanceof Error;
      t.true(!hasFailed || outcome instanceof StorageError, `${world.what}: ${String(outcome)}`);

      const after = await world.look();
      t.true(
        after === done || (hasFailed && after === undone),
        `${world.what}: ${hasFailed ? 'said to have failed' : 'acknowledged'}, and ${after}`,
      );
    });
    t.true(cases > (isLong ? 20 : 3), String(cases));
  });
}

for (const idempotency of ['ignored', 'honoured'] as const) {
  test(`sending with lost answers, keys ${idempotency}: whichever file operation fails, each animal arrives exactly once`, async (t) => {
    const { cases } = await failEach(async (world, failNext) => {
      await world.start().importPets([toPet('Rex'), toPet('Bella')], { again: false });
      const engine = world.start();
      failNext();
      world.weather.rate = 0.5;
      const outcome = await finish(world.clock, engine.sync(forGood)).catch((error: unknown) => error);
      t.true(!(outcome instanceof Error) || outcome instanceof StorageError, `${world.what}: ${String(outcome)}`);
      world.weather.rate = 0;
      world.fileSystem.heal();
      // This process goes on as well as the next one.
      await finish(world.clock, engine.sync(forGood)).catch(() => undefined);
      const last = world.start();
      await finish(world.clock, last.sync(forGood));
      // Of the last one whose answer was lost only the next one tells.
      await world.clock.advance(2 * settleMs);
      await last.add(toPet('Next'));
      await finish(world.clock, last.sync(forGood));
      const names = world.service.insertedNames();
      const states = last.snapshot().entries.map(({ name, state }) => `${name} ${state}`);
      t.is(new Set(names).size, names.length, `${world.what}: doubled, ${names.join()}`);
      t.true(
        states.every((state) => /created|review|rejected/.test(state)),
        `${world.what}: ${states.join()}`,
      );
      t.deepEqual(
        last.snapshot().entries.filter(({ state, name }) => state === 'created' && !names.includes(name)),
        [],
        world.what,
      );
    }, idempotency);
    t.log(`${cases} failures`);
    t.true(cases > (isLong ? 100 : 17), String(cases));
  });
}

/**
 * Runs a scene once for every file operation it does, and every fault (or the operation's own two), until there is no
 * such operation any more.
 */
async function failEach(
  scene: (world: ReturnType<typeof createWorld>, failNext: () => void) => Promise<void>,
  idempotency: 'ignored' | 'honoured' = 'ignored',
): Promise<{ cases: number }> {
  let cases = 0;
  for (let n = 1, isReached = true; isReached; n += 1) {
    isReached = false;
    for (const fault of faults.filter((_, index) => isLong || index === n % faults.length)) {
      const world = createWorld(`operation ${n}, ${fault}`, n, idempotency);
      let start = Infinity;
      await scene(world, () => {
        start = world.fileSystem.operations.length;
        world.fileSystem.failAt(n, fault);
      });
      isReached ||= world.fileSystem.operations.length - start >= n;
      cases += 1;
    }
  }

  return { cases };
}

function createWorld(what: string, seed: number, idempotency: 'ignored' | 'honoured') {
  const clock = createManualClock();
  const disk = createMemoryFileSystem();
  const fileSystem = createFaultFileSystem(disk);
  const service = createStore({
    ...ordinaryManners,
    seed,
    idempotency,
  });
  let turn = seed;
  const random = (): number => (turn = (turn * 16_807) % 2_147_483_647) / 2_147_483_647;
  const weather: Weather = {
    random,
    pick: (choices) => choices[Math.floor(random() * choices.length)]!,
    rate: 0,
    isDown: false,
  };
  const world = {
    clock,
    random,
    fileSystem,
    lockedBy: undefined,
    openRemote: (awake: () => Promise<void>) => connectInMemory(service, weather, clock, awake),
  };
  const start = (): Engine => startProcess(world).engine;
  return {
    what,
    clock,
    fileSystem,
    service,
    weather,
    start,
    /** What a new process on a healed disk shows. */
    async look(): Promise<string> {
      fileSystem.heal();
      const engine = start();
      await engine.load();
      const { entries, unreadable } = engine.snapshot();
      return [
        ...entries.map(({ name, state }) => `${name} ${state}`),
        ...unreadable.map(({ path }) => `${path} unreadable`),
      ].join(', ');
    },
  };
}
