/** A day's work whose power is cut: what was done on the disk, and what a start after the cut makes of it. */
import { toInt64 } from '../../../source/domain/int64.ts';
import type { Entry } from '../../../source/domain/entry.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { check, isClean, type Promised } from '../checker/checker.ts';
import { createRandom } from '../../helpers/fault-service/seeded-random.ts';
import { createManualClock, finish } from '../../helpers/manual-clock.ts';
import { createMemoryFileSystem, type DiskOperation } from '../../helpers/memory-file-system.ts';
import { type Leftovers, replay } from '../../helpers/power-cut.ts';
import { connectInMemory, type Weather } from '../../helpers/fault-service/in-memory.ts';
import { createStore, type Manners, type Store } from '../../helpers/fault-service/store.ts';
import { toEnd } from '../simulation/promises.ts';
import { settleMs, startProcess } from '../simulation/simulated-process.ts';

type Told = Promised & { readonly begunAt: number; readonly savedAt: number };
/** What a day did to the disk and the service. */
export type Day = {
  readonly operations: readonly DiskOperation[];
  readonly told: readonly Told[];
  /** What the service took in, and how far the disk was then. */
  readonly inserts: readonly { readonly body: string; readonly key: string; readonly at: number }[];
};

/** What may be left of that which was never made durable. */
export const leftovers: readonly (readonly [what: string, choose: (random: () => number) => Leftovers])[] = (
  ['whole', 'torn', 'empty', 'NULs'] as const
).flatMap((content) => [
  [`${content}, no name`, () => ({ content, names: () => false })],
  [`${content}, every name`, () => ({ content, names: () => true })],
  [`${content}, some names`, (random) => ({ content, names: () => random() < 0.5 })],
]);

/** Three animals are added, two imported, one held and released; answers get lost; everything is sent. */
export async function liveThroughDay(manners: Manners, number: number): Promise<Day> {
  const clock = createManualClock();
  const random = createRandom(number);
  const weather: Weather = {
    random,
    pick: (choices) => choices[Math.floor(random() * choices.length)]!,
    rate: 0.4,
    isDown: false,
  };
  const service = createStore(manners);
  const fileSystem = createMemoryFileSystem();
  const inserts: Day['inserts'][number][] = [];
  const watched: Store = {
    ...service,
    take: (body, key, resumed) => {
      const before = service.inserted().length;
      const taken = service.take(body, key, resumed);
      if (service.inserted().length > before) {
        inserts.push({ body, key: key ?? '', at: fileSystem.operations.length });
      }

      return taken;
    },
  };
  const { engine } = startProcess({
    clock,
    random,
    fileSystem,
    lockedBy: undefined,
    openRemote: (awake) => connectInMemory(watched, weather, clock, awake),
  });
  const told: Told[] = [];
  const tell = async (pets: readonly NewPet[], save: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    const begunAt = fileSystem.operations.length;
    const localIds = await save();
    told.push(
      ...pets.map((pet, index): Told => ({
        ...pet,
        localId: localIds[index]!,
        acknowledged: 'yes',
        begunAt,
        savedAt: fileSystem.operations.length,
      })),
    );
    return localIds;
  };
  const add = (name: string): Promise<readonly string[]> =>
    tell([toPet(name)], async () => [(await engine.add(toPet(name))).localId]);

  await add('Rex');
  const [held] = await add('Bella');
  await engine.hold(held!);
  const imported = ['Coco', 'Momo'].map(toPet);
  await tell(imported, async () => {
    const report = await engine.importPets(imported, { again: false });
    return report.type === 'queued' ? report.localIds : [];
  });
  const sync = { timeoutMs: 600_000, signal: new AbortController().signal };
  await finish(clock, engine.sync(sync));
  await engine.release(held!);
  await add('Kiki');
  await finish(clock, engine.sync(sync));
  await engine.stop();
  return { operations: fileSystem.operations, told, inserts };
}

/** Starts anew on what the power cut left; returns what is wrong with what came of it. */
export async function recover(
  manners: Manners,
  day: Day,
  cut: number,
  leftovers: Leftovers,
): Promise<readonly string[]> {
  const clock = createManualClock();
  clock.restart();
  const service = createStore(manners);
  for (const { body, key } of day.inserts.filter(({ at }) => at <= cut)) {
    service.take(body, key);
  }

  const calm: Weather = { random: () => 0, pick: ([first]) => first!, rate: 0, isDown: false };
  const fileSystem = createMemoryFileSystem(replay(day.operations.slice(0, cut), leftovers));
  const { engine } = startProcess({
    clock,
    random: () => 0,
    fileSystem,
    lockedBy: undefined,
    openRemote: (awake) => connectInMemory(service, calm, clock, awake),
  });
  const next: Told = { ...toPet('Next'), localId: '', acknowledged: 'yes', begunAt: -1, savedAt: 0 };
  try {
    for (let round = 0; round < 4; round += 1) {
      if (round === 1) {
        // Of the last one whose answer was lost only the next one tells.
        await clock.advance(2 * settleMs);
        await engine.add(toPet(next.name));
      }

      await finish(clock, engine.sync({ timeoutMs: 3_600_000, signal: new AbortController().signal }));
      const { connection } = engine.snapshot();
      if (connection.state !== 'online') {
        return [`it stands at ${connection.problem?.code ?? connection.state}`];
      }
    }
  } catch (error) {
    return [`it threw ${String(error)}`];
  }

  const { entries, readOnly } = engine.snapshot();
  const promises = [...day.told, next]
    .filter(({ begunAt }) => begunAt < cut)
    .map((promise): Promised => ({ ...promise, acknowledged: promise.savedAt <= cut ? 'yes' : 'unknown' }));
  const named = new Map(entries.map((entry) => [entry.name, entry]));
  // Names are unique here; what was cut off while being saved may have another number now, or none.
  const paired = promises.map((promise) => ({
    ...promise,
    localId: named.get(promise.name)?.localId ?? promise.name,
  }));
  const verdict = check(service.inserted(), paired, new Map(entries.map((entry) => [entry.localId, toEnd(entry)])));
  const isStuck = ({ state }: Entry): boolean => state === 'checking' || state === 'sending' || state === 'queued';
  return [
    ...(isClean(verdict) ? [] : verdict.findings),
    ...entries.filter(isStuck).map(({ localId, state }) => `${localId} is stuck in ${state}`),
    ...(readOnly ? [readOnly.message] : []),
    ...(named.has('Coco') === named.has('Momo') ? [] : ['half of an import is there']),
  ];
}

function toPet(name: string): NewPet {
  return { name, categoryId: toInt64(1)! };
}
