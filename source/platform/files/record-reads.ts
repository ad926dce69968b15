import { dirname } from 'node:path';
import { type Fingerprint, lookAt } from '../frame/kept-frame.js';
import type { FileSystem } from './file-system.js';

/**
 * Notes how each file and folder was before it was read: whoever finds them unchanged later would read the same.
 * `isWrittenOnce`: whether the files of a folder are never changed, so that the folder's names say it all.
 */
export function recordReads(fileSystem: FileSystem, isWrittenOnce: (folder: string) => boolean) {
  const seen = new Map<string, Fingerprint>();
  const noteAs = (path: string, how: Fingerprint[1]): void => {
    const before = seen.get(path);
    if (!isWrittenOnce(dirname(path)) && (before === undefined || (before[1] === 'there' && how !== 'there'))) {
      seen.set(path, [path, how, lookAt(path, how)]);
    }
  };
  const reads =
    <Rest extends readonly unknown[], Result>(how: Fingerprint[1], read: (path: string, ...rest: Rest) => Result) =>
    (path: string, ...rest: Rest): Result => {
      noteAs(path, how);
      return read(path, ...rest);
    };
  const refuse = (): never => {
    throw Object.assign(new Error('EROFS: it is only read here'), { code: 'EROFS' });
  };
  const refuseLater = (): Promise<never> => Promise.resolve().then(refuse);
  const readOnly: FileSystem = {
    readFile: reads('whole', (path) => fileSystem.readFile(path)),
    // The folders of such files have too many names, and only such files.
    list: (path) => {
      noteAs(path, isWrittenOnce(path) ? 'whole' : 'names');
      return fileSystem.list(path);
    },
    revision: reads('whole', (path) => fileSystem.revision(path)),
    sizeOf: reads('whole', (path) => fileSystem.sizeOf(path)),
    modifiedAt: reads('whole', (path) => fileSystem.modifiedAt(path)),
    fileIdentity: reads('there', (path) => fileSystem.fileIdentity(path)),
    identity: reads('there', (path) => fileSystem.identity(path)),
    exists: reads('there', (path) => fileSystem.exists(path)),
    isFolder: reads('there', (path) => fileSystem.isFolder(path)),
    isWritable: reads('there', (path) => fileSystem.isWritable(path)),
    followLinks: (path) => fileSystem.followLinks(path),
    makeFolder: refuseLater,
    openNew: refuseLater,
    append: refuseLater,
    rename: refuseLater,
    link: refuseLater,
    remove: refuseLater,
    syncFolder: refuseLater,
    lock: refuse,
    watch: () => () => undefined,
  };
  return {
    /** Notes a path that is read in another way; before it is read. */
    note: (path: string): void => noteAs(path, 'whole'),
    /** Every path that was asked for, as it was before it was asked for the first time. */
    readings: (): readonly Fingerprint[] => [...seen.values()],
    fileSystem: readOnly,
  };
}
