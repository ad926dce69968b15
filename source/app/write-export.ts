import { hasCode } from '../platform/files/errno.js';
import { writeNewFile } from '../platform/files/write-new-file.js';

/**
 * Writes a new file, durably. Returns why it was not written, as a sentence: a file that is there already is never
 * replaced.
 */
export async function writeExport(path: string, text: string): Promise<string | undefined> {
  try {
    await writeNewFile(path, text);
    return undefined;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return `${path} is there already and was not touched. Choose another name.`;
    }

    return `${path} was not written: ${hasCode(error, 'ENOENT') ? 'there is no such folder' : ((error as NodeJS.ErrnoException).code ?? String(error))}.`;
  }
}
