/**
 * `footprint.json`: the knowledge that sending has of the store, for each key, and since when the present start of the
 * machine is known. It outlives the saved copy, which anybody may delete.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Pet } from '../domain/pet.js';
import type { FileSystem } from '../platform/files/file-system.js';
import type { Moment } from '../platform/time/clock.js';
import { type DocumentKind, StoredDocument, type VersionGate } from './documents/document.js';

/** An animal of ours that the store answered with an id, when it was sent, and whether a list ever showed it. */
export type Witness = Pet & Moment & { readonly isListed?: boolean };

/**
 * Animals that the store no longer seems to know: it was reset, or shows another tenant's, or was empty for a while.
 * Sending stops until they are back or (`isSure`: a second reading, a settle time later, came to the same) a person
 * confirms.
 */
const doubtSchema = z.lazy(() =>
  z.object({
    /** When it arose: ISO, and milliseconds since the machine started. */
    at: z.string(),
    uptime: z.number(),
    isSure: z.boolean(),
    /** How often the second reading did not succeed. */
    postponed: z.optional(z.number()),
    /** The list showed no known animal. */
    lacksAll: z.optional(z.boolean()),
    /** The animals that are missing, or were other animals: the evidence. The checksum vouches for it. */
    pets: z.custom<readonly Pet[]>((value) => Array.isArray(value)),
  }),
);

/** Why the store may not be the one that was known. */
export type Doubt = Readonly<z.infer<typeof doubtSchema>>;

const creditSchema = z.object({
  /** The last animals that the store answered with an id. The checksum vouches for them. */
  witnesses: z.custom<readonly Witness[]>((value) => Array.isArray(value)),
  /** How the store gives ids, by its answers to our own animals; see `learnIds`. */
  ids: z.optional(z.object({ above: z.number(), fell: z.optional(z.boolean()) })),
  doubt: z.optional(doubtSchema),
});
const contentSchema = z.lazy(() =>
  z.object({
    boot: z.optional(z.object({ id: z.string(), since: z.number() })),
    credits: z.record(z.string(), creditSchema),
  }),
);
/** The knowledge of a store under one key. */
export type Credit = Readonly<z.infer<typeof creditSchema>>;
/** The store is not known yet. */
export const noCredit: Credit = { witnesses: [] };
type Content = z.infer<typeof contentSchema>;
const kind: DocumentKind<Content> = { version: 1, parse: (data) => contentSchema.parse(data) };

/** Reads on demand only. A damaged document counts as missing: less is known then, and more is asked. */
export function createFootprints(fileSystem: FileSystem, folder: string, gate?: VersionGate) {
  const path = join(folder, 'footprint.json');
  const document = new StoredDocument(fileSystem, path, kind, gate);
  let content: Content = { credits: {} };

  async function load(): Promise<void> {
    content = (await document.readIntact()) ?? content;
  }

  return {
    /** Reads it; everything else speaks of the last reading. */
    load,
    /** The knowledge under a key, by its digest, or under another one of the same tenant. */
    credit: (digest: string, isSame: (digest: string) => boolean) =>
      content.credits[digest] ?? Object.entries(content.credits).find(([each]) => isSame(each))?.[1] ?? noCredit,
    async keep(digest: string, credit: Credit) {
      await load();
      const before = content.credits[digest];
      content = { ...content, credits: { ...content.credits, [digest]: credit } };
      // A power cut may take what else there is: less is known then, and more is asked.
      await (isWorse(before, credit)
        ? document.replace(content)
        : document.replaceLoosely(content, { path, when: () => false }));
    },
    /** Since which reading of `uptime` a start of the machine is known here, in milliseconds; undefined: it is not. */
    since: (boot: string) => (content.boot?.id === boot ? content.boot.since : undefined),
    /** From here on it is. */
    async noteBoot(id: string, since: number) {
      await load();
      content = { ...content, boot: { id, since } };
      await document.replace(content);
    },
    /** The store was reset: the knowledge of it holds no longer. */
    async forget() {
      content = { ...content, credits: {} };
      await document.replace(content);
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
