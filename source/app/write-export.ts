import { open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf, hasCode } from '../platform/files/errno.js';
import { diskFileSystem } from '../platform/files/file-system.js';

/** Writes a new file, durably. Returns why it was not written, as a sentence. */
export async function writeExport(path: string, text: string): Promise<string | undefined> {
  try {
    await writeNewFile(path, text);
    return undefined;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return `${path} is there already and was not touched. Choose another name.`;
    }

    return (
      `${path} was not written: ` +
      `${hasCode(error, 'ENOENT') ? 'there is no such folder' : (errnoOf(error) ?? String(error))}.`
    );
  }
}

/** Writes a file that is not there yet, durably, or not at all. Fails with EEXIST if it exists. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }

  // A folder that this person may only write into cannot be opened: the file is there all the same.
  await diskFileSystem.syncFolder(dirname(path)).catch(() => undefined);
}
