/**
 * Which API keys belong to one tenant of the service, by their digests: two keys of one address may show two different
 * stores. Kept in `keys.json`, apart from the saved copy, which anybody may delete.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Pet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import {
  type DocumentKind,
  readUnlessDamaged,
  ReplaceAdapter,
  setAside,
  type VersionGate,
  writeDocument,
} from './documents/document.js';

const contentSchema = z.lazy(() =>
  z.object({
    groups: z.array(z.array(z.string())),
    refused: z.array(z.string()),
    // The checksum vouches for the pets.
    youngest: z._default(
      z.record(
        z.string(),
        z.custom<readonly Pet[]>((value) => Array.isArray(value)),
      ),
      {},
    ),
  }),
);
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** The keys of one local store. */
export type KeyGroups = {
  /** Reads it; the rest is about the last reading. */
  load(): Promise<void>;
  /** Whether two digests are known to be keys of one tenant. */
  areSame(a: string, b: string): boolean;
  /** From here on they are. */
  join(a: string, b: string): Promise<void>;
  /** Whether the service refused this key without ever having taken it. */
  wasRefused(digest: string): boolean;
  noteRefused(digest: string): Promise<void>;
  /** The youngest animals that were seen under a key when another one took its place. */
  youngest(digest: string): readonly Pet[];
  noteYoungest(digest: string, pets: readonly Pet[]): Promise<void>;
};

/** Refused keys that are remembered; a person does not mistype more of them. */
const mostRefused = 20;

/**
 * Read only on request. A damaged document is set aside: then a person is asked once more. `onlyLooks`: findings hold
 * as long as the program runs, and are not saved.
 */
export function createKeyGroups(
  fileSystem: FileSystem,
  folder: string,
  { gate, onlyLooks = false }: { readonly gate?: VersionGate; readonly onlyLooks?: boolean } = {},
): KeyGroups {
  const path = join(folder, 'keys.json');
  const adapter = new ReplaceAdapter(fileSystem, path, kind, gate);
  let content: Content = { groups: [], refused: [], youngest: {} };

  async function load(): Promise<void> {
    const found = await readUnlessDamaged(adapter, () =>
      onlyLooks ? undefined : setAside(fileSystem, path).catch(() => undefined),
    );
    content = found ?? content;
  }

  const groupOf = (digest: string): readonly string[] =>
    content.groups.find((group) => group.includes(digest)) ?? [digest];
  async function write(next: Content): Promise<void> {
    if (!onlyLooks) {
      await writeDocument(adapter, next);
    }

    content = next;
  }

  return {
    load,
    areSame: (a, b) => a === b || groupOf(a).includes(b),
    async join(a, b) {
      await load();
      const joined = [...new Set([...groupOf(a), ...groupOf(b)])];
      await write({
        ...content,
        groups: [...content.groups.filter((group) => !group.some((digest) => joined.includes(digest))), joined],
      });
    },
    wasRefused: (digest) => content.refused.includes(digest),
    async noteRefused(digest) {
      if (!content.refused.includes(digest)) {
        await load();
        await write({ ...content, refused: [...content.refused, digest].slice(-mostRefused) });
      }
    },
    youngest: (digest) => groupOf(digest).flatMap((each) => content.youngest[each] ?? []),
    async noteYoungest(digest, pets) {
      await load();
      await write({ ...content, youngest: { ...content.youngest, [digest]: pets } });
    },
  };
}
