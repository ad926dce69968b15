/**
 * Whether this queue is the one that a person entered animals into, as it was left here. A folder that was copied, or
 * put back from a backup, holds animals that may have been sent since.
 *
 * Two things tell it. The queue names the folders in which it may be: a copy is in another one. And beside the stores,
 * where no copy or backup of them reaches, `queues.json` says how many attempts to send were made from here: a queue that
 * knows of fewer lacks what was sent. Where a file system does not keep what tells a folder, only that counts.
 */
import { randomUUID } from 'node:crypto';
import type { FileSystem } from '../platform/files/file-system.ts';
import type { MachineState } from './machine-state.ts';
import { type Entry, isWaiting } from '../domain/entry.ts';
import type { EntryRecord } from '../domain/record.ts';
import { type QueueData, withRecord } from './queue/queue-document.ts';
import type { Queue } from './queue/queue.ts';

/** `copied`: it is in another place, it lacks what was sent from here, or a backup put the notes there. */
export type OriginFindings =
  | { readonly type: 'as-left' }
  | { readonly type: 'copied'; readonly why: 'elsewhere' | 'behind' | 'notes' };

/** More places than one person uses; a folder that is another one at each mount must not make the list grow. */
const mostPlaces = 16;

/** `folder`: of the store. */
export type OriginOptions = {
  readonly fileSystem: FileSystem;
  readonly folder: string;
  /** Absent: a queue that was put back is not noticed. */
  readonly state: MachineState | undefined;
};

/** The id and the place of a queue that is made now. It is noted at once: notes that a backup put there tell it. */
export async function makeOrigin(options: OriginOptions): Promise<Pick<QueueData, 'id' | 'places'>> {
  const id = randomUUID();
  const { name } = await options.fileSystem.identity(options.folder);
  await options.state?.note(id, { attempts: 0, next: 1 }).catch(() => undefined);
  return { id, places: [name] };
}

/**
 * Where a queue belongs, and whether it is as it was left. Reads and writes only on request. If `queues.json` cannot be
 * read or written, sending goes on.
 */
export function createOrigin(options: OriginOptions, queue: Queue) {
  const { fileSystem, folder, state } = options;

  const isAnyWaiting = (): boolean => queue.entries().some(({ state }) => isWaiting(state));

  async function isHere(): Promise<boolean> {
    const { places, isAnywhere } = queue.data();
    const { name, isLasting } = await fileSystem.identity(folder);
    if (places.includes(name) || (!isLasting && isAnywhere === true)) {
      return true;
    }

    // Where each mount is another place, only what waits is worth a question.
    return !isAnyWaiting() && fileSystem.fileIdentity(folder) === undefined;
  }

  /** Notes how many attempts were made. */
  async function note(): Promise<void> {
    const { id, attempts, next } = queue.data();
    await state?.note(id, { attempts, next }).catch(() => undefined);
  }

  return {
    /**
     * Looks; for the sender it also notes how far the queue is sent from here. `onlyLooks`: it only reads, without a
     * lock, and is right while another process sends.
     */
    async check({ onlyLooks = false } = {}): Promise<OriginFindings> {
      // In this order: the queue is never behind a note that was made before it was read.
      const noted = (await state?.look(queue.data().id)) ?? { type: 'unknown' as const };
      await queue.refresh();
      const { attempts, behind } = queue.data();
      // Nothing can have been sent from a copy of one that never sent anything, and in which nothing waits.
      const isUsed = attempts > 0 || isAnyWaiting();
      if (isUsed && !(await isHere())) {
        return { type: 'copied', why: 'elsewhere' };
      }

      if (behind !== undefined || (noted.type === 'noted' && noted.attempts > attempts)) {
        return { type: 'copied', why: 'behind' };
      }

      if (isUsed && noted.type === 'copied') {
        return { type: 'copied', why: 'notes' };
      }

      if (!onlyLooks && !(noted.type === 'noted' && noted.attempts === attempts)) {
        await note();
      }

      return { type: 'as-left' };
    },

    /** Sending ends: from here on a queue that lacks what was sent is behind. */
    noteSent: note,

    /** A person says that this is the one queue, as it is now. `toEvent`: what that means for each animal. */
    async confirm(toEvent: (entry: Entry) => EntryRecord | undefined = () => undefined) {
      const { name, isLasting } = await fileSystem.identity(folder);
      await queue.change(({ behind: _, ...before }) => {
        const places = [...before.places.filter((place) => place !== name), name].slice(-mostPlaces);
        const entries = before.entries.map((entry) => {
          const event = toEvent(entry);
          return event ? withRecord(entry, event) : entry;
        });
        return { queue: { ...before, entries, places, ...(isLasting ? {} : { isAnywhere: true }) }, result: undefined };
      });
      await note();
    },
  };
}
