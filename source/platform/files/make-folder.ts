import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './errno.ts';
import type { FileSystem } from './file-system.ts';

function missingFolders(path: string, exists: (path: string) => boolean): readonly string[] {
  const missing: string[] = [];
  for (let folder = path; !exists(folder); folder = dirname(folder)) {
    missing.unshift(folder);
  }

  return missing;
}

/** One by one, 0700: Node's recursive way never ends below /proc (Node 24.21). Returns those that were missing. */
export function makeFolderSync(path: string): readonly string[] {
  const missing = missingFolders(path, existsSync);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) {
        throw error;
      }
    }
  }

  return missing;
}

/** The folders whose names this process has made durable. */
const durable = new WeakMap<FileSystem, Set<string>>();

function durableIn(fileSystem: FileSystem): Set<string> {
  const known = durable.get(fileSystem) ?? new Set<string>();
  durable.set(fileSystem, known);
  return known;
}

/**
 * Makes a folder and its parents, 0700, and their names durable: a folder whose own name is lost in a power cut is lost
 * with all it holds. Those that are there already count as little until this process has made them durable, because
 * whoever made them may have been killed before he did. Almost free after the first time. Throws an errno.
 */
export async function makeFolder(fileSystem: FileSystem, path: string): Promise<void> {
  const known = durableIn(fileSystem);
  for (const folder of missingFolders(path, (each) => fileSystem.isFolder(each))) {
    known.delete(folder);
    await fileSystem.makeFolder(folder).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST') || !fileSystem.isFolder(folder)) {
        throw error;
      }
    });
  }

  const unsure: string[] = [];
  // A folder cannot have been made in a place that this person may not write.
  for (
    let folder = path;
    !known.has(folder) && dirname(folder) !== folder && fileSystem.isWritable(dirname(folder));
    folder = dirname(folder)
  ) {
    unsure.push(folder);
  }

  await Promise.all(unsure.map((folder) => fileSystem.syncFolder(dirname(folder))));
  unsure.forEach((folder) => known.add(folder));
}
