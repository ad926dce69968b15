/**
 * The store's documents: lowdb documents, made durable, versioned and checksummed.
 * Reading tells apart: absent (null), damaged, written by a newer petstore, and an errno, which is not damage. The form
 * of a file is in `document-form.ts`.
 */
import { randomUUID } from 'node:crypto';
import { Low } from 'lowdb';
import {
  type PublishOptions,
  publishFile,
  replaceDisposable,
  replaceFile,
  writeDisposable,
} from '../../platform/files/durable-file.js';
import { hasCode, unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { asideMark } from '../../platform/files/paths.js';
import { checksum, matchHead } from './document-form.js';

/** How a kind of document is read: its present version, and a check that throws if the data is not of its shape. */
export type DocumentKind<T> = {
  readonly version: number;
  parse(data: unknown): T;
  /** Cuts a text down to the wanted part before it is parsed. */
  cut?(text: string): string;
};

/** The file is there but does not hold the written content. Its bytes are kept. */
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

/** See `createVersionGate`. */
export type VersionGate = ReturnType<typeof createVersionGate>;

/**
 * One store's documents belong together: as soon as one of them turns out to be written by a newer petstore, this one
 * does not write them any more, as it does not know their relations. Begins open. `prepare` sees to the origin; it is
 * called until it went well.
 */
export function createVersionGate(prepare: () => Promise<void> = () => Promise.resolve()) {
  let met: NewerDocument | undefined;
  let isReady = false;
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
    /** Resolves once the origin says this version: other files are written after that. Throws if it cannot. */
    ready: async () => {
      if (!isReady) {
        await prepare();
        isReady = true;
      }
    },
  };
}

/** Moves a file or folder that cannot be used out of the way; its bytes are kept. */
export async function setAside(fileSystem: FileSystem, path: string): Promise<void> {
  await fileSystem.rename(path, `${path}${asideMark}${randomUUID()}`);
}

/** One document of a store. Each writing waits for the gate. */
export class StoredDocument<T> {
  /** The version that was read, or written since. */
  found: number | undefined;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly path: string,
    private readonly kind: DocumentKind<T>,
    private readonly gate?: VersionGate,
  ) {}

  /** Its content; null: it is missing. Throws a `DamagedDocument`, a `NewerDocument`, or an errno. */
  async read(): Promise<T | null> {
    const low = new Low<T | null>({ read: () => this.#load(), write: () => Promise.resolve() }, null);
    await low.read();
    return low.data;
  }

  /** The same, and of one that is damaged what `onDamage` makes of that. */
  async readOr<D>(onDamage: (damage: DamagedDocument) => D | Promise<D>): Promise<T | D | null> {
    try {
      return await this.read();
    } catch (error) {
      if (error instanceof DamagedDocument) {
        return await onDamage(error);
      }

      throw error;
    }
  }

  /** The same; one that is damaged counts as missing. */
  readIntact(): Promise<T | null> {
    return this.readOr(() => null);
  }

  /** Replaces it durably. */
  async replace(data: T): Promise<void> {
    await this.#write(data, (text) => replaceFile(this.fileSystem, this.path, text));
    this.found = this.kind.version;
  }

  /** Replaces it, not durably; `keepAs`: which file the one before becomes, and from which age on. */
  async replaceLoosely(data: T, keepAs: Parameters<typeof replaceDisposable>[3]): Promise<void> {
    await this.#write(data, (text) => replaceDisposable(this.fileSystem, this.path, text, keepAs));
  }

  /** Writes it once, durably. False: it exists already, as another process was first. */
  async publish(data: T, options?: PublishOptions): Promise<boolean> {
    let isFirst = false;
    await this.#write(data, async (text) => {
      isFirst = await publishFile(this.fileSystem, this.path, text, options);
    });
    return isFirst;
  }

  /** Writes it under a fresh name, not durably: it counts once another document names it. */
  async writeLoosely(data: T): Promise<void> {
    await this.#write(data, (text) => writeDisposable(this.fileSystem, this.path, text));
  }

  async #write(data: T, save: (text: string) => Promise<void>): Promise<void> {
    this.gate?.check();
    await this.gate?.ready();
    const write = async (content: T): Promise<void> => {
      const text = JSON.stringify(content);
      await save(`{"version":${this.kind.version},"checksum":"${checksum(text)}","data":${text}}\n`);
    };
    await new Low<T>({ read: () => Promise.resolve(null), write }, data).write();
  }

  async #load(): Promise<T | null> {
    try {
      const bytes = await unlessErrno(this.fileSystem.readFile(this.path), 'ENOENT', 'ENOTDIR');
      return bytes === undefined ? null : this.#decode(bytes);
    } catch (error) {
      if (error instanceof NewerDocument) {
        this.gate?.note(error);
      }

      throw hasCode(error, 'EISDIR') ? new DamagedDocument(this.path, 'it is a folder') : error;
    }
  }

  #decode(bytes: Buffer): T {
    const [head = '', version, sum] = matchHead(bytes) ?? [];
    if (head === '') {
      throw new DamagedDocument(this.path, bytes.length === 0 ? 'it is empty' : 'it is not a petstore document');
    }

    if (Number(version) > this.kind.version) {
      throw new NewerDocument(this.path);
    }

    const data = bytes.subarray(head.length, bytes.lastIndexOf('}'));
    if (checksum(data) !== sum) {
      throw new DamagedDocument(this.path, 'its checksum does not match its content');
    }

    try {
      const text = data.toString();
      const content = this.kind.parse(JSON.parse(this.kind.cut?.(text) ?? text));
      this.found = Number(version);
      return content;
    } catch (error) {
      const why = error instanceof Error ? error.message.slice(0, 200) : String(error);
      throw new DamagedDocument(this.path, `its content is invalid (${why})`);
    }
  }
}

