/** Reading the saved data, at the start and again until that went well, and writing the saved copy after changes. */
import { NewerDocument } from '../../local/documents/document.js';
import type { Pet } from '../../domain/pet.js';
import { headAlone, type SavedCopy } from '../../local/list-cache.js';
import type { Engine } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { keepKnowledge, readKnowledge } from '../evidence/known.js';
import { refreshQueue, takeInCreated, withCreated } from '../evidence/queue-view.js';
import { keyToKeep } from '../evidence/ownership.js';
import { emptyCopy, savedView, withOthers } from '../lists/saved-lists.js';
import { pauseIfMoved } from '../health/copied.js';
import { noticeOffline } from '../health/reachability.js';

/** One end of the saved pets, until they are enough. */
type SavedEnd = Extract<Parameters<Engine['load']>[0], object>;

/** More rows than any window has. */
const mostOnScreen = 300;

/** Reads only on request. */
export function createLoading(engine: EngineState, cacheWriter: CacheWriter, onLoaded: () => void) {
  const { local, localErrors } = engine;
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

  /** The queue tells the worth of the saved copy. A pause outlasts the process, with its evidence. */
  async function readCopy(read: () => Promise<unknown>): Promise<void> {
    await local.queue.refresh();
    await read();
    await readKnowledge(engine);
  }

  const readQueue = [() => refreshQueue(engine), () => noticeOffline(engine)] as const;

  /** What failed is tried again the next time. */
  async function loadQueue(): Promise<void> {
    const head = (): Promise<void> => readCopy(async () => engine.show({ petsNotRead: await cacheWriter.loadHead() }));
    if (!(await attemptAll([head, ...readQueue]))) {
      queueLoading = undefined;
    }

    const { lists, oddPages } = savedView(engine.saved);
    engine.show({ lists, ...(oddPages ? { oddPages } : {}) });
  }

  async function load(): Promise<void> {
    await queueLoading;
    const isQueueRead = queueLoading !== undefined;
    const all = await attemptAll([() => readCopy(() => cacheWriter.load()), ...(isQueueRead ? [] : readQueue)]);
    if (isQueueRead) {
      takeInCreated(engine, local.queue.entries());
    }

    engine.show({ ...savedView(engine.saved), petsNotRead: 0, loaded: true });
    onLoaded();
    if (!all) {
      loading = undefined;
    }
  }

  /** Undefined: some of them are missing or torn. */
  async function readEnd(end: SavedEnd['end'], isEnough: SavedEnd['isEnough']): Promise<readonly Pet[] | undefined> {
    const found = await local.cache.open({ isNewestFirst: end === 'newest', isEnough }).catch(() => undefined);
    return found?.isWhole ? found.copy.pets : undefined;
  }

  async function loadNewest(): Promise<void> {
    await queue();
    const pets = await readEnd('newest', ({ length }) => length >= mostOnScreen);
    const { petsNotRead, lists } = engine.snapshot();
    if (loading === undefined && pets && pets.length > 0 && pets.length <= petsNotRead) {
      // Counts among them are not complete.
      const inPart = Object.fromEntries(
        Object.entries(lists).map(([key, list]) => [key, { ...list, complete: false }]),
      ) as typeof lists;
      engine.show({ pets, petsNotRead: petsNotRead - pets.length, lists: inPart });
    }
  }

  async function loadEnd({ end, isEnough }: SavedEnd): Promise<void> {
    await queue();
    const pets = await readEnd(end, isEnough);
    const { petsNotRead } = engine.snapshot();
    if (loading !== undefined || pets === undefined || pets.length > petsNotRead) {
      await all();
      return;
    }

    engine.show({
      pets: withCreated(engine, { pets, isWhole: pets.length === petsNotRead }, end),
      petsNotRead: petsNotRead - pets.length,
    });
  }

  const all = (): Promise<void> => (loading ??= load());
  const queue = (): Promise<void> => loading ?? (queueLoading ??= loadQueue());

  return {
    /** Resolves when everything that can be read has been; begins it if needed. */
    all,
    /** The same of all but the pets of the saved copy, which most commands do not show. */
    queue,
    /** The queue, and the newest pets of the saved copy: of a long list, all that anybody sees at first. */
    newest: () => loading ?? (newestLoading ??= loadNewest()),
    /** Shows the queue, and the pets at one end of the saved copy until they are enough; all if that cannot be told. */
    end: loadEnd,
    isBegun: () => loading !== undefined || queueLoading !== undefined,
  };
}

