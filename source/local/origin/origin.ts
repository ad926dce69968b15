/**
 * The place of this queue. A folder that was copied or restored from a backup holds animals that the original may have
 * sent since. So an origin that does not match stops the sending until a person says that this is the one queue.
 *
 * It is written first, so that a copy made before the first contact is told. Records beside no origin are a copy.
 */
import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { NotDurable } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { matchHead } from '../documents/document-form.js';
import { type DocumentKind, setAside, StoredDocument, type VersionGate } from '../documents/document.js';
import { formatVersion } from '../documents/format-version.js';
import type { Marks } from './marks.js';

/**
 * `machine`: the machine's own id, or a digest of the system's otherwise. `folder`: see `FileSystem.identity`. `kept`:
 * the same if no copy has it on any machine, as a volume keeps it under the containers that come and go.
 */
const placeSchema = z.lazy(() => z.object({ machine: z.string(), folder: z.string(), kept: z.optional(z.string()) }));
type Place = z.infer<typeof placeSchema>;

/**
 * `id`: names the store's mark. `places`: the folders that a person, or its making, allowed: one for each machine.
 * `isAnywhere`: a person said yes on a file system that cannot tell a folder from its copy. They are asked there once,
 * and only the mark tells from then on.
 */
const contentSchema = z.lazy(() =>
  z.object({ id: z.string(), places: z.array(placeSchema), isAnywhere: z.optional(z.boolean()) }),
);
type Content = z.infer<typeof contentSchema>;

const kind: DocumentKind<Content> = { version: formatVersion, parse: (data) => contentSchema.parse(data) };

/** More machines than one person has; a container that makes an id at each start must not make the origin grow. */
const mostPlaces = 16;

/** FAT, by the time the folder was made: see `describeIdentity`. */
const isKeptByFolder = (folder: string): boolean => folder.startsWith('made ');
/** It has a time beside the inode, which may be given again, on another disk at least. */
const isNeverGivenAgain = (identity: string): boolean => identity.includes(' ');

/** The mark of one queue in one place. */
export type Origin = ReturnType<typeof createOrigin>;

type Options = {
  readonly fileSystem: FileSystem;
  readonly folder: string;
  readonly queueFolder: string;
  /** The system's identity of this machine; otherwise empty. */
  readonly system: string;
  readonly marks: Marks | undefined;
  readonly gate: VersionGate;
};

/** Reads and writes only on request. */
export function createOrigin({ fileSystem, folder, queueFolder, system, marks, gate }: Options) {
  const path = join(folder, 'stamp.json');
  const document = new StoredDocument(fileSystem, path, kind, { ...gate, ready: () => Promise.resolve() });
  const systemDigest = (): string => hash('sha256', system).slice(0, 16);
  let id: string | undefined;

  /** A damaged one does not tell the former place of the folder. */
  async function read(): Promise<Content | 'damaged' | null> {
    const content = await document.readOr(() => 'damaged' as const);
    id = content === null || content === 'damaged' ? id : content.id;
    return content;
  }

  async function write(content: Content): Promise<void> {
    await document.replace(content);
    id = content.id;
  }

  /** The machine's own id replaces the system's identity, and the folder's former place on it. */
  function withPlace({ places, ...own }: Content, present: Place): Content {
    const others = places.filter(({ machine }) => machine !== present.machine && machine !== systemDigest());
    return { ...own, places: [...others, present].slice(-mostPlaces) };
  }

  async function here(options?: Parameters<Marks['machine']>[0]): Promise<Place> {
    const machine = (await marks?.machine(options)) ?? systemDigest();
    const at = await fileSystem.identity(folder);
    const kept = isKeptByFolder(at) ? at : fileSystem.fileIdentity(folder);
    return { machine, folder: at, ...(kept !== undefined && isNeverGivenAgain(kept) ? { kept } : {}) };
  }

  /** The first origin. Without a place it never matches until a person confirms. */
  async function make(): Promise<void> {
    const made = { id: randomUUID(), places: (await hasCopiedRecords()) ? [] : [await here()] };
    if ((await document.publish(made)) && made.places.length > 0) {
      // From the first: a backup without one would bring back a queue that looks like this one.
      // Without a mark only the list tells a queue that was put back.
      await marks?.replace(made.id, []).catch(() => undefined);
    }

    await read();
  }

  /** Whether records are there, which are written only beside an origin. */
  async function hasCopiedRecords(): Promise<boolean> {
    for (const name of await fileSystem.list(queueFolder)) {
      const bytes =
        name.endsWith('.json') && (await fileSystem.readFile(join(queueFolder, name)).catch(() => undefined));
      if (bytes && matchHead(bytes)) {
        return true;
      }
    }

    return false;
  }

  /** Sees to it that there is one, of this version. Throws an errno if it cannot be written; as `check` does. */
  async function prepare(): Promise<void> {
    // The version of an unreadable file is unknown.
    const origin = await unlessErrno(read());
    try {
      if (origin === null) {
        await make();
      } else if (typeof origin === 'object' && document.found !== formatVersion) {
        await write(origin);
      }
    } catch (error) {
      // No entered animal was written yet, so it is certain that it was not saved.
      throw error instanceof NotDurable ? error.cause : error;
    }
  }

  return {
    prepare,
    /** The name of the store's mark, as last read; undefined if that is not known. */
    id: () => id,
    /** Reads it, so that a store of a newer version is noticed. Throws `NewerDocument`. */
    async check() {
      await unlessErrno(read());
    },
    /** Stamps it anew: this is the one. */
    async renew() {
      const origin = await read();
      if (origin === 'damaged') {
        await setAside(fileSystem, path);
      }

      const known = origin === null || origin === 'damaged' ? { id: id ?? randomUUID(), places: [] } : origin;
      const present = await here();
      await write({ ...withPlace(known, present), ...(present.kept === undefined ? { isAnywhere: true } : {}) });
    },
    /**
     * Whether the folder is in its own place; if so, brings that up to date. `onlyLooks`: it only reads, for anybody
     * but the sender, and is right also beside one that writes.
     */
    async matches({ onlyLooks = false } = {}) {
      let origin = await read();
      if (origin === null) {
        const isCopied = onlyLooks && (await hasCopiedRecords());
        await (onlyLooks ? undefined : prepare());
        // Another petstore may have been in the middle of making it, and have saved an animal beside it since.
        origin = await read();
        if (origin === null) {
          return onlyLooks && !isCopied;
        }
      }

      if (origin === 'damaged') {
        return false;
      }

      const present = await here({ isMade: !onlyLooks });
      const { kept } = present;
      if (kept === undefined ? origin.isAnywhere === true : origin.places.some((place) => place.kept === kept)) {
        return true;
      }

      const machines = origin.places.flatMap(({ machine, folder: at }) => (at === present.folder ? machine : []));
      if (machines.includes(present.machine)) {
        return true;
      }

      // Stamped by the system's identity, or (with dashes) by an own id that cannot be read here, which is no proof.
      const isOwn = present.machine !== systemDigest();
      const isBySystem = machines.some((machine) => machine === systemDigest() || (!isOwn && machine.includes('-')));
      if (isBySystem && isOwn && !onlyLooks) {
        await write(withPlace(origin, present));
      }

      return isBySystem;
    },
  };
}
