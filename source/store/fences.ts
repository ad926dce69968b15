/**
 * Fences: which ids were on the service just before an attempt. A document of its own each, written once and shared by the
 * attempts that name it.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { storedInt64 } from '../domain/record.js';
import type { FileSystem } from '../platform/file-system.js';
import { DamagedDocument, type DocumentKind, PublishAdapter, readDocument, writeDocument } from './document.js';

const contentSchema = z.object({ listedAt: z.string(), ids: z.array(storedInt64) });
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

export type Fences = {
  /** Saves a fence durably and returns its name. */
  publish(ids: Iterable<Int64>, listedAt: string): Promise<string>;
  /** The ids of a fence; undefined where it is gone or damaged, which makes it a weak one. */
  read(name: string): Promise<ReadonlySet<Int64> | undefined>;
  /** Removes those that no undecided attempt names. */
  sweep(used: ReadonlySet<string>): Promise<void>;
};

export function createFences(fileSystem: FileSystem, folder: string): Fences {
  const adapterFor = (name: string): PublishAdapter<Content> => new PublishAdapter(fileSystem, join(folder, `${name}.json`), kind);

  return {
    async publish(ids, listedAt) {
      const name = randomUUID();
      await writeDocument(adapterFor(name), { listedAt, ids: [...ids] });
      return name;
    },
    async read(name) {
      try {
        const content = await readDocument(adapterFor(name));
        return content ? new Set(content.ids) : undefined;
      } catch (error) {
        if (error instanceof DamagedDocument) {
          return undefined;
        }

        throw error;
      }
    },
    async sweep(used) {
      for (const file of await fileSystem.list(folder)) {
        if (!used.has(file.replace(/\.json$/, ''))) {
          await fileSystem.remove(join(folder, file)).catch(() => undefined);
        }
      }
    },
  };
}
