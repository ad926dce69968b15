/** Reading the saved data, at the start and again until that went well, and writing the saved list after changes. */
import { NewerDocument } from '../../local/documents/document.ts';
import type { SavedCopy } from '../../local/saved-pets.ts';
import type { EngineState } from '../state.ts';
import { refreshQueue } from '../reconcile/queue-view.ts';
import { emptyCopy, isSameButDates, savedView, withOthers } from '../list/saved-lists.ts';
import { pauseIfMoved } from '../reconcile/copied.ts';
import { noticeOffline } from '../list/reachability.ts';

/** Reads the saved list and the queue, once, and again what could not be read; `onLoaded`: called each time. */
export function createLoading(engine: EngineState, saving: Saving, onLoaded: () => void): () => Promise<void> {
  const { local, localErrors } = engine;
  let loading: Promise<void> | undefined;

  /** Reads each part for itself, so that one that cannot be read hides no other. */
  async function load(): Promise<void> {
    const failures: unknown[] = [];
    const parts = [() => saving.load(), () => refreshQueue(engine, { isJustRead: true }), () => noticeOffline(engine)];
    for (const part of parts) {
      await part().catch((error: unknown) => failures.push(error));
    }

    localErrors.clearProblem('load');
    const [failure] = failures.filter((error) => !(error instanceof NewerDocument));
    if (failure !== undefined) {
      localErrors.reportProblem('load', failure);
      loading = undefined;
    }

    engine.show({ ...savedView(engine.saved), savedTrouble: local.pets.trouble(), loaded: true });
    onLoaded();
  }

  return () => (loading ??= load());
}

/** How long a change may wait for others before all are written, in milliseconds. */
const saveAfterMs = 3000;
/** How long a later date alone may wait, in milliseconds: all the rows would be written for it. */
const saveDatesAfterMs = 5 * 60_000;

/** Keeps the saved list on disk, without writing it for every change. */
type Saving = ReturnType<typeof createSaving>;

/** `log`: the change log, which is written first each time, and as soon as it has news. */
export function createSaving(
  engine: EngineState,
  log: { readonly save: () => Promise<void>; readonly hasNews: () => boolean },
) {
  const { local, clock, localErrors } = engine;
  let waiting = new AbortController();
  let written = emptyCopy;
  let writtenAt = clock.uptime();
  let isRead = false;
  let isDue = false;

  async function save(): Promise<void> {
    await log.save();
    // What the former address of a moved store shows is not what the store has.
    if (engine.saved !== written && (await pauseIfMoved(engine))) {
      return;
    }

    if (engine.saved === written || !isRead) {
      return;
    }

    try {
      await local.makeFolders();
      await joinOthers();
      const copy = engine.saved;
      await local.pets.write(copy);
      written = copy;
      writtenAt = clock.uptime();
      localErrors.clearProblem('copy');
    } catch (error) {
      localErrors.reportProblem('copy', error);
    }
  }

  /** What another process saved meanwhile stays, unless the list read here is whole. */
  async function joinOthers(): Promise<void> {
    const isWhole = (): boolean => engine.saved.lists.all?.complete === true;
    const others = isWhole() ? undefined : await local.pets.readOthers();
    const { saved } = engine;
    if (others && !isWhole() && others.resets === saved.resets) {
      engine.setSaved(withOthers(saved, others, written));
      engine.showSaved();
    }
  }

  /** The readings, as far as they count. */
  function take(copy: SavedCopy | undefined): void {
    const { resets } = local.queue.data();
    // A process that did not know of the last reset may have written its list since.
    const isWorth = copy?.resets === resets;
    engine.setSaved(isWorth ? copy : { ...emptyCopy, resets });
    written = engine.saved;
  }

  /** Whether there is enough to write that it is worth all the rows. */
  const isWorthSaving = (): boolean =>
    engine.isKnowledgeNew ||
    (engine.saved !== written &&
      (!isSameButDates(engine.saved, written) || clock.uptime() - writtenAt >= saveDatesAfterMs));

  return {
    save,
    /** Reads it, with what is known of the store. The queue tells its worth. */
    async load() {
      await local.queue.refresh();
      // Read again after it could not be: lists fetched meanwhile are newer.
      if (engine.saved === written) {
        take(await local.pets.read());
      }

      isRead = true;
      engine.takeKnowledge(local.knowledge.present());
    },
    /** Writes it in a while, together with what changes until then. */
    saveSoon() {
      if (!isDue && (isWorthSaving() || log.hasNews())) {
        isDue = true;
        const { signal } = waiting;
        void clock.wait(saveAfterMs, signal).then(async () => {
          isDue = false;
          if (!signal.aborted) {
            await (isWorthSaving() ? save() : log.save());
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
