import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceDisposable } from './durable-file.js';
import { hasCode } from './errno.js';
import type { FileSystem } from './file-system.js';

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
  for (const folder of missingFolders(path, (each) => fileSystem.exists(each))) {
    known.delete(folder);
    await fileSystem.makeFolder(folder).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) {
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

/** The note in a folder that its name and those above it are durable. */
const noteName = 'names';

/**
 * Makes a folder, as `makeFolder` does, but its name durable once for all processes. Each fsync of a folder is one of
 * the whole disk on macOS, and there is one for every folder up to the root. A note in the folder says that it was
 * done. It needs no fsync of its own: if a power cut leaves it, the folders it tells of came before. It tells of one
 * folder in one place: a copy of it, or the same after a move, is made durable again. Throws an errno.
 */
export async function makeFolderOnce(fileSystem: FileSystem, folder: string): Promise<void> {
  const note = join(folder, noteName);
  const known = durableIn(fileSystem);
  const isDone = async (): Promise<boolean> =>
    known.has(folder) ||
    (await fileSystem.readFile(note).then(String, () => '')) === (await toNote(fileSystem, folder));
  if (fileSystem.exists(folder) && (await isDone())) {
    known.add(folder);
    return;
  }

  // Before anything is made that it would tell of.
  if (fileSystem.exists(note)) {
    await fileSystem.remove(note);
  }

  await makeFolder(fileSystem, folder);
  // On a full disk, or where another process was first, it is as good to do all this again the next time.
  await replaceDisposable(fileSystem, note, await toNote(fileSystem, folder)).catch(() => undefined);
}

async function toNote(fileSystem: FileSystem, folder: string): Promise<string> {
  return `The name of this folder is on the disk: ${await fileSystem.identity(folder)} ${folder}\n`;
}

/** Unlike a rename this never moves a folder that another process made there meanwhile. Throws an errno. */
export async function clearAway(fileSystem: FileSystem, path: string, aside: string): Promise<void> {
  for (const step of [() => fileSystem.link(path, aside), () => fileSystem.remove(path)]) {
    try {
      await step();
    } catch (error) {
      if (!hasCode(error, 'ENOENT') && !fileSystem.isFolder(path)) {
        throw error;
      }
    }
  }
}
