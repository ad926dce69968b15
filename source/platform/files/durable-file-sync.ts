import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryPrefix } from './paths.ts';
import { waitSync, whenFreeSync } from './errno.ts';
import { makeFolderSync } from './make-folder.ts';

const system = {
  platform: process.platform,
  /** The calls that Windows answers in a way of its own. */
  calls: { rename: renameSync, open: openSync, sync: fsyncSync },
  wait: waitSync,
};
/** What differs from one operating system to the next, for tests of one on another. */
export type SyncDiskParts = typeof system;

/** `replaceFile` within one call, for files that are written as the program ends or while a key is handled. */
export function replaceFileSync(path: string, text: string, parts: SyncDiskParts = system): void {
  const { calls } = parts;
  const folder = dirname(path);
  makeDurableFolderSync(folder, parts);
  // The global: `node:crypto` would be loaded by every command, as each can write to the log.
  const temporary = join(folder, temporaryPrefix + crypto.randomUUID());
  try {
    const file = calls.open(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      calls.sync(file);
    } finally {
      closeSync(file);
    }

    renameFileSync(temporary, path, parts);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }

  // Windows cannot open a folder; the file is flushed under its new name instead (file-system.ts says why).
  if (parts.platform === 'win32') {
    flushSync(path, 'r+', parts);
  } else {
    flushSync(folder, 'r', parts);
  }
}

/** Makes a folder and its parents, and the names of those that were missing durable. Throws a Node error. */
export function makeDurableFolderSync(path: string, parts: SyncDiskParts = system): void {
  for (const made of makeFolderSync(path)) {
    if (parts.platform !== 'win32') {
      flushSync(dirname(made), 'r', parts);
    }
  }
}

/** Renames a file, on Windows once no other program has it open; EBUSY if one keeps it. */
export function renameFileSync(from: string, to: string, { platform, calls, wait } = system): void {
  whenFreeSync(platform, () => calls.rename(from, to), wait);
}

/** Makes the content of a file durable, or with `r` the names in a folder, which Windows cannot open. */
export function flushSync(path: string, flags: 'r' | 'r+', { platform, calls, wait } = system): void {
  const handle = whenFreeSync(platform, () => calls.open(path, flags), wait);
  try {
    calls.sync(handle);
  } finally {
    closeSync(handle);
  }
}
