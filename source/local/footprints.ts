/**
 * `footprint.json`: the knowledge that sending has of the store, for each key; which keys are of one tenant; and since
 * when the present start of the machine is known. Keys stand in it by their digests. It outlives the saved copy, which
 * anybody may delete.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Pet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import type { Moment } from '../platform/time/clock.js';
import { type DocumentKind, StoredDocument, type VersionGate } from './documents/document.js';

/** An animal of ours that the store answered with an id, when it was sent, and whether a list ever showed it. */
export type Witness = Pet & Moment & { readonly isListed?: boolean };

// The checksum vouches for the animals.
const animalsOf = <Animal extends Pet>() => z.custom<readonly Animal[]>((value) => Array.isArray(value));

/**
 * Animals that the store no longer seems to know: it was reset, or shows another tenant's, or was empty for a while.
 * Sending stops until they are back or (`isSure`: a second reading, a settle time later, came to the same) a person
 * confirms.
 */
const doubtSchema = z.lazy(() =>
  z.object({
    /** When it arose, or the second reading was put off: milliseconds since the machine started. */
    uptime: z.number(),
    isSure: z.boolean(),
    /** How often the second reading did not succeed. */
    postponed: z.optional(z.number()),
    /** The list showed no known animal. */
    lacksAll: z.optional(z.boolean()),
    /** The animals that are missing, or were other animals: the evidence. */
    pets: animalsOf<Pet>(),
  }),
);

/** Why the store may not be the one that was known. */
export type Doubt = Readonly<z.infer<typeof doubtSchema>>;

const creditSchema = z.object({
  /** The last animals that the store answered with an id. */
  witnesses: animalsOf<Witness>(),
  /** How the store gives ids, by its answers to our own animals; see `learnIds`. */
  ids: z.optional(z.object({ above: z.number(), fell: z.optional(z.boolean()) })),
  doubt: z.optional(doubtSchema),
});
const keysSchema = z.object({
  /** Those of one tenant together. */
  groups: z.array(z.array(z.string())),
  /** Those that the service refused without ever having taken them. */
  refused: z.array(z.string()),
});
const contentSchema = z.lazy(() =>
  z.object({
    boot: z.optional(z.object({ id: z.string(), since: z.number() })),
    credits: z.record(z.string(), creditSchema),
    /** Absent: they are in `keys.json`, where older versions kept them. */
    keys: z.optional(keysSchema),
  }),
);
/** The knowledge of a store under one key. */
export type Credit = Readonly<z.infer<typeof creditSchema>>;
/** The store is not known yet. */
export const noCredit: Credit = { witnesses: [] };
type Keys = z.infer<typeof keysSchema>;
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };
const formerKind: DocumentKind<Keys> = { version: 1, parse: (data) => keysSchema.parse(data) };

/** Refused keys that are remembered; a person does not mistype more of them. */
const mostRefused = 20;

/** Reads on demand only. A damaged document counts as missing: less is known then, and more is asked. */
export function createFootprints(
  fileSystem: FileSystem,
  folder: string,
  { gate, onlyLooks = false }: { readonly gate?: VersionGate; readonly onlyLooks?: boolean } = {},
) {
  const path = join(folder, 'footprint.json');
  const document = new StoredDocument(fileSystem, path, kind, gate);
  const former = new StoredDocument(fileSystem, join(folder, 'keys.json'), formerKind, gate);
  let content: Content = { credits: {} };
  let keys: Keys = { groups: [], refused: [] };

  async function load(): Promise<void> {
    content = (await document.readIntact()) ?? content;
    keys = content.keys ?? (await former.readIntact()) ?? keys;
  }

  /** `isLoose`: a power cut may take it; less is known then, and more is asked. The findings of a look are not kept. */
  async function write(changed: Partial<Content>, { isLoose = false } = {}): Promise<void> {
    content = { ...content, keys, ...changed };
    keys = content.keys ?? keys;
    if (!onlyLooks) {
      await (isLoose ? document.replaceLoosely(content, { path, when: () => false }) : document.replace(content));
    }
  }

  async function changeKeys(changed: () => Partial<Keys>): Promise<void> {
    await load();
    await write({ keys: { ...keys, ...changed() } });
  }

  const groupOf = (digest: string): readonly string[] =>
    keys.groups.find((group) => group.includes(digest)) ?? [digest];
  const areSame = (a: string, b: string): boolean => a === b || groupOf(a).includes(b);

  return {
    /** Reads it; everything else speaks of the last reading. */
    load,
    /** The knowledge under a key, or under another one of the same tenant. */
    credit: (digest: string) =>
      content.credits[digest] ??
      Object.entries(content.credits).find(([each]) => areSame(each, digest))?.[1] ??
      noCredit,
    async keep(digest: string, credit: Credit) {
      await load();
      const isLoose = !isWorse(content.credits[digest], credit);
      await write({ credits: { ...content.credits, [digest]: credit } }, { isLoose });
    },
    /** Since which reading of `uptime` a start of the machine is known here, in milliseconds; undefined: it is not. */
    since: (boot: string) => (content.boot?.id === boot ? content.boot.since : undefined),
    /** From here on it is. */
    async noteBoot(id: string, since: number) {
      await load();
      await write({ boot: { id, since } });
    },
    /** The store was reset: the knowledge of it holds no longer. */
    forget: () => write({ credits: {} }),
    /** Whether two keys are known to be of one tenant. */
    areSame,
    /** From here on they are. */
    join: (a: string, b: string) =>
      changeKeys(() => {
        const joined = [...new Set([...groupOf(a), ...groupOf(b)])];
        return { groups: [...keys.groups.filter((group) => !group.some((each) => joined.includes(each))), joined] };
      }),
    wasRefused: (digest: string) => keys.refused.includes(digest),
    async noteRefused(digest: string) {
      if (!keys.refused.includes(digest)) {
        await changeKeys(() => ({ refused: [...keys.refused, digest].slice(-mostRefused) }));
      }
    },
  };
}

/** Whether less is to be believed of a store than before: that outlasts a power cut. */
function isWorse({ ids, doubt }: Credit = noCredit, after: Credit): boolean {
  return (
    after.ids?.fell !== ids?.fell ||
    (after.ids?.above ?? 0) < (ids?.above ?? 0) ||
    JSON.stringify(after.doubt) !== JSON.stringify(doubt)
  );
}
