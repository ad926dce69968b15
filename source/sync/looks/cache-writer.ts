/**
 * Reads the saved copy at the start and writes it after changes. It is disposable, so a failure is shown and no more.
 */
import type { SavedCopy } from '../../local/list-cache.js';
import type { EngineState } from '../engine-state.js';
import { emptyCopy } from '../lists/saved-lists.js';
import type { LocalErrors } from '../health/local-errors.js';
import { pauseIfMoved } from '../health/moved.js';
import { keepFootprint } from '../evidence/keep-footprint.js';
import { keyToKeep } from '../evidence/tenant.js';

/** How long a change may wait for others before all are written, in milliseconds. */
const saveAfterMs = 3000;

/** Keeps the saved copy on disk, without writing it for every change. */
export type CacheWriter = {
  load(): Promise<void>;
  /** Reads the facts of the lists, without their pets; returns how many there are. It writes only after `load`. */
  loadHead(): Promise<number>;
  /** Writes it now, if it changed. */
  save(): Promise<void>;
  /** Writes it in a while, together with what changes until then. */
  saveSoon(): void;
  /** Forgets the planned writing; the caller writes now, or can do without. */
  stop(): void;
};

/** `beforeSave`: done first each time. */
export function createCacheWriter(
  engine: EngineState,
  { localErrors, beforeSave }: { readonly localErrors: LocalErrors; readonly beforeSave: () => Promise<void> },
): CacheWriter {
  const { local, clock } = engine;
  let waiting = new AbortController();
  let written = emptyCopy;
  let isDue = false;

  async function save(): Promise<void> {
    await beforeSave();
    // What the former address of a moved store shows is not what the store has.
    if ((engine.saved !== written || engine.isCreditNew) && (await pauseIfMoved(engine))) {
      return;
    }

    await saveFootprint();
    if (engine.saved === written || !engine.isCopyRead) {
      return;
    }

    // If the copy could not be read, all known pets were read under the present key.
    const copy =
      engine.saved.credential === undefined
        ? { ...engine.saved, credential: keyToKeep(engine.credential) }
        : engine.saved;
    engine.setSaved(copy);

    try {
      await local.makeFolders();
      await local.cache.write(copy);
      written = copy;
      localErrors.clearProblem('copy');
    } catch (error) {
      localErrors.reportProblem('copy', error);
    }
  }

  async function saveFootprint(): Promise<void> {
    try {
      await (engine.isCreditNew ? local.makeFolders().then(() => keepFootprint(engine)) : undefined);
    } catch (error) {
      localErrors.reportProblem('copy', error);
    }
  }

  /** The readings, as far as they count. */
  function take(copy: SavedCopy | undefined): void {
    const resets = local.archive.resets();
    // A process that did not know of the last reset may have written its copy since.
    const known = copy?.resets === resets ? copy : { ...emptyCopy, resets };
    // From here on it is that of the present key; an earlier version did not say of which.
    engine.setSaved({ ...known, credential: known.credential ?? keyToKeep(engine.credential) });
    written = engine.saved;
  }

  return {
    save,
    async load() {
      // Read again after it could not be: lists fetched meanwhile are newer.
      if (engine.saved === written) {
        take(await local.cache.read());
      }

      engine.noteCopyRead();
    },
    async loadHead() {
      const head = await local.cache.readHead();
      take(head?.copy);
      return head?.copy.resets === local.archive.resets() ? head.count : 0;
    },
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
    stop() {
      waiting.abort();
      waiting = new AbortController();
    },
  };
}
