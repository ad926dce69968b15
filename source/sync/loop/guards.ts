/** What stands around work on the local store: it is read first, and what the disk does wrong is thrown as a sentence. */
import { toStorageError } from '../../local/documents/storage-error.js';
import type { Context } from '../context.js';
import { ActionError } from '../api.js';
import type { LocalErrors } from '../health/local-errors.js';

/** Each throws a `StorageError` for what the disk did, and an `ActionError` as it is. */
export type Guards = {
  /** Does work whose result must be saved. */
  readonly guarded: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same for what sends: a store that a newer petstore has written to is not touched, and why is thrown. */
  readonly sending: <T>(work: () => Promise<T>) => Promise<T>;
  /** Saves what a person entered, shows it and sets it on its way. `failed` begins the sentence ("The animal was not saved"). */
  readonly saving: <T>(failed: string, save: () => Promise<T>) => Promise<T>;
};

/** @param parts.requestRound Sets what was saved on its way. */
export function createGuards({ local, update }: Context, { loaded, localErrors, requestRound }: { readonly loaded: () => Promise<void>; readonly localErrors: LocalErrors; readonly requestRound: () => void }): Guards {
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    await loaded();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ActionError) {
        throw error;
      }

      localErrors.showNewerVersion();
      throw toStorageError('What came of it could not be saved', local.folder, error);
    }
  }

  return {
    guarded,
    sending: (work) =>
      guarded(async () => {
        const newer = local.newer();
        if (newer) {
          throw toStorageError('Nothing is sent', local.folder, newer);
        }

        return await work();
      }),
    async saving(failed, save) {
      let saved: Awaited<ReturnType<typeof save>>;
      try {
        await local.open();
        await local.makeFolders();
        saved = await save();
      } catch (error) {
        localErrors.showNewerVersion();
        throw toStorageError(failed, local.folder, error);
      }

      update({ entries: local.journal.entries() });
      localErrors.clearProblem();
      requestRound();
      return saved;
    },
  };
}
