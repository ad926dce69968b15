/**
 * Whether this queue is the one that a person entered animals into, as it was left here. A folder that was copied, or
 * put back from a backup, holds animals that may have been sent since.
 *
 * Two things tell it. The queue names the folders in which it may be (one for each machine): a copy is in another one.
 * And beside the stores, where no copy or backup of them reaches, `queues.json` says how many attempts to send were
 * made from here: a queue that knows of fewer lacks what was sent.
 */
import { hash, randomUUID } from 'node:crypto';
import type { FileSystem } from '../platform/files/file-system.ts';
import type { Looked, MachineState } from './machine-state.ts';
import type { Entry } from '../domain/entry.ts';
import type { EntryRecord } from '../domain/record.ts';
import { type Place, type QueueData, withRecord } from './queue/queue-document.ts';
import type { Queue } from './queue/queue.ts';

/**
 * `as-left`: `isNoted`: it is known up to where it was sent from here; without that a queue that was put back is not
 * told. `copied`: it is in another place, it lacks what was sent from here, or a backup put the notes there.
 */
export type OriginFindings =
  | { readonly type: 'as-left'; readonly isNoted: boolean }
  | { readonly type: 'copied'; readonly why: 'elsewhere' | 'behind' | 'notes' };

/** More machines than one person has; a container that makes an id at each start must not make the list grow. */
const mostPlaces = 16;

/** `folder`: of the store. `system`: the system's identity of this machine; otherwise empty. */
export type OriginOptions = {
  readonly fileSystem: FileSystem;
  readonly folder: string;
  readonly system: string;
  /** Absent: a queue that was put back is not noticed. */
  readonly state: MachineState | undefined;
};

/** The present place of a folder. Throws an errno. */
async function findPlace({ fileSystem, folder, system }: OriginOptions, known: Looked): Promise<Place> {
  const { at, ...kept } = await fileSystem.identity(folder);
  return { machine: known.machine ?? digestOf(system), folder: at, ...kept };
}

function digestOf(system: string): string {
  return hash('sha256', system).slice(0, 16);
}

async function lookAt(
  { state }: OriginOptions,
  id: string,
  options?: Parameters<MachineState['look']>[1],
): Promise<Looked> {
  return (await state?.look(id, options)) ?? { noted: { type: 'unknown' }, machine: undefined };
}

/** The id and the place of a queue that is made now. It is noted at once: notes that a backup put there tell it. */
export async function makeOrigin(options: OriginOptions): Promise<Pick<QueueData, 'id' | 'places'>> {
  const id = randomUUID();
  const places = [await findPlace(options, await lookAt(options, id))];
  await options.state?.note(id, { attempts: 0, next: 1 }).catch(() => undefined);
  return { id, places };
}

/**
 * Where a queue belongs, and whether it is as it was left. Reads and writes only on request. If `queues.json` cannot be
 * read or written, sending goes on.
 */
export function createOrigin(options: OriginOptions, queue: Queue) {
  const { state, system } = options;

  const isOther = (present: Place) => (place: Place) =>
    place.machine !== present.machine && place.machine !== digestOf(system);

  async function isHere(known: Looked): Promise<boolean> {
    const { places, isAnywhere, id } = queue.data();
    if (id === '') {
      return true;
    }

    const present = await findPlace(options, known);
    const { kept } = present;
    if (kept === undefined ? isAnywhere === true : places.some((place) => place.kept === kept)) {
      return true;
    }

    const machines = places.flatMap(({ machine, folder }) => (folder === present.folder ? machine : []));
    // Noted by the system's identity, or (with dashes) by an own id that cannot be read here, which is no proof.
    const isOwn = present.machine !== digestOf(system);
    return machines.some(
      (machine) => machine === present.machine || machine === digestOf(system) || (!isOwn && machine.includes('-')),
    );
  }

  /** Notes how many attempts were made. Resolves to whether that is known. */
  async function note(): Promise<boolean> {
    const { id, attempts, next } = queue.data();
    return (
      state !== undefined &&
      (await state.note(id, { attempts, next }).then(
        () => true,
        () => false,
      ))
    );
  }

  return {
    /**
     * Looks; for the sender it also notes how far the queue is sent from here. `onlyLooks`: it only reads, without a
     * lock, and is right while another process sends.
     */
    async check({ onlyLooks = false } = {}): Promise<OriginFindings> {
      // In this order: the queue is never behind a note that was made before it was read.
      const known = await lookAt(options, queue.data().id, { isMade: !onlyLooks && queue.data().id !== '' });
      const { noted } = known;
      await queue.refresh();
      const { attempts, behind } = queue.data();
      if (!(await isHere(known))) {
        return { type: 'copied', why: 'elsewhere' };
      }

      if (behind !== undefined || (noted.type === 'noted' && noted.attempts > attempts)) {
        return { type: 'copied', why: 'behind' };
      }

      if (noted.type === 'copied') {
        return { type: 'copied', why: 'notes' };
      }

      const isPresent = noted.type === 'noted' && noted.attempts === attempts;
      const isKept = onlyLooks || isPresent || (await note());
      return { type: 'as-left', isNoted: isKept && noted.type === 'noted' };
    },

    /** Sending ends: from here on a queue that lacks what was sent is behind. */
    async noteSent() {
      await note();
    },

    /** A person says that this is the one queue, as it is now. `toEvent`: what that means for each animal. */
    async confirm(toEvent: (entry: Entry) => EntryRecord | undefined = () => undefined) {
      const present = await findPlace(options, await lookAt(options, queue.data().id));
      const isAnywhere = present.kept === undefined;
      await queue.change(({ behind: _, ...before }) => {
        // The machine's own id replaces the system's identity, and the folder's former place on it.
        const places = [...before.places.filter(isOther(present)), present].slice(-mostPlaces);
        const entries = before.entries.map((entry) => {
          const event = toEvent(entry);
          return event ? withRecord(entry, event) : entry;
        });
        return { queue: { ...before, entries, places, ...(isAnywhere ? { isAnywhere } : {}) }, result: undefined };
      });
      await note();
    },
  };
}
