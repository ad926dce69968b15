/** Reading the saved data, at the start and again until that went well. */
import { NewerDocument } from '../../local/documents/document.js';
import type { SavedEnd } from '../api.js';
import type { EngineState } from '../engine-state.js';
import type { CacheWriter } from '../looks/cache-writer.js';
import { readFootprint } from '../evidence/keep-footprint.js';
import { showDoubt } from '../health/doubt.js';
import { refreshQueue, takeInCreated, withCreated } from '../evidence/queue-view.js';
import { savedView } from '../lists/saved-lists.js';
import type { LocalErrors } from '../health/local-errors.js';
import { noticeOffline } from '../health/working-offline.js';

/** The reading of one engine. */
type Loading = {
  /** Resolves when everything that can be read has been; begins it if needed. */
  readonly done: () => Promise<void>;
  /** The same of all but the pets of the saved copy, which most commands do not show. */
  readonly queueDone: () => Promise<void>;
  /** The queue, and the newest pets of the saved copy: of a long list, all that anybody sees at first. */
  readonly newestDone: () => Promise<void>;
  /**
   * Shows the queue, and the pets at one end of the saved copy until they are enough; all of them if that cannot be
   * told.
   */
  readonly endDone: (end: SavedEnd) => Promise<void>;
  readonly isBegun: () => boolean;
};

/** Reads only on request. */
export function createLoading(
  engine: EngineState,
  {
    cacheWriter,
    localErrors,
    onLoaded,
  }: { readonly cacheWriter: CacheWriter; readonly localErrors: LocalErrors; readonly onLoaded: () => void },
): Loading {
  const { local } = engine;
  let loading: Promise<void> | undefined;
  let queueLoading: Promise<void> | undefined;
  let newestLoading: Promise<void> | undefined;

  /** Reads each part for itself, so that one that cannot be read hides no other. Resolves to whether all could be. */
  async function attemptAll(parts: readonly (() => Promise<unknown>)[]): Promise<boolean> {
    const failures: unknown[] = [];
    for (const part of parts) {
      await part().catch((error: unknown) => failures.push(error));
    }

    localErrors.clearProblem('load');
    const failed = failures.filter((error) => !(error instanceof NewerDocument));
    if (failed.length > 0) {
      localErrors.reportProblem('load', failed[0]);
    }

    return failed.length === 0;
  }

  /** The archive tells the worth of the saved copy. A pause outlasts the process, with its evidence. */
  async function readCopy(read: () => Promise<unknown>): Promise<void> {
    await local.open();
    await read();
    await readFootprint(engine);
    if (engine.credit.doubt?.isSure) {
      showDoubt(engine);
    }
  }

  const readQueue = [() => refreshQueue(engine), () => noticeOffline(engine), () => local.origin.check()] as const;

  /** What failed is tried again the next time. */
  async function loadQueue(): Promise<void> {
    const head = (): Promise<void> => readCopy(async () => engine.show({ petsNotRead: await cacheWriter.loadHead() }));
    if (!(await attemptAll([head, ...readQueue]))) {
      queueLoading = undefined;
    }

    engine.show({ lists: savedView(engine.saved).lists });
  }

  async function load(): Promise<void> {
    await queueLoading;
    const isQueueRead = queueLoading !== undefined;
    const all = await attemptAll([() => readCopy(() => cacheWriter.load()), ...(isQueueRead ? [] : readQueue)]);
    if (isQueueRead) {
      takeInCreated(engine, local.journal.entries());
    }

    engine.show({ ...savedView(engine.saved), petsNotRead: 0, loaded: true });
    onLoaded();
    if (!all) {
      loading = undefined;
    }
  }

  async function loadNewest(): Promise<void> {
    await queueDone();
    const pets = await local.cache.readNewest().catch(() => []);
    const { petsNotRead, lists } = engine.snapshot();
    if (loading === undefined && pets.length > 0 && pets.length <= petsNotRead) {
      // Counts among them are not complete.
      const inPart = Object.fromEntries(
        Object.entries(lists).map(([key, list]) => [key, { ...list, complete: false }]),
      ) as typeof lists;
      engine.show({ pets, petsNotRead: petsNotRead - pets.length, lists: inPart });
    }
  }

  async function loadEnd({ end, isEnough }: SavedEnd): Promise<void> {
    await queueDone();
    const pets = await local.cache.readFrom(end, isEnough).catch(() => undefined);
    const { petsNotRead } = engine.snapshot();
    if (loading !== undefined || pets === undefined || pets.length > petsNotRead) {
      await done();
      return;
    }

    engine.show({
      pets: withCreated(engine, { pets, isWhole: pets.length === petsNotRead }, end),
      petsNotRead: petsNotRead - pets.length,
    });
  }

  const done = (): Promise<void> => (loading ??= load());
  const queueDone = (): Promise<void> => loading ?? (queueLoading ??= loadQueue());

  return {
    done,
    queueDone,
    newestDone: () => loading ?? (newestLoading ??= loadNewest()),
    endDone: loadEnd,
    isBegun: () => loading !== undefined || queueLoading !== undefined,
  };
}
