/** The queue as it is shown: read again when it changed, with states as they truly are in this moment. */
import type { Entry } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import type { Unreadable } from '../../local/documents/document.ts';
import { toStorageError } from '../../local/documents/storage-error.ts';
import type { EngineState, Part } from '../state.ts';
import { findSavedPet, withPet } from '../list/saved-lists.ts';
import type { Snapshot } from '../api.ts';

/**
 * Reads the news of the queue and shows it; resolves to whether there was any. In the midst of work (`looksAround`:
 * false) nobody looks for files that were put beside the queue; `isJustRead`: nor for what changed since a moment ago.
 */
export async function refreshQueue(
  engine: EngineState,
  { looksAround = true, isJustRead = false } = {},
): Promise<boolean> {
  const { local } = engine;
  try {
    await (isJustRead ? local.queue.notice() : local.queue.refresh());
    if (looksAround) {
      local.checkHome();
    }
  } catch (error) {
    engine.show({ queueTrouble: toStorageError('The queue cannot be read', local.folder, error).problem });
    throw error;
  }

  const entries = local.queue.entries();
  const changed = engine.noteSeen(entries);
  if (changed) {
    takeInCreated(engine, entries);
  }

  const hasAttempt = entries.some(({ state, localId }) => state === 'sending' && !engine.inFlight.has(localId));
  engine.isOtherSending = hasAttempt && engine.lease === undefined && isLeaseHeld(engine);
  const unreadable = [...engine.joined, ...(await local.problems({ looksAround })).map(toUnreadable)];
  engine.show({
    // In one go, so that an animal does not leave the screen between its queue and its list.
    pets: engine.shownPets(),
    lookedUp: engine.saved.lookedUp,
    // As they are now: animals added or changed during the reading are not taken off the screen again.
    entries: engine.shownEntries(),
    ...(unreadable.length > 0 || engine.snapshot().unreadable.length > 0 ? { unreadable } : {}),
    queueTrouble: unreadable.find(({ problem }) => hiding.includes(problem.code))?.problem,
  });
  return changed;
}

/** Animals that another process sent since the list was asked for: they are on the service, unlisted or not. */
function takeInCreated(engine: Part<'saved' | 'setSaved'>, entries: readonly Entry[]): void {
  for (const { pet, at } of createdSince(engine, entries)) {
    if (findSavedPet(engine.saved, pet.id) === undefined) {
      engine.setSaved(withPet(engine.saved, pet, at));
    }
  }
}

function createdSince(
  engine: Part<'saved'>,
  entries: readonly Entry[],
): readonly { readonly pet: Pet; readonly at: string }[] {
  const { lists, wholeAt } = engine.saved;
  // A list that is cut off shows none of them however late it was read.
  const listedAt = (lists.all?.complete ? lists.all.fetchedAt : wholeAt) ?? '';
  return entries.flatMap((entry) => {
    const { state, pet, history } = entry;
    const at = history.at(-1)?.at ?? '';
    return state === 'created' && pet && at > listedAt ? [{ pet, at }] : [];
  });
}

/** Which of the problems with files leave the queue's content open. */
const hiding: readonly string[] = [
  'newer_version',
  'not_a_folder',
  'queue_damaged',
  'queue_lost',
] satisfies Unreadable['code'][];

/** A file that cannot be used, as it is told. */
export function toUnreadable({ path, reason, code }: Unreadable): Snapshot['unreadable'][number] {
  return { path, problem: { code, message: `${path} cannot be used: ${reason}. ${whatNow[code]}` } };
}

const goOn = 'then confirm with `petstore sync --resume`.';

const whatNow: Readonly<Record<Unreadable['code'], string>> = {
  newer_version: 'It is kept; nothing is changed or sent here by this version. Use that one, or update this one.',
  not_a_record:
    'Animals in it are neither shown nor sent; `petstore sync` takes in what it has more. If it cannot, the file stays: ' +
    "add again what is missing, and move it away. Keep petstore's folders out of synchronisation.",
  queue_damaged: `What is left of it is kept; add what is missing again, ${goOn}`,
  queue_lost: `What is left of it is kept; animals that waited are neither shown nor sent: add them again, ${goOn}`,
  not_a_folder: 'Move it away; until then nothing is saved here.',
  archive_lost: 'The file is kept; everything else goes on.',
};

function isLeaseHeld({ local }: Part<'local'>): boolean {
  try {
    return local.isSenderLeaseHeld();
  } catch {
    // An unreadable queue is not sent from here.
    return false;
  }
}
