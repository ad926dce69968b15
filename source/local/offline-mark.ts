/**
 * Working offline, as a person chose it for a store: a document in the store's folder, so that it binds every program
 * that opens the store and outlasts them all. Whoever sends reads it under the sender's lock, before each animal.
 */
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { hasCode } from '../platform/files/errno.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { type DocumentKind, setAside, StoredDocument, type VersionGate } from './documents/document.js';

const contentSchema = z.object({ since: z.string() });
const kind: DocumentKind<z.infer<typeof contentSchema>> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** The folder need be there for `set` only. */
export function createOfflineMark(fileSystem: FileSystem, folder: string, gate?: VersionGate) {
  const path = join(folder, 'offline.json');
  const document = new StoredDocument(fileSystem, path, kind, gate);
  return {
    /** Since when, ISO 8601 UTC; undefined: not offline. Throws an errno if that cannot be read just now. */
    async since() {
      // Asked before each animal, and hardly ever there: an error for every animal costs more than the question.
      if (fileSystem.revision(path) === '') {
        return undefined;
      }

      const found = await document.readOr(() => {
        // A person chose it once, and there is no sign that they ended it.
        const at = fileSystem.modifiedAt(path);
        return { since: new Date(Number.isFinite(at) ? at : 0).toISOString() };
      });
      return found?.since;
    },
    /** Working offline begins, durably. */
    set: (since: string) => document.replace({ since }),
    /** It ends. A power cut may bring it back, which only delays queued animals. */
    async clear() {
      try {
        await fileSystem.remove(path);
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
          return;
        }

        if (!fileSystem.isFolder(path)) {
          throw error;
        }

        await setAside(fileSystem, path);
      }

      await fileSystem.syncFolder(dirname(path));
    },
    /** Calls back after something changed in the store's folder; returns the way to stop. */
    watch: (changed: () => void) => fileSystem.watch(folder, changed),
  };
}
