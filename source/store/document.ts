/**
 * The store's documents: lowdb documents through two adapters that make them durable, versioned and checksummed.
 *
 * A file is one JSON object, `{"version":1,"checksum":"<crc32 of the data's bytes>","data":…}`. Reading tells apart:
 * absent (null), damaged, written by a newer petstore, and an errno, which is not damage.
 */
import { crc32 } from 'node:zlib';
import type { Adapter } from 'lowdb';
import { Low } from 'lowdb';
import { publishFile, type PublishOptions, replaceFile } from '../platform/durable-file.js';
import { hasCode } from '../platform/errno.js';
import type { FileSystem } from '../platform/file-system.js';

/** How a kind of document is read: its present version, and a check that throws where the data is not of its shape. */
export type DocumentKind<T> = {
  readonly version: number;
  parse(data: unknown): T;
  /** Cuts a text down to what is asked for before it is parsed. */
  cut?(text: string): string;
};

/** The file is there but does not hold what was written. Its bytes are kept. */
export class DamagedDocument extends Error {
  override readonly name = 'DamagedDocument';
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path} is damaged: ${reason}`);
  }
}

/** The file was written by a newer version of petstore; this one must not write beside it. */
export class NewerDocument extends Error {
  override readonly name = 'NewerDocument';
  constructor(readonly path: string) {
    super(`${path} was written by a newer version of petstore`);
  }
}

/** The record exists: another process published this step first. */
export class AlreadyPublished extends Error {
  override readonly name = 'AlreadyPublished';
  constructor(readonly path: string) {
    super(`${path} exists already`);
  }
}

abstract class DocumentAdapter<T> implements Adapter<T> {
  constructor(
    protected readonly fileSystem: FileSystem,
    protected readonly path: string,
    private readonly kind: DocumentKind<T>,
  ) {}

  async read(): Promise<T | null> {
    let bytes: Buffer;
    try {
      bytes = await this.fileSystem.readFile(this.path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) {
        return null;
      }

      if (hasCode(error, 'EISDIR')) {
        throw new DamagedDocument(this.path, 'it is a folder');
      }

      throw error;
    }

    return decode(this.path, bytes, this.kind);
  }

  abstract write(data: T): Promise<void>;

  protected encode(data: T): string {
    const text = JSON.stringify(data);
    return `{"version":${this.kind.version},"checksum":"${checksum(text)}","data":${text}}\n`;
  }
}

/** Replaces the whole file durably. */
export class ReplaceAdapter<T> extends DocumentAdapter<T> {
  async write(data: T): Promise<void> {
    await replaceFile(this.fileSystem, this.path, this.encode(data));
  }
}

/** Writes the file once; throws `AlreadyPublished` where it exists. */
export class PublishAdapter<T> extends DocumentAdapter<T> {
  constructor(
    fileSystem: FileSystem,
    path: string,
    kind: DocumentKind<T>,
    private readonly options: PublishOptions = {},
  ) {
    super(fileSystem, path, kind);
  }

  async write(data: T): Promise<void> {
    if (!(await publishFile(this.fileSystem, this.path, this.encode(data), this.options))) {
      throw new AlreadyPublished(this.path);
    }
  }
}

/** Reads a document; null where there is none. */
export async function readDocument<T>(adapter: Adapter<T>): Promise<T | null> {
  const low = new Low<T | null>(adapter as Adapter<T | null>, null);
  await low.read();
  return low.data;
}

/** Writes a document. */
export async function writeDocument<T>(adapter: Adapter<T>, data: T): Promise<void> {
  await new Low<T>(adapter, data).write();
}

const head = /^\{"version":(\d{1,9}),"checksum":"([0-9a-f]{8})","data":/;

function decode<T>(path: string, bytes: Buffer, kind: DocumentKind<T>): T {
  // Only the head is decoded before the version is known: the rest of a newer document may be anything.
  const match = head.exec(bytes.toString('latin1', 0, 64));
  if (!match) {
    throw new DamagedDocument(path, bytes.length === 0 ? 'it is empty' : 'it does not start as a petstore document does');
  }

  const version = Number(match[1]);
  if (version > kind.version) {
    throw new NewerDocument(path);
  }

  const data = bytes.subarray(match[0].length, bytes.lastIndexOf('}'));
  if (checksum(data) !== match[2]) {
    throw new DamagedDocument(path, 'its checksum does not match its content');
  }

  try {
    const text = data.toString();
    return kind.parse(JSON.parse(kind.cut?.(text) ?? text));
  } catch (error) {
    throw new DamagedDocument(path, `its content is not what it should be (${error instanceof Error ? error.message.slice(0, 200) : String(error)})`);
  }
}

function checksum(data: string | Buffer): string {
  return crc32(data).toString(16).padStart(8, '0');
}
