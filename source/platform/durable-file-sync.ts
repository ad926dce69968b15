import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryPrefix } from './durable-file.js';
import { makeFolderSync } from './make-folder.js';

/**
 * `replaceFile` within one call, for small files that are written as the program ends or while a key is handled. Throws a
 * Node error, the old file still in place, or the new one in place and its name not certain to outlast a power cut.
 */
export function replaceFileSync(path: string, text: string): void {
  const folder = dirname(path);
  const made = makeFolderSync(folder);
  const temporary = join(folder, temporaryPrefix + randomUUID());
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }

    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }

  for (const each of new Set([folder, ...made.map((one) => dirname(one))])) {
    syncFolderSync(each);
  }
}

function syncFolderSync(folder: string): void {
  // Windows cannot open a folder, and its file systems journal the names themselves.
  if (process.platform === 'win32') {
    return;
  }

  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
