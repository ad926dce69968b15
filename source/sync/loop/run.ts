/**
 * The frame of every operation of an engine. Saved data is read first, local files of a newer petstore are left alone,
 * work that Ctrl-Z cut short is done again, and failures of the disk are thrown as sentences.
 *
 * On Ctrl-Z requests are aborted, and the sender's lease is let go of. All that the engine asks the service for goes
 * through here, so that an abort of ours is never taken for an answer of the service.
 */
import { toStorageError } from '../../local/documents/storage-error.ts';
import { ActionError } from '../api.ts';
import type { EngineState } from '../state.ts';
import { noticeOffline } from '../list/reachability.ts';

/** How one operation is to be run. */
type RunOptions<T> = {
  /** Ends it, beside what ends everything in flight. */
  readonly signal?: AbortSignal | undefined;
  /** Begins the sentence of a failure. */
  readonly failed?: string;
  /** It sends: if a newer petstore has written, it does not send, and throws the reason. */
  readonly sends?: boolean;
  /** It must not be done again after a suspension, as it makes no requests that could be cut short. */
  readonly once?: boolean;
  /** Joins the results of before and after a suspension. Absent: only the last counts. */
  readonly join?: (before: T, after: T) => T;
};

/** `load` reads the saved data, once; `flush` writes now instead of later. */
type Parts = {
  readonly load: () => Promise<void>;
  readonly requestRound: () => void;
  readonly flush: () => Promise<void>;
};

/** It runs only on request. Throws a `StorageError` for a failure of the disk, and an `ActionError` as it is. */
export function createRunner(engine: EngineState, { load, requestRound, flush }: Parts) {
  const { local, localErrors } = engine;
  let suspended: Promise<void> | undefined;

  async function suspend(work: () => void | Promise<void>): Promise<void> {
    engine.abortNetwork();
    await engine.drains.idle();
    await flush();
    await work();
    engine.renewNetwork();
    engine.setConnection('connecting');
  }

  async function untilDone<T>(
    work: (signal: AbortSignal) => Promise<T>,
    { signal, once = false, join = (_before, after) => after }: RunOptions<T>,
  ): Promise<T> {
    const before = suspended;
    const result = await work(signal ? AbortSignal.any([signal, engine.network]) : engine.network);
    if (once || suspended === before || signal?.aborted) {
      return result;
    }

    await suspended;
    return join(result, await untilDone(work, { signal, once, join }));
  }

  function toFailure(failed: string, error: unknown): Error {
    if (error instanceof ActionError) {
      return error;
    }

    localErrors.showNewerVersion();
    return toStorageError(failed, local.folder, error);
  }

  async function prepare(): Promise<void> {
    local.checkHome();
    await local.makeFolders();
  }

  return {
    /** Aborts requests, waits until the lease is free, does `work` (which stops the process), and lets all go on. */
    suspend: (work: () => void | Promise<void>) => (suspended = suspend(work)),

    /** Does work that a suspension aborts, and after it again, until it was done in one go. */
    run: async <T>(work: (signal: AbortSignal) => Promise<T>, options: RunOptions<T> = {}): Promise<T> => {
      await load();
      const newer = options.sends ? local.newer() : undefined;
      if (newer) {
        throw toFailure('Nothing is sent', newer);
      }

      try {
        // Another program may have ended it: until that is known, whatever is asked for is aborted.
        if (options.sends && engine.workingOffline) {
          await local.queue.refresh();
          await noticeOffline(engine);
        }

        return await untilDone(work, options);
      } catch (error) {
        throw toFailure(
          options.failed ?? (options.sends ? 'Sending stopped' : 'The local store cannot be used'),
          error,
        );
      }
    },

    /** Saves an entered animal, shows it and sets it on its way. `failed` begins the sentence of a failure. */
    save: async <T>(failed: string, work: () => Promise<T>): Promise<T> => {
      const saved = await prepare()
        .then(work)
        .catch((error: unknown) => Promise.reject(toFailure(failed, error)));
      engine.showEntries();
      localErrors.clearProblem();
      requestRound();
      return saved;
    },
  };
}
