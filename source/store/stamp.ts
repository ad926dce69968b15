/**
 * Where this queue lives. A folder that was copied or restored from a backup holds animals that the original may have sent
 * since, so a stamp that does not match stops the sending until a person says that this is the one queue.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { FileSystem } from '../platform/file-system.js';
import { DamagedDocument, type DocumentKind, readDocument, ReplaceAdapter, writeDocument } from './document.js';

const contentSchema = z.object({ machine: z.string(), folder: z.string() });
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** The mark of one queue in one place. */
export type Stamp = {
  /** Whether the folder is where it was stamped; a new one is stamped. */
  matches(): Promise<boolean>;
  /** Stamps it anew: this is the one. */
  renew(): Promise<void>;
};

/** @param machine An identity of this machine; empty where it has none. */
export function createStamp(fileSystem: FileSystem, folder: string, machine: string): Stamp {
  const adapter = new ReplaceAdapter(fileSystem, join(folder, 'stamp.json'), kind);
  const present = async (): Promise<Content> => ({
    machine: createHash('sha256').update(machine).digest('hex').slice(0, 16),
    // A copy has another inode; a folder that was only moved keeps its own.
    folder: await fileSystem.identity(folder),
  });
  const renew = async (): Promise<void> => writeDocument(adapter, await present());

  return {
    renew,
    async matches() {
      try {
        const stamped = await readDocument(adapter);
        if (stamped === null) {
          await renew();
          return true;
        }

        const here = await present();
        return stamped.machine === here.machine && stamped.folder === here.folder;
      } catch (error) {
        if (error instanceof DamagedDocument) {
          return false;
        }

        throw error;
      }
    },
  };
}
