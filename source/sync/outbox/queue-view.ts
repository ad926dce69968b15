/** The queue as it is shown: read again when it changed, with states as they truly are in this moment. */
import type { Entry } from '../../domain/entry.js';
import type { Unreadable } from '../../local/journal/record-files.js';
import { StorageError, toStorageError } from '../../local/documents/storage-error.js';
import type { Context } from '../context.js';
import { extendListing } from '../recover/baseline.js';
import { findPet, withPet } from '../lists/saved-lists.js';
import type { Snapshot, UnreadableFile } from '../api.js';
import { isCopyOfTenant, isOfTenant } from '../health/tenant.js';

/** The queue as the screens see it. */
export type QueueView = {
  /** Reads what is new and shows it; resolves to whether anything was. */
  refresh(): Promise<boolean>;
  /** An entry as it is to be shown. */
  shown(entry: Entry): Entry;
};

/**
 * An attempt without an outcome is `sending` only while a sender lives: this process, or another that holds the lock.
 * Otherwise its process died, and whether the animal arrived must be found out: `checking`.
 */
export function createQueueView(context: Context): QueueView {
  const { local } = context;
  let isOtherSending = false;

  const shown = (entry: Entry): Entry =>
    entry.state === 'sending' && !context.inFlight.has(entry.localId) && (context.lease !== undefined || !isOtherSending) ? { ...entry, state: 'checking' } : entry;

  return {
    shown,
    async refresh() {
      let changed: boolean;
      try {
        changed = await local.journal.refresh();
      } catch (error) {
        context.update({ queueTrouble: toStorageError('The queue cannot be read', local.folder, error).problem });
        throw error;
      }

      const entries = local.journal.entries();
      if (changed) {
        takeInCreated(context, entries);
      }

      const hasAttempt = entries.some(({ state, localId }) => state === 'sending' && !context.inFlight.has(localId));
      isOtherSending = hasAttempt && context.lease === undefined && (await isLockHeld(context));
      const unreadable = [...local.journal.unreadable(), ...local.archive.problems(), ...(await local.problems())].map(toUnreadable);
      context.update({
        // In one go, so that an animal does not leave the screen between its queue and its list.
        pets: context.saved.pets,
        entries: hasAttempt ? entries.map(shown) : entries,
        ...(unreadable.length > 0 || context.snapshot().unreadable.length > 0 ? { unreadable } : {}),
        queueTrouble: unreadable.find(({ problem }) => problem.code !== damaged)?.problem,
      });
      return changed;
    },
  };
}

/** Animals that another process sent since the list was asked for: they are on the service, whatever that list shows. */
function takeInCreated(context: Context, entries: readonly Entry[]): void {
  const listedAt = context.saved.lists.all?.fetchedAt ?? '';
  for (const entry of entries) {
    const { state, pet, history } = entry;
    const at = history.at(-1)?.at ?? '';
    if (state === 'created' && pet && at > listedAt && findPet(context.saved, pet.id) === undefined && isCopyOfTenant(context) && isOfTenant(context, entry)) {
      context.saved = withPet(context.saved, pet, at);
      extendListing(context, [pet]);
    }
  }
}

/** Throws a `StorageError` where the queue could not be read whole, so that an entry which was not found may be there. */
export function checkWholeness({ queueTrouble }: Pick<Snapshot, 'queueTrouble'>, localId: string): void {
  if (queueTrouble) {
    throw new StorageError({ code: queueTrouble.code, message: `${localId} is not among what can be read of the queue. ${queueTrouble.message}` });
  }
}

const damaged = 'unreadable';

function toUnreadable({ path, reason, code }: Unreadable): UnreadableFile {
  const consequence = code === 'newer_version' ? 'It is kept; nothing is changed or sent here by this version. Use that one, or update this one.' : 'The file is kept; everything else goes on.';
  return { path, problem: { code: code ?? damaged, message: `${path} cannot be used: ${reason}. ${consequence}` } };
}

async function isLockHeld({ local }: Context): Promise<boolean> {
  try {
    const lock = await local.acquireSenderLease();
    lock?.release();
    return lock === undefined;
  } catch {
    // A folder that cannot be written has no sender.
    return false;
  }
}
