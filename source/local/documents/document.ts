/**
 * The store's documents: lowdb documents, made durable, versioned and checksummed.
 * Reading tells apart: absent (null), damaged, written by a newer petstore, and an errno, which is not damage. The form
 * of a file is in `document-form.ts`.
 */
import { Low } from 'lowdb';
import { replaceFile } from '../../platform/files/durable-file.ts';
import { hasCode, unlessErrno } from '../../platform/files/errno.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { asidePath } from '../../platform/files/paths.ts';
import { checksum, encode, matchHeader } from './document-form.ts';

/** How a kind of document is read: its present version, and a check that throws if the data is not of its shape. */
export type DocumentKind<T> = {
  readonly version: number;
  parse(data: unknown): T;
  /** Its text, where that is known in part from before. Default: `JSON.stringify`. */
  stringify?(data: T): string;
};

/** The file is there but does not hold the written content. Its bytes are kept. */
export class DamagedDocument extends Error {
  override readonly name = 'DamagedDocument';

  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} is damaged: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** The file was written by a newer version of petstore; this one must not write beside it. */
export class NewerDocument extends Error {
  override readonly name = 'NewerDocument';

  readonly path: string;

  constructor(path: string) {
    super(`${path} was written by a newer version of petstore`);
    this.path = path;
  }
}

/** See `createVersionGate`. */
export type VersionGate = ReturnType<typeof createVersionGate>;

/**
 * One store's documents belong together: as soon as one of them turns out to be written by a newer petstore, this one
 * does not write them any more, as it does not know their relations. Begins open.
 */
export function createVersionGate() {
  let met: NewerDocument | undefined;
  return {
    note: (error: NewerDocument) => void (met ??= error),
    /** The first newer document that was met. */
    newer: () => met,
    /** Throws it. */
    check: () => {
      if (met) {
        throw met;
      }
    },
  };
}

/** Moves a file or folder that cannot be used out of the way; its bytes are kept. */
export async function setAside(fileSystem: FileSystem, path: string): Promise<void> {
  await fileSystem.rename(path, asidePath(path, fileSystem.exists));
}

/** So many bytes begin with version, checksum and a queue's revision: no two contents have the same ones. */
const startBytes = 128;

/** What a document held, and the first bytes of its file, which tell it from every other content. */
export type Reading<T> = { readonly data: T; readonly start: string };

/** One document of a store. Nothing is written once the gate is closed. */
export class StoredDocument<T> {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #kind: DocumentKind<T>;
  readonly #gate: VersionGate | undefined;

  constructor(fileSystem: FileSystem, path: string, kind: DocumentKind<T>, gate?: VersionGate) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#kind = kind;
    this.#gate = gate;
  }

  /** Its content; null: it is missing. Throws a `DamagedDocument`, a `NewerDocument`, or an errno. */
  async read(): Promise<Reading<T> | null> {
    const low = new Low<Reading<T> | null>({ read: () => this.#load(), write: () => Promise.resolve() }, null);
    await low.read();
    return low.data;
  }

  /** The first bytes of the file, to compare with those of a reading; empty if it is missing. Throws an errno. */
  async readStart(): Promise<string> {
    const bytes = await unlessErrno(this.#fileSystem.readStart(this.#path, startBytes), 'ENOENT', 'ENOTDIR', 'EISDIR');
    return bytes === undefined ? '' : startOf(bytes);
  }

  /** The same, and of one that is damaged what `onDamage` makes of that. */
  async readOr<D>(onDamage: (damage: DamagedDocument) => D | Promise<D>): Promise<Reading<T> | D | null> {
    try {
      return await this.read();
    } catch (error) {
      if (error instanceof DamagedDocument) {
        return await onDamage(error);
      }

      throw error;
    }
  }

  /** Replaces it, durably unless `options` say otherwise. Resolves to its first bytes. */
  async replace(data: T, options?: Parameters<typeof replaceFile>[3]): Promise<string> {
    this.#gate?.check();
    let start = '';
    const write = async (content: T): Promise<void> => {
      const bytes = encode(this.#kind.version, this.#kind.stringify?.(content) ?? JSON.stringify(content));
      start = startOf(bytes);
      await replaceFile(this.#fileSystem, this.#path, bytes, options);
    };
    await new Low<T>({ read: () => Promise.resolve(null), write }, data).write();
    return start;
  }

  async #load(): Promise<Reading<T> | null> {
    try {
      const bytes = await unlessErrno(this.#fileSystem.readFile(this.#path), 'ENOENT', 'ENOTDIR');
      return bytes === undefined ? null : { data: this.#decode(bytes), start: startOf(bytes) };
    } catch (error) {
      if (error instanceof NewerDocument) {
        this.#gate?.note(error);
      }

      throw hasCode(error, 'EISDIR') ? new DamagedDocument(this.#path, 'it is a folder') : error;
    }
  }

  #decode(bytes: Buffer): T {
    const [header = '', version, sum] = matchHeader(bytes) ?? [];
    if (header === '') {
      throw new DamagedDocument(this.#path, bytes.length === 0 ? 'it is empty' : 'it is not a petstore document');
    }

    if (Number(version) > this.#kind.version) {
      throw new NewerDocument(this.#path);
    }

    const data = bytes.subarray(header.length, bytes.lastIndexOf('}'));
    if (checksum(data) !== sum) {
      throw new DamagedDocument(this.#path, 'its checksum does not match its content');
    }

    try {
      const text = data.toString();
      return this.#kind.parse(JSON.parse(text));
    } catch (error) {
      throw new DamagedDocument(this.#path, `its content is invalid (${mistakeOf(error)})`);
    }
  }
}

function startOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, startBytes);
}

/**
 * A file that cannot be used, and why. `queue_damaged`: one of the two of the queue, or it is missing; `queue_lost`:
 * both. If a newer petstore wrote it (`newer_version`), or something else has a folder's name (`not_a_folder`), its
 * animals are unknown.
 * `archive_lost`: a month of the archive is damaged. `not_a_record`: petstore never gives such a name.
 */
export type Unreadable = {
  readonly path: string;
  readonly reason: string;
  readonly code: 'queue_damaged' | 'queue_lost' | 'newer_version' | 'not_a_folder' | 'archive_lost' | 'not_a_record';
};

/** Of a mistake that a schema finds, by its shape: the schemas are no part of this file. */
type SchemaMistake = { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };

/** The field that a schema does not take, or why the text is no JSON; a schema's own message is a page of JSON. */
function mistakeOf(error: unknown): string {
  const { issues = [] } = error as Partial<SchemaMistake>;
  const message = error instanceof Error ? error.message : String(error);
  return issues[0]?.path.map(String).join('.') || message.slice(0, 200);
}
