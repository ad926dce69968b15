/**
 * Where this queue lives. A folder that was copied or restored from a backup holds animals that the original may have sent
 * since, so a stamp that does not match stops the sending until a person says that this is the one queue.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isErrno } from '../platform/errno.js';
import type { FileSystem } from '../platform/file-system.js';
import { DamagedDocument, type DocumentKind, readDocument, ReplaceAdapter, setAside, type VersionGate, writeDocument } from './document.js';

const contentSchema = z.object({ machine: z.string(), folder: z.string() });
type Content = z.infer<typeof contentSchema>;
/** The version of the whole store: who changes the form of any of its documents raises this too, and writes it first. */
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** The mark of one queue in one place. */
export type Stamp = {
  /** Reads it, so that a store of a newer version is noticed. Throws `NewerDocument`. */
  check(): Promise<void>;
  /** Whether the folder is where it was stamped; a new one is stamped. */
  matches(): Promise<boolean>;
  /** Stamps it anew: this is the one. */
  renew(): Promise<void>;
};

/** @param machine An identity of this machine; empty where it has none. */
export function createStamp(fileSystem: FileSystem, folder: string, machine: string, gate?: VersionGate): Stamp {
  const path = join(folder, 'stamp.json');
  const adapter = new ReplaceAdapter(fileSystem, path, kind, gate);
  const present = async (): Promise<Content> => ({
    machine: createHash('sha256').update(machine).digest('hex').slice(0, 16),
    // A copy has another one; a folder that was only moved keeps its own.
    folder: await fileSystem.identity(folder),
  });
  const write = async (): Promise<void> => writeDocument(adapter, await present());

  /** A damaged one tells nothing about where the folder was. */
  async function read(): Promise<Content | 'damaged' | null> {
    try {
      return await readDocument(adapter);
    } catch (error) {
      if (error instanceof DamagedDocument) {
        return 'damaged';
      }

      throw error;
    }
  }

  return {
    async check() {
      await read().catch((error: unknown) => {
        // That it cannot be read just now says nothing about its version.
        if (!isErrno(error)) {
          throw error;
        }
      });
    },
    async renew() {
      if ((await read()) === 'damaged') {
        await setAside(fileSystem, path);
      }

      await write();
    },
    async matches() {
      const stamped = await read();
      if (stamped === null) {
        await write();
        return true;
      }

      const here = await present();
      return stamped !== 'damaged' && stamped.machine === here.machine && stamped.folder === here.folder;
    },
  };
}
