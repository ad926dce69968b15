import { sqliteCodeOf } from '../../platform/concurrency/kernel-lock.js';
import { NotWritable } from './storage-error.js';

/** The probes of a database file and its place. */
type FileHealthPorts = {
  /** Identifies the file among others of its name; undefined if it is missing. */
  readonly identify: () => string | undefined;
  /** Writes without changing the data; rejects if that fails. */
  readonly probe: () => Promise<void>;
  /** The free bytes on its file system. */
  readonly findRoom: () => number;
};

/** CORRUPT, NOTADB: no write makes them right. */
const damage = new Set([11, 26]);
/** READONLY, IOERR, FULL, CANTOPEN: may be over by the next time. */
const obstacles = new Set([8, 10, 13, 14]);

/** The room for a group of animals, with much to spare: a probe is one page, which may fit if they do not. */
const roomNeeded = 4_194_304;

/**
 * Remembers the failures of the file, because only a write can tell a full disk and only a read a damaged page. A probe
 * for every question would cost a sync each, so there is one only after a failure.
 */
export function createFileHealth({ identify, probe, findRoom }: FileHealthPorts) {
  const own = identify();
  let isDamaged = false;
  let isObstructed = false;

  /** Throws if the file was removed or replaced: writes to the open one would be lost. */
  const checkPlace = (): void => {
    if (identify() !== own) {
      throw new NotWritable(
        'the database file was removed or replaced while the service ran; put it back, or restart the service on ' +
          'the one that is there',
      );
    }
  };
  return {
    checkPlace,
    /** Told of every error that SQLite answers with. */
    note: (error: unknown): void => {
      const code = sqliteCodeOf(error) ?? 0;
      isDamaged ||= damage.has(code);
      isObstructed ||= obstacles.has(code);
    },
    /** Rejects if the next animal could not be saved, as far as anybody knows. */
    checkWritable: async (): Promise<void> => {
      checkPlace();
      if (isDamaged) {
        throw new NotWritable('the database file is damaged; restore a backup');
      }

      if (isObstructed) {
        await probe().catch((error: unknown) => {
          throw Object.assign(new NotWritable('the database file cannot be written'), { cause: error });
        });
        if (findRoom() < roomNeeded) {
          throw new NotWritable('the disk of the database is full');
        }

        isObstructed = false;
      }
    },
  };
}