/** How long a change may wait for others before all are written, in milliseconds. */
const saveAfterMs = 3000;

/** Keeps the saved copy on disk, without writing it for every change. */
type CacheWriter = ReturnType<typeof createCacheWriter>;

/** `beforeSave`: done first each time. */
export function createCacheWriter(engine: EngineState, beforeSave: () => Promise<void>) {
  const { local, clock, localErrors } = engine;
  let waiting = new AbortController();
  let written = emptyCopy;
  let isDue = false;

  async function save(): Promise<void> {
    await beforeSave();
    // What the former address of a moved store shows is not what the store has.
    if ((engine.saved !== written || engine.isCreditNew) && (await pauseIfMoved(engine))) {
      return;
    }

    const kept = engine.isCreditNew ? local.makeFolders().then(() => keepKnowledge(engine)) : undefined;
    await kept?.catch((error: unknown) => localErrors.reportProblem('copy', error));
    if (engine.saved === written || !engine.isCopyRead) {
      return;
    }

    // If the copy could not be read, all known pets were read under the present key.
    if (engine.saved.credential === undefined) {
      engine.setSaved({ ...engine.saved, credential: keyToKeep(engine.credential) });
    }

    try {
      await local.makeFolders();
      await joinOthers();
      const copy = engine.saved;
      await local.cache.write(copy);
      written = copy;
      localErrors.clearProblem('copy');
    } catch (error) {
      localErrors.reportProblem('copy', error);
    }
  }

  /** What another process saved meanwhile stays, unless the list read here is whole. */
  async function joinOthers(): Promise<void> {
    const isWhole = (): boolean => engine.saved.lists.all?.complete === true;
    const others = isWhole() ? undefined : await local.cache.openOthers();
    const { saved } = engine;
    if (others && !isWhole() && others.resets === saved.resets && others.credential === saved.credential) {
      engine.setSaved(withOthers(saved, others, written));
      engine.showSaved();
    }
  }

  /** The readings, as far as they count. */
  function take(copy: SavedCopy | undefined): void {
    const resets = local.queue.data().resets;
    // A process that did not know of the last reset may have written its copy since.
    const known = copy?.resets === resets ? copy : { ...emptyCopy, resets };
    // From here on it is that of the present key.
    engine.setSaved({ ...known, credential: known.credential ?? keyToKeep(engine.credential) });
    written = engine.saved;
  }

  return {
    save,
    async load() {
      // Read again after it could not be: lists fetched meanwhile are newer.
      if (engine.saved === written) {
        take((await local.cache.open())?.copy);
      }

      engine.isCopyRead = true;
    },
    /** Reads the facts of the lists, without their pets; returns how many there are. It writes only after `load`. */
    async loadHead() {
      const head = await local.cache.open(headAlone);
      take(head?.copy);
      return head?.copy.resets === local.queue.data().resets ? head.count : 0;
    },
    /** Writes it in a while, together with what changes until then. */
    saveSoon() {
      if ((engine.saved !== written || engine.isCreditNew) && !isDue) {
        isDue = true;
        const { signal } = waiting;
        void clock.wait(saveAfterMs, signal).then(async () => {
          isDue = false;
          if (!signal.aborted) {
            await save();
          }
        });
      }
    },
    /** Forgets the planned writing; the caller writes now, or can do without. */
    stop() {
      waiting.abort();
      waiting = new AbortController();
    },
  };
}