/**
 * A file that cannot be used, and why; `number`: whose record it is by its name. `code`: absent where its content is
 * damaged, which is for good. If it cannot be read just now (`not_now`), or by this version (`newer_version`), or
 * something else has a folder's name (`not_a_folder`), its animals are unknown. Of the archive, another copy serves
 * (`spare_copy`), or no copy is left (`archive_lost`). `not_a_record`: petstore never gives such a name.
 */
export type Unreadable = {
  readonly path: string;
  readonly reason: string;
  readonly number?: number;
  readonly code?: 'not_now' | 'newer_version' | 'not_a_folder' | 'spare_copy' | 'archive_lost' | 'not_a_record';
};

/**
 * A document that is the only place of its content, so it is written twice: `archive.json` and `archive.copy.json`.
 * Whichever of the two a disk damages, the other one answers.
 */
export class MirroredDocument<T> {
  readonly paths: readonly string[];
  /** Whether the last reading found neither of them whole. */
  isLost = false;
  #damaged: readonly DamagedDocument[] = [];
  readonly #copies: readonly StoredDocument<T>[];

  /** `path`: the first one; it is read before the other, and written after it. */
  constructor(
    private readonly fileSystem: FileSystem,
    path: string,
    kind: DocumentKind<T>,
    gate?: VersionGate,
  ) {
    this.paths = [path, path.replace(/\.json$/, '.copy.json')];
    this.#copies = this.paths.map((each) => new StoredDocument(fileSystem, each, kind, gate));
  }

  /** Its content; null: both are missing, or lost. Throws a `NewerDocument`, or an errno. */
  async read(): Promise<T | null> {
    const damaged: DamagedDocument[] = [];
    let whole: T | null = null;
    for (const copy of this.#copies) {
      whole ??= await copy.readOr((damage) => {
        damaged.push(damage);
        return null;
      });
    }

    this.#damaged = damaged;
    this.isLost = whole === null && damaged.length > 0;
    return whole;
  }

  /** The files that the last reading found damaged. `lost`: the consequence if neither is whole. */
  problems(lost: string): readonly Unreadable[] {
    const [code, meaning] = this.isLost
      ? (['archive_lost', lost] as const)
      : (['spare_copy', 'the other one of the two is used'] as const);
    return this.#damaged.map(({ path, reason }) => ({ path, reason: `${reason}; ${meaning}`, code }));
  }

  /** Replaces both durably; the bytes of damaged files are kept. */
  async replace(data: T): Promise<void> {
    for (const { path } of this.#damaged) {
      await setAside(this.fileSystem, path);
    }

    this.#damaged = [];
    for (const copy of this.#copies.toReversed()) {
      await copy.replace(data);
    }

    this.isLost = false;
  }
}
