/** The files of the queue folder, `<number>.<step>.json`: their names, reading, publishing; which numbers are free. */
import { join } from 'node:path';
import { type EntryRecord, recordSchema } from '../../domain/record.js';
import type { PublishOptions } from '../../platform/files/durable-file.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { type DocumentKind, StoredDocument, type Unreadable, type VersionGate } from '../documents/document.js';
import { formatVersion } from '../documents/format-version.js';

/** A record as read: undefined stands for a damaged one. */
export type StoredRecord = EntryRecord | undefined;

/** The folder of records, `<number>.<step>.json`. */
export type RecordFiles = ReturnType<typeof createRecordFiles>;

/** Of the whole store's version: an older petstore that is open reads the queue when it changes, and stops. */
const recordKind: DocumentKind<EntryRecord> = { version: formatVersion, parse: (data) => recordSchema.parse(data) };
const fileName = /^[1-9]\d{0,14}\.(?:0|[1-9]\d{0,8})\.json$/;

/** Names that end like a record's; a hidden file is no animal, as the one that macOS puts beside each on some disks. */
const strayName = /^[^.].*\.json$/iu;

/** By the names that they give to the second of two files that were changed apart. */
const copiers: readonly (readonly [name: RegExp, who: string])[] = [
  [/\.sync-conflict-\d/u, 'Syncthing made it of two that differed'],
  [/conflicted copy|\(case conflict/iu, 'Dropbox or Nextcloud made it of two that differed'],
  [/ \d+\.json$/u, 'iCloud made it of two that differed, or Finder copied it'],
  [/ ?\(\d+\)\.json$/u, 'Google Drive made it of two that differed, or a browser or file manager copied it'],
  [/ [-–] \w+( \(\d+\))?\.json$/u, 'a file manager copied it'],
  [/^\d+\.\d+-.+\.json$/u, 'OneDrive made it of two that differed'],
];

/** As the end of *a file in the queue is no record*. */
function describeStray(name: string): string {
  const who = copiers.find(([form]) => form.test(name))?.[1];
  return `petstore gives no such name${who === undefined ? '' : `; it looks as if ${who}`}`;
}

/** The folder need not be there yet. */
export function createRecordFiles(fileSystem: FileSystem, folder: string, gate: VersionGate) {
  const problems = new Map<string, Unreadable>();
  let strays: readonly string[] = [];
  const pathOf = (number: number, step: number): string => join(folder, `${number}.${step}.json`);
  const documentOf = (number: number, step: number) =>
    new StoredDocument(fileSystem, pathOf(number, step), recordKind, gate);
  const exists = (number: number, step: number): boolean => fileSystem.exists(pathOf(number, step));
  const reportProblem = (number: number, step: number, reason: string, code?: Unreadable['code']): void => {
    const path = pathOf(number, step);
    problems.set(path, { path, reason, number, ...(code === undefined ? {} : { code }) });
  };

  return {
    folder,
    pathOf,
    exists,
    /** Notes the trouble with a file; reading it well clears that, or `clearProblem`. */
    reportProblem,
    clearProblem: (number: number, step: number) => void problems.delete(pathOf(number, step)),
    problems: (): readonly Unreadable[] => [...problems.values()],
    /** As of the last visit: false records, such as a copy made by a synchronised folder. */
    strays: (): readonly Unreadable[] =>
      strays.map((name) => ({ path: join(folder, name), reason: describeStray(name), code: 'not_a_record' })),

    /** Looks at each record there is, in no order. */
    async visit(see: (number: number, step: number) => void) {
      const others: string[] = [];
      for (const name of await fileSystem.list(folder)) {
        // Building matches would be most of the work for a long queue, which has twenty thousand names.
        if (fileName.test(name)) {
          const dot = name.indexOf('.');
          see(Number.parseInt(name, 10), Number.parseInt(name.slice(dot + 1), 10));
        } else if (strayName.test(name)) {
          others.push(name);
        }
      }

      strays = others;
    },

    /** Reads a record; null: absent. Damage is noted as a problem; an errno is thrown, as it is not damage. */
    async read(number: number, step: number): Promise<StoredRecord | null> {
      const record = await documentOf(number, step).readOr(({ reason }) => {
        reportProblem(number, step, reason);
        return undefined;
      });
      if (record !== undefined) {
        problems.delete(pathOf(number, step));
      }

      return record;
    },

    /** Publishes a record; false: that step is taken. */
    publish: (number: number, step: number, record: EntryRecord, options?: PublishOptions) =>
      documentOf(number, step).publish(record, options),
    /** Makes the names of all records durable that were published without. */
    syncNames: () => fileSystem.syncFolder(folder),

    /**
     * The lowest free number above `taken`. Numbers are given out without gaps above the archive's, so it is found by
     * doubling and halving: a few `exists` calls instead of a listing of every record.
     */
    nextNumber(taken: number) {
      const isTaken = (number: number): boolean => exists(number, 0) || exists(number, 1);
      let last = taken;
      let stride = 1;
      while (isTaken(last + stride)) {
        last += stride;
        stride *= 2;
      }

      while (stride > 1) {
        stride /= 2;
        if (isTaken(last + stride)) {
          last += stride;
        }
      }

      return last + 1;
    },
  };
}
