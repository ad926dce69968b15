/**
 * Files that survive a power cut: a reader sees the old content or the new, never a mixture, and acknowledged content
 * is there after a restart.
 *
 * So a file is replaced: unique temporary file, full write (Node's goes on until all is written or an error tells of a
 * full disk), fsync, rename, fsync of the folder.
 *
 * On any error the old file stays as it was and the error is thrown. A failed fsync is never tried again: the kernel
 * may have dropped the pages and would report success (the lesson of PostgreSQL's "fsyncgate").
 */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { unlessErrno } from './errno.ts';
import type { FileSystem } from './file-system.ts';
import { temporaryPrefix } from './paths.ts';

/** The file is in its place, but a power cut may still take its name away: neither saved for sure nor not saved. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';
}

/** What is written; a text may depend on the file that it is written to. */
type Content = string | Buffer | ((file: string) => string);

/** How a file is replaced; see `replaceFile`. */
type Replacing = { readonly keepAs?: string; readonly isDurable?: boolean; readonly isNameDurable?: boolean };

/**
 * Writes `content` to `path`, replacing an existing file.
 *
 * `keepAs`: the name that the file before gets as well, in the place of an earlier one. There is always a whole file at
 * `path`, whichever of the names a power cut leaves.
 *
 * `isNameDurable`: false where a power cut may bring the old file back; `isDurable`: where it may tear the file, as its
 * reader can tell.
 */
export async function replaceFile(
  fileSystem: FileSystem,
  path: string,
  content: Content,
  { keepAs, isDurable = true, isNameDurable = isDurable }: Replacing = {},
): Promise<void> {
  const temporary = temporaryFor(path);
  await writeNew(fileSystem, temporary, content, isDurable);
  try {
    await (keepAs !== undefined && keep(fileSystem, path, keepAs));
    await fileSystem.rename(temporary, path);
  } catch (error) {
    await removeQuietly(fileSystem, temporary);
    throw error;
  }

  await (isNameDurable && syncName(fileSystem, path));
}

/** Gives a file a second name, or where it cannot have two (FAT, many network folders) makes a durable copy of it. */
async function keep(fileSystem: FileSystem, path: string, keepAs: string): Promise<void> {
  const temporary = temporaryFor(path);
  try {
    await fileSystem.link(path, temporary);
  } catch {
    // Each system has another code for it, so whatever else is the matter is met in copying.
    const before = await unlessErrno(fileSystem.readFile(path), 'ENOENT');
    if (before === undefined) {
      return;
    }

    await writeNew(fileSystem, temporary, String(before));
  }

  try {
    await fileSystem.rename(temporary, keepAs);
  } catch (error) {
    await removeQuietly(fileSystem, temporary);
    throw error;
  }
}

async function writeNew(fileSystem: FileSystem, path: string, content: Content, isDurable = true): Promise<void> {
  const file = await fileSystem.openNew(path);
  try {
    await file.write(typeof content === 'function' ? content(path) : content);
    if (isDurable) {
      await file.sync();
    }
  } catch (error) {
    await removeQuietly(fileSystem, path);
    throw error;
  } finally {
    await file.close();
  }
}

async function syncName(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.syncFolder(dirname(path), path);
  } catch (error) {
    throw new NotDurable(`${path} was written, but its folder could not be made durable`, { cause: error });
  }
}

function temporaryFor(path: string): string {
  return join(dirname(path), temporaryPrefix + randomUUID());
}

async function removeQuietly(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.remove(path);
  } catch {
    // Gone already, or harmless: temporary names are never read.
  }
}

const oldMs = 24 * 60 * 60 * 1000;

/**
 * Removes the temporary files in a folder that killed writers left: those a day older than one made there just now. So
 * the file system's own clock is compared with itself; the program's may be another one, or wrong. Throws an errno.
 */
export async function removeTemporaries(fileSystem: FileSystem, folder: string): Promise<void> {
  const names = (await fileSystem.list(folder)).filter((name) => name.startsWith(temporaryPrefix));
  if (names.length === 0) {
    return;
  }

  const fresh = join(folder, temporaryPrefix + randomUUID());
  await (await fileSystem.openNew(fresh)).close();
  const now = fileSystem.modifiedAt(fresh);
  await fileSystem.remove(fresh);
  const paths = names.map((name) => join(folder, name));
  for (const path of paths.filter((each) => now - fileSystem.modifiedAt(each) > oldMs)) {
    await fileSystem.remove(path);
  }
}
