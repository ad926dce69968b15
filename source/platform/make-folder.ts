import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './errno.js';

/** The folders of a path that are not there, outermost first. */
export function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) {
    missing.unshift(folder);
  }

  return missing;
}

/**
 * Makes a folder and its parents, 0700, one by one: Node's own recursive way never ends where a parent cannot be made, as
 * below /proc (Node 24.21). Throws an errno.
 */
export function makeFolderSync(path: string): void {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) {
        throw error;
      }
    }
  }
}
