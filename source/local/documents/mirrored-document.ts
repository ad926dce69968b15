/**
 * A document that is the only place of its content, so it is written twice: `archive.json` and `archive.copy.json`.
 * Whichever of the two a disk damages, the other one answers.
 */
import type { FileSystem } from '../../platform/files/file-system.js';
import type { Unreadable } from '../journal/record-files.js';
import { type DamagedDocument, type DocumentKind, setAside, StoredDocument, type VersionGate } from './document.js';

/** One content in two files. */
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
