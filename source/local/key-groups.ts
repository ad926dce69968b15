/**
 * Which API keys belong to one tenant of the service, by their digests: two keys of one address may show two different
 * stores. Kept in `keys.json`, apart from the saved copy, which anybody may delete.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Pet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { type DocumentKind, setAside, StoredDocument, type VersionGate } from './documents/document.js';

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

/** Refused keys that are remembered; a person does not mistype more of them. */
const mostRefused = 20;

/** A damaged document is set aside: then a person is asked once more. `onlyLooks`: findings are not saved. */
export function createKeyGroups(
  fileSystem: FileSystem,
  folder: string,
  { gate, onlyLooks = false }: { readonly gate?: VersionGate; readonly onlyLooks?: boolean } = {},
) {
  const path = join(folder, 'keys.json');
  const document = new StoredDocument(fileSystem, path, kind, gate);
  let content: Content = { groups: [], refused: [], youngest: {} };

  async function load(): Promise<void> {
    const found = await document.readOr(() =>
      onlyLooks ? undefined : setAside(fileSystem, path).catch(() => undefined),
    );
    content = found ?? content;
  }

  const groupOf = (digest: string): readonly string[] =>
    content.groups.find((group) => group.includes(digest)) ?? [digest];
  /** Changes the present content of the disk. */
  async function change(changed: () => Partial<Content>): Promise<void> {
    await load();
    const next = { ...content, ...changed() };
    await (onlyLooks ? undefined : document.replace(next));
    content = next;
  }

  return {
    /** Reads it; the rest is about the last reading. */
    load,
    /** Whether two digests are known to be keys of one tenant. */
    areSame: (a: string, b: string) => a === b || groupOf(a).includes(b),
    /** From here on they are. */
    join: (a: string, b: string) =>
      change(() => {
        const joined = [...new Set([...groupOf(a), ...groupOf(b)])];
        return { groups: [...content.groups.filter((group) => !group.some((each) => joined.includes(each))), joined] };
      }),
    /** Whether the service refused this key without ever having taken it. */
    wasRefused: (digest: string) => content.refused.includes(digest),
    async noteRefused(digest: string) {
      if (!content.refused.includes(digest)) {
        await change(() => ({ refused: [...content.refused, digest].slice(-mostRefused) }));
      }
    },
    /** The youngest animals that were seen under a key when another one took its place. */
    youngest: (digest: string) => groupOf(digest).flatMap((each) => content.youngest[each] ?? []),
    noteYoungest: (digest: string, pets: readonly Pet[]) =>
      change(() => ({ youngest: { ...content.youngest, [digest]: pets } })),
  };
}
