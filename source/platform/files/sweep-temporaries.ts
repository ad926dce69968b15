import { temporaryPrefix } from './own-names.js';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FileSystem } from './file-system.js';

const oldMs = 24 * 60 * 60 * 1000;

/**
 * Removes the temporary files in a folder that killed writers left: those a day older than one made there just now. So
 * the file system's own clock is compared with itself; the program's may be another one's, or set wrong. Throws an
 * errno.
 */
export async function sweepTemporaries(fileSystem: FileSystem, folder: string): Promise<void> {
  const names = (await fileSystem.list(folder)).filter((name) => name.startsWith(temporaryPrefix));
  if (names.length === 0) {
    return;
  }

  const isOld = await agesIn(fileSystem, folder);
  for (const path of names.map((name) => join(folder, name)).filter(isOld)) {
    await fileSystem.remove(path);
  }
}

/**
 * Makes the test whether a file was last changed more than a day ago, by the clock of the file system that `folder` is
 * on. Throws an errno.
 */
export async function agesIn(fileSystem: FileSystem, folder: string): Promise<(path: string) => boolean> {
  const fresh = join(folder, temporaryPrefix + randomUUID());
  await (await fileSystem.openNew(fresh)).close();
  const now = fileSystem.modifiedAt(fresh);
  await fileSystem.remove(fresh);
  return (path) => now - fileSystem.modifiedAt(path) > oldMs;
}
