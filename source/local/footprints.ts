/**
 * `footprint.json`: the knowledge that sending has of the store, for each key; which keys are of one tenant; and since
 * when the present start of the machine is known. Keys stand in it by their digests. It outlives the saved copy, which
 * anybody may delete.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Pet } from '../domain/pet.js';
import { storedInt64 } from '../domain/record.js';
import { createTurns } from '../platform/concurrency/turns.js';
import type { FileSystem } from '../platform/files/file-system.js';
import type { Moment } from '../platform/time/clock.js';
import { type DocumentKind, StoredDocument, type VersionGate } from './documents/document.js';

/** An animal of ours that the store took in, and when it was sent. */
export type Ours = Pet &
  Moment & {
    /** Whether a list ever showed it. */
    readonly isListed?: true;
    /** Whole lists lack it, since it was so old, in milliseconds; the first of them had so many rows. */
    readonly lacking?: { readonly ageMs: number; readonly rows: number };
    /** It was sent without a status, and the store gave it one. */
    readonly isStatusGiven?: true;
  };

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
  /** The last animals of ours that the store took in, the oldest first. */
  ours: animalsOf<Ours>(),
  /** Those of ours that were removed there. */
  gone: z.optional(z.array(storedInt64)),
  /** Whether a whole list showed one of ours that was younger than two settle times, and none since lacked one. */
  isPrompt: z.optional(z.boolean()),
  /** The animals of ours that the last whole list lacked, and since when, by their ids. */
  missing: z.optional(z.record(z.string(), z.object({ boot: z.optional(z.string()), uptime: z.number() }))),
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
    keys: z.optional(keysSchema),
  }),
);
/** The knowledge of a store under one key. */
export type Credit = Readonly<z.infer<typeof creditSchema>>;
/** The store is not known yet. */
export const noCredit: Credit = { ours: [] };
type Keys = z.infer<typeof keysSchema>;
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

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
  const turns = createTurns();
  let content: Content = { credits: {} };
  let keys: Keys = { groups: [], refused: [] };

  async function load(): Promise<void> {
    content = (await document.readIntact()) ?? content;
    keys = content.keys ?? keys;
  }

  /** Changes the present content of the disk, one change after the other. The findings of a mere look are not kept. */
  function change(make: () => Partial<Content>): Promise<void> {
    return turns.take(async () => {
      await load();
      const before = content;
      content = { ...content, keys, ...make() };
      keys = content.keys ?? keys;
      // A power cut may take a loose writing: less is known then, and more is asked.
      const isLoose = content.keys === before.keys && content.boot === before.boot && !isWorse(before, content);
      if (!onlyLooks) {
        await (isLoose ? document.replaceLoosely(content, { path, when: () => false }) : document.replace(content));
      }
    });
  }

  const groupOf = (digest: string): readonly string[] =>
    keys.groups.find((group) => group.includes(digest)) ?? [digest];
  const areSame = (a: string, b: string): boolean => a === b || groupOf(a).includes(b);

  return {
    /** Reads it; everything else speaks of the last reading. */
    load: () => turns.take(load),
    /** The knowledge under a key, or under another one of the same tenant. */
    credit: (digest: string) =>
      content.credits[digest] ??
      Object.entries(content.credits).find(([each]) => areSame(each, digest))?.[1] ??
      noCredit,
    keep: (digest: string, credit: Credit) => change(() => ({ credits: { ...content.credits, [digest]: credit } })),
    /** Since which reading of `uptime` a start of the machine is known here, in milliseconds; undefined: it is not. */
    since: (boot: string) => (content.boot?.id === boot ? content.boot.since : undefined),
    /** From here on it is. */
    noteBoot: (id: string, since: number) => change(() => ({ boot: { id, since } })),
    /** The store was reset: the knowledge of it holds no longer. */
    forget: () => change(() => ({ credits: {} })),
    /** Whether two keys are known to be of one tenant. */
    areSame,
    /** From here on they are. */
    join: (a: string, b: string) =>
      change(() => {
        const joined = [...new Set([...groupOf(a), ...groupOf(b)])];
        const others = keys.groups.filter((group) => !group.some((each) => joined.includes(each)));
        return { keys: { ...keys, groups: [...others, joined] } };
      }),
    wasRefused: (digest: string) => keys.refused.includes(digest),
    async noteRefused(digest: string) {
      if (!keys.refused.includes(digest)) {
        await change(() => ({ keys: { ...keys, refused: [...keys.refused, digest].slice(-mostRefused) } }));
      }
    },
  };
}

/** Whether less is to be believed of a store than before: that outlasts a power cut. */
function isWorse(before: Content, after: Content): boolean {
  return Object.keys({ ...before.credits, ...after.credits }).some((digest) => {
    const { ids, doubt } = before.credits[digest] ?? noCredit;
    const now = after.credits[digest];
    return (
      now === undefined ||
      now.ids?.fell !== ids?.fell ||
      (now.ids?.above ?? 0) < (ids?.above ?? 0) ||
      JSON.stringify(now.doubt) !== JSON.stringify(doubt)
    );
  });
}
