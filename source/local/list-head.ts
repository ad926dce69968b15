/**
 * The head of the saved copy, in two generations: `lists.json`, and the one before it, `lists-before.json`.
 *
 * A refresh without news writes only the head, each minute if the app is open, so it is not made durable: each fsync is
 * one of the whole disk on macOS. A power cut may then leave it torn, which its checksum tells, and the one before
 * counts again. That is never younger than a minute, by when every system has written it, or was made durable.
 */
import { join } from 'node:path';
import type { FileSystem } from '../platform/files/file-system.js';
import {
  DisposableAdapter,
  type DocumentKind,
  readUnlessDamaged,
  ReplaceAdapter,
  type VersionGate,
  writeDocument,
} from './documents/document.js';

/** The names of its files, the newest first. */
export const headNames: readonly string[] = ['lists.json', 'lists-before.json'];

/** The head, whatever is in it. */
export type ListHead<T> = {
  /** The newest that can be read; null if it is missing. */
  read(): Promise<T | null>;
  /** Every generation that can be read: the files that these name are kept. */
  readAll(): Promise<readonly T[]>;
  write(data: T, isDurable: boolean): Promise<void>;
};

/** The time after which every system has written its buffers, in milliseconds. */
const writtenMs = 60_000;

/** Read only on request. `wasDurable`: whether a generation was written so. */
export function createListHead<T>(
  fileSystem: FileSystem,
  folder: string,
  kind: DocumentKind<T>,
  wasDurable: (data: T) => boolean,
  gate?: VersionGate,
): ListHead<T> {
  const [path = '', beforePath = ''] = headNames.map((name) => join(folder, name));
  const newest = new ReplaceAdapter(fileSystem, path, kind, gate);
  const before = new ReplaceAdapter(fileSystem, beforePath, kind, gate);

  return {
    read: async () => (await readIntact(newest)) ?? (await readIntact(before)),
    readAll: async () => [await readIntact(newest), await readIntact(before)].filter((each) => each !== null),
    async write(data, isDurable) {
      if (isDurable) {
        await writeDocument(newest, data);
        return;
      }

      const present = await readIntact(newest).catch(() => null);
      // Until the new one has its name, the one before is read, which is the same by then. One that is torn takes no
      // other's place.
      const keepAs = {
        path: beforePath,
        when: (ageMs: number) => present !== null && (wasDurable(present) || ageMs > writtenMs),
      };
      await writeDocument(new DisposableAdapter(fileSystem, path, kind, keepAs, gate), data);
    },
  };
}

/** A document that is torn or otherwise damaged counts as missing. */
export function readIntact<T>(adapter: ReplaceAdapter<T>): Promise<T | null> {
  return readUnlessDamaged(adapter, () => null);
}
