import { sqliteCodeOf } from '../../platform/concurrency/sqlite.js';
import { NotWritable } from './storage-error.js';

/** What is asked of a database file and its place. */
export type FileHealthPorts = {
  /** What tells the file from another one under its name; undefined if there is none. */
  readonly identify: () => string | undefined;
  /** Writes something that changes nothing; rejects if that fails. */
  readonly probe: () => Promise<void>;
  /** How many bytes there are left where it is. */
  readonly findRoom: () => number;
};

/** What is known of a database file's health. */
export type FileHealth = {
  /** Told of every error that SQLite answers with. */
  readonly note: (error: unknown) => void;
  /** Throws if the file was removed or replaced: what is written to the one that is open would be lost. */
  readonly checkPlace: () => void;
  /** Rejects if the next animal could not be saved, as far as anybody knows. */
  readonly checkWritable: () => Promise<void>;
};

/** CORRUPT, NOTADB: no write makes them right. */
const damage = new Set([11, 26]);
/** READONLY, IOERR, FULL, CANTOPEN: may be over by the next time. */
const obstacles = new Set([8, 10, 13, 14]);

/**
 * What a group of animals takes, with much to spare: a probe is a page, for which there may be room if there is none
 * for them.
 */
const roomNeeded = 4_194_304;

/**
 * Remembers what went wrong with the file, because only a write can tell a full disk and only a read a damaged page: a
 * probe of every time that somebody asks would cost a sync each, so there is one only after a failure.
 */
export function createFileHealth({ identify, probe, findRoom }: FileHealthPorts): FileHealth {
  const own = identify();
  let isDamaged = false;
  let isObstructed = false;

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
    note(error) {
      const code = sqliteCodeOf(error) ?? 0;
      isDamaged ||= damage.has(code);
      isObstructed ||= obstacles.has(code);
    },
    async checkWritable() {
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
