import { unlink } from 'node:fs/promises';
import { parse, join } from 'node:path';
import { hasCode } from '../../../platform/files/errno.js';
import { writeNewFile } from '../../../platform/files/write-new-file.js';
import { wrongUse } from '../../run/failures/failure.js';

/** A file that was made for the rows that were left out. */
export type BadRowsFile = { readonly path: string; remove(): Promise<void> };

/**
 * Writes the rows that cannot be queued beside the file they are from (`animals.bad.csv`), so that they can be
 * corrected and imported. A file that is there already is left alone.
 */
export async function writeBadRows(file: string, text: string): Promise<BadRowsFile> {
  const { dir, name, ext } = file === '-' ? { dir: '', name: 'import', ext: extensionOf(text) } : parse(file);
  for (let number = 1; ; number += 1) {
    const path = join(dir, `${name}.bad${number === 1 ? '' : `-${number}`}${ext}`);
    try {
      await writeNewFile(path, text);
      return { path, remove: () => unlink(path).catch(() => undefined) };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) {
        throw wrongUse(
          `The bad rows cannot be written to ${path} (${(error as NodeJS.ErrnoException).code ?? String(error)}). Nothing was queued.`,
        );
      }
    }
  }
}

function extensionOf(text: string): string {
  return text.startsWith('[') ? '.json' : text.startsWith('{') ? '.ndjson' : '.csv';
}
