/** The two generations of a queue on disk: reading them, whatever happened to them, and writing the next one. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTurns } from '../../platform/concurrency/turns.ts';
import { unlessErrno } from '../../platform/files/errno.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { dateTimeText } from '../../platform/time/clock.ts';
import { DamagedDocument, NewerDocument, setAside, StoredDocument } from '../documents/document.ts';
import type { Unreadable, VersionGate } from '../documents/document.ts';
import { mostWaiting } from './changes.ts';
import { emptyQueue, type QueueData, queueKind, reuse } from './queue-document.ts';

/** The files of a queue, and what else is known where they are damaged. */
export type QueueFilesOptions = {
  readonly fileSystem: FileSystem;
  readonly folder: string;
  /** The normalised address of the store, or `demo`. */
  readonly address: string;
  readonly gate: VersionGate;
  /** The highest number that anything but the two documents tells of: asked where they are damaged. */
  readonly findHighest: () => Promise<number>;
};

/** So many bytes of a queue hold the number of the next animal: it stands before all that grows. */
const nextWithin = 4096;

/** What was read or written last. */
type Memory = {
  readonly queue: QueueData;
  /** The first bytes of the file; empty: it must be read. */
  readonly start: string;
  readonly damaged: readonly DamagedDocument[];
};

/** The folder need be there for writing only. */
export function createQueueFiles({ fileSystem, folder, address, gate, findHighest }: QueueFilesOptions) {
  const path = join(folder, 'queue.json');
  const copyPath = join(folder, 'queue.copy.json');
  const kind = queueKind(address);
  const document = new StoredDocument(fileSystem, path, kind, gate);
  const copy = new StoredDocument(fileSystem, copyPath, kind, gate);
  let memory: Memory = { queue: emptyQueue(address), start: '', damaged: [] };
  /** One reading or writing after the other, so that the memory is never older than the one before. */
  const turns = createTurns();

  /** The present document, or the one before it. */
  async function readGenerations(): Promise<Memory> {
    const found: DamagedDocument[] = [];
    const note = (damage: DamagedDocument): null => {
      found.push(damage);
      return null;
    };
    const newest = await document.readOr(note);
    const isMissing = newest === null && found.length === 0;
    const older = newest ? null : await copy.readOr(note);
    if (isMissing && (older !== null || found.length > 0)) {
      if (fileSystem.exists(path)) {
        // It has come since: another process wrote the first ones.
        return await readGenerations();
      }

      // Every change leaves a file in its place: somebody took it away, and the last change with it.
      found.unshift(new DamagedDocument(path, 'it is missing'));
    }

    const queue = (newest ?? older)?.data;
    const next = { ...(queue ?? emptyQueue(address)), entries: reuse(memory.queue.entries, queue?.entries ?? []) };
    const [damage] = found;
    if (damage === undefined) {
      return { queue: next, start: newest?.start ?? '', damaged: [] };
    }

    const ends = next.entries
      .map(({ history }) => history.at(-1)?.at ?? '')
      .toSorted()
      .at(-1);
    const end = ends === undefined ? 'before the first animal' : `at ${dateTimeText(ends)}`;
    const what = queue
      ? `Its copy from before the last change is used, and ends ${end}`
      : 'Its copy cannot be used either, so what waited in it is unknown';
    const behind = `${damage.reason}. ${what}`;
    return {
      queue: { ...next, next: Math.max(next.next, await findNext(found)), behind },
      start: '',
      damaged: found,
    };
  }

  /**
   * A number that nothing tells of: neither what is left of the damaged files, nor anything else. Without the former there
   * may be as many as can wait since anything else was written.
   */
  async function findNext(found: readonly DamagedDocument[]): Promise<number> {
    const texts = await Promise.all(
      found.map(({ path: place }) => fileSystem.readStart(place, nextWithin).then(String, () => '')),
    );
    const told = texts.map((text) => Number(/"next":(\d{1,15})\b/u.exec(text)?.[1] ?? 0));
    const unknown = found.length > 1 && Math.max(...told) === 0 ? mostWaiting : 0;
    return Math.max(...told, (await findHighest()) + 1 + unknown);
  }

  async function readIfOther(): Promise<QueueData> {
    if (memory.start === '' || (await document.readStart()) !== memory.start) {
      try {
        memory = await readGenerations();
      } catch (error) {
        if (!(error instanceof NewerDocument)) {
          throw error;
        }
      }
    }

    return memory.queue;
  }

  async function writeNow(queue: QueueData): Promise<void> {
    for (const damage of memory.damaged) {
      await unlessErrno(setAside(fileSystem, damage.path), 'ENOENT');
    }

    memory = { ...memory, start: '', damaged: [] };
    const start = await document.replace(queue, { keepAs: copyPath });
    memory = { queue, start, damaged: [] };
  }

  return {
    /** Reads the document if it is not the one in memory. Throws an errno; a newer one closes the gate. */
    read: (): Promise<QueueData> => turns.take(readIfOther),
    /** Makes it the present document, durably. Throws as `replaceFile`; then it is not known which one is there. */
    write: (queue: QueueData): Promise<void> => turns.take(() => writeNow(queue)),
    /** The queue as of the last reading or writing. */
    data: () => memory.queue,
    /** The queues that a synchronised folder put beside this one, as far as they can be read. */
    async findConflicted(): Promise<readonly { readonly path: string; readonly queue: QueueData }[]> {
      const paths = (await fileSystem.list(folder))
        .filter((name) => conflicted.test(name))
        .map((name) => join(folder, name));
      const found = await Promise.all(
        paths.map(async (each) => {
          const queue = await new StoredDocument(fileSystem, each, kind).read().catch(unlessUnreadable);
          return queue ? [{ path: each, queue: queue.data }] : [];
        }),
      );
      return found.flat();
    },
    /** Moves one away that was taken in. */
    async moveAway(place: string) {
      await unlessErrno(fileSystem.rename(place, `${place}.joined-${randomUUID()}`), 'ENOENT');
    },
    /**
     * Files that cannot be used, and why; `names`: all that are in the folder. One that was moved aside is none any more
     * once a person went on without what it may have had.
     */
    problems(names: readonly string[]): readonly Unreadable[] {
      const { damaged, queue } = memory;
      const { behind } = queue;
      const isLost = damaged.length > 1;
      const aside = damaged.length > 0 || behind === undefined ? [] : names.filter((name) => kept.test(name));
      return [
        ...damaged.map(({ path: place, reason }) => ({
          path: place,
          reason: isLost ? reason : (behind ?? reason),
          code: isLost ? ('queue_lost' as const) : ('queue_damaged' as const),
        })),
        ...aside.map((name) => ({
          path: join(folder, name),
          reason: behind ?? '',
          code: 'queue_damaged' as const,
        })),
        ...names
          .filter((name) => conflicted.test(name))
          .map((name) => ({
            path: join(folder, name),
            reason: 'petstore gives no such name; it looks as if a synchronised folder made it of two that differed',
            code: 'not_a_record' as const,
          })),
      ];
    },
  };
}

function unlessUnreadable(error: unknown): null {
  if (error instanceof DamagedDocument || error instanceof NewerDocument) {
    return null;
  }

  throw error;
}

/** Names of its two documents that were moved aside. */
const kept = /^queue(\.copy)?\.json\.damaged-/u;
/** Names that programs give to the second of two files that were changed apart. */
const conflicted = /^queue(?!\.json$|\.copy\.json$|\.lock)(?!.*\.damaged-).*\.json$/u;
