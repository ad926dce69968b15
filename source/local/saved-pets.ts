/**
 * The saved list of a store, `pets.json`: one document, read once and written whole. Disposable: it is never the only
 * place of anything a person entered, so it is not made durable, and where it cannot be used it is read again from the
 * store.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Int64 } from '../domain/int64.ts';
import { type Pet, petStatuses } from '../domain/pet.ts';
import type { FileSystem } from '../platform/files/file-system.ts';
import {
  DamagedDocument,
  type DocumentKind,
  NewerDocument,
  setAside,
  StoredDocument,
  type VersionGate,
} from './documents/document.ts';
import { type PetRow, toPet, toRow } from './pet-row.ts';

const idSchema = z.custom<Int64>((value) => typeof value === 'string');

/** One list as last fetched. `etag`: its validator, if one page held all of it. */
const listSchema = z.object({
  fetchedAt: z.string(),
  complete: z.boolean(),
  etag: z.optional(z.string()),
});

/** The facts of the lists. */
const factsSchema = z.lazy(() =>
  z.object({
    /** How many resets were confirmed before this was read; a copy from before the last one is worthless. */
    resets: z._default(z.number(), 0),
    lists: z.partialRecord(z.enum(['all', ...petStatuses]), listSchema),
    /** When a pet was read by itself, ISO, later than its list; the last one of an id counts. */
    lookedUp: z.array(z.object({ id: idSchema, at: z.string() })),
    /** The address of the service's change link; undefined: it has none. */
    changes: z.optional(z.string()),
    /** Since when all added animals are here, ISO; undefined: no later than the whole list. */
    heardAt: z.optional(z.string()),
    /** When every page was last read, ISO. */
    wholeAt: z.optional(z.string()),
    /** A later page of the list that was not answered when it was last read; absent: it was read to its end. */
    pageTrouble: z.optional(z.object({ code: z.string(), message: z.string() })),
    /** How long it took to read the list, in milliseconds. */
    readMs: z.optional(z.number()),
  }),
);

/** The readings of the service. Disposable: it holds no entered animals. */
export type SavedCopy = Readonly<z.infer<typeof factsSchema>> & {
  /** Every pet known, ascending by id. */
  readonly pets: readonly Pet[];
};

const kind: DocumentKind<SavedCopy> = {
  version: 1,
  // The checksum vouches for the rows; checking each of 100 000 again would cost more than reading them.
  parse(data) {
    const { pets } = data as { readonly pets: readonly PetRow[] };
    return { ...factsSchema.parse(data), pets: pets.map(toPet) };
  },
  // The rows come last: whoever looks for one pet needs nothing behind it (`read-saved-pet.ts`).
  stringify: ({ pets, ...facts }) => JSON.stringify({ ...facts, pets: pets.map(toRow) }),
};

/** Reads only on request. */
export function createSavedPets(fileSystem: FileSystem, storeFolder: string, gate: Pick<VersionGate, 'check'>) {
  const path = join(storeFolder, 'pets.json');
  // Not through the gate: a newer form of what is disposable is no reason to write nothing any more.
  const document = new StoredDocument(fileSystem, path, kind);
  let start = '';
  let trouble: string | undefined;

  async function read(): Promise<SavedCopy | undefined> {
    trouble = undefined;
    try {
      const reading = await document.read();
      start = reading?.start ?? '';
      return reading?.data;
    } catch (error) {
      if (error instanceof DamagedDocument || error instanceof NewerDocument) {
        trouble = error.message;
        return undefined;
      }

      throw error;
    }
  }

  return {
    /** The saved list; undefined: there is none, or it cannot be used (`trouble`). Throws an errno. */
    read,
    /** Why the list that was last read could not be used. */
    trouble: () => trouble,
    /** That of another process, if one was written since this one read or wrote its own, and can be read. */
    async readOthers(): Promise<SavedCopy | undefined> {
      const present = await document.readStart().catch(() => '');
      return present === '' || present === start ? undefined : await read().catch(() => undefined);
    },
    /** Throws an errno, or a `NewerDocument` if a newer petstore has written the queue. */
    async write(copy: SavedCopy) {
      gate.check();
      start = await document.replace(copy, { isDurable: false }).catch(async (error: unknown) => {
        if (!fileSystem.isFolder(path)) {
          throw error;
        }

        await setAside(fileSystem, path);
        return await document.replace(copy, { isDurable: false });
      });
      trouble = undefined;
    },
  };
}
