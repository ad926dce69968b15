/**
 * Baselines: which ids were on the service just before an attempt. A document of its own each, written once and shared
 * by the attempts that name it. One of an earlier version may only add a few ids to another, its *base*.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { storedInt64 } from '../domain/record.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { type DocumentKind, StoredDocument, type VersionGate } from './documents/document.js';

const contentSchema = z.object({ listedAt: z.string(), base: z.optional(z.string()), ids: z.array(storedInt64) });
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** The baselines that undecided attempts name. */
export type Baselines = ReturnType<typeof createBaselines>;

/** One file a baseline, in a folder of their own. */
export function createBaselines(fileSystem: FileSystem, folder: string, gate?: VersionGate) {
  const pathOf = (name: string): string => join(folder, `${name}.json`);
  const documentOf = (name: string) => new StoredDocument(fileSystem, pathOf(name), kind, gate);

  return {
    /** Saves a baseline durably and returns its name. */
    async publish(ids: Iterable<Int64>, listedAt: string) {
      const name = randomUUID();
      await documentOf(name).publish({ listedAt, ids: [...ids] });
      return name;
    },
    has: (name: string) => fileSystem.exists(pathOf(name)),
    /** The ids of a baseline; undefined if it is gone or damaged, which makes it a weak one. */
    async read(name: string): Promise<ReadonlySet<Int64> | undefined> {
      const own = await documentOf(name).readIntact();
      const base = own?.base === undefined ? undefined : await documentOf(own.base).readIntact();
      // Without its base a baseline knows too little to be one.
      return own && (own.base === undefined || base) ? new Set([...own.ids, ...(base?.ids ?? [])]) : undefined;
    },
    /** Removes those that no undecided attempt names, itself or as a base. */
    async sweep(used: ReadonlySet<string>) {
      const bases = await Promise.all([...used].map(async (name) => (await documentOf(name).readIntact())?.base));
      const kept = new Set([...used, ...bases]);
      for (const file of (await fileSystem.list(folder)).filter((name) => name.endsWith('.json'))) {
        if (!kept.has(file.replace(/\.json$/, ''))) {
          await fileSystem.remove(join(folder, file)).catch(() => undefined);
        }
      }
    },
  };
}
