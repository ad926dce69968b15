/**
 * Baselines: which ids were on the service just before an attempt. A document of its own each, written once and shared
 * by the attempts that name it. One that only adds a few ids to another names that as its *base*: a list may hold 100
 * 000.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.js';
import { storedInt64 } from '../domain/record.js';
import type { FileSystem } from '../platform/files/file-system.js';
import {
  type DocumentKind,
  PublishAdapter,
  readUnlessDamaged,
  type VersionGate,
  watchVersions,
  writeDocument,
} from './documents/document.js';

const contentSchema = z.object({ listedAt: z.string(), base: z.optional(z.string()), ids: z.array(storedInt64) });
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** The baselines that undecided attempts name. */
export type Baselines = {
  /** Throws a `NewerDocument` if a newer petstore wrote one of them; each is looked at once. */
  checkVersions(): Promise<void>;
  /** Saves a baseline durably and returns its name. */
  publish(ids: Iterable<Int64>, listedAt: string, base?: string): Promise<string>;
  has(name: string): boolean;
  /** The ids of a baseline; undefined if it is gone or damaged, which makes it a weak one. */
  read(name: string): Promise<ReadonlySet<Int64> | undefined>;
  /** Removes those that no undecided attempt names, itself or as a base. */
  sweep(used: ReadonlySet<string>): Promise<void>;
};

/** One file a baseline, in a folder of their own. */
export function createBaselines(fileSystem: FileSystem, folder: string, gate?: VersionGate): Baselines {
  const pathOf = (name: string): string => join(folder, `${name}.json`);
  const adapterFor = (name: string): PublishAdapter<Content> =>
    new PublishAdapter(fileSystem, pathOf(name), kind, { gate });

  const readOne = (name: string): Promise<Content | null> => readUnlessDamaged(adapterFor(name), () => null);

  return {
    checkVersions: watchVersions(fileSystem, folder, kind, gate),
    async publish(ids, listedAt, base) {
      const name = randomUUID();
      await writeDocument(adapterFor(name), { listedAt, ids: [...ids], ...(base === undefined ? {} : { base }) });
      return name;
    },
    has: (name) => fileSystem.exists(pathOf(name)),
    async read(name) {
      const own = await readOne(name);
      const base = own?.base === undefined ? undefined : await readOne(own.base);
      // Without its base a baseline knows too little to be one.
      return own && (own.base === undefined || base) ? new Set([...own.ids, ...(base?.ids ?? [])]) : undefined;
    },
    async sweep(used) {
      const bases = await Promise.all([...used].map(async (name) => (await readOne(name))?.base));
      const kept = new Set([...used, ...bases]);
      for (const file of (await fileSystem.list(folder)).filter((name) => name.endsWith('.json'))) {
        if (!kept.has(file.replace(/\.json$/, ''))) {
          await fileSystem.remove(join(folder, file)).catch(() => undefined);
        }
      }
    },
  };
}
