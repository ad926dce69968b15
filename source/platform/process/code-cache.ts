import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import { locateFolders } from '../files/paths.js';
import { makeFolderSync } from '../files/make-folder.js';

/**
 * Has Node keep what it compiles for the next start; docs/performance.md tells how much that saves.
 *
 * In the program's own folder, because code in one that others can write to, such as the system's temporary one, would run as
 * this person. Where it cannot be written, every start compiles anew, and that is all.
 */
export function keepCompiledCode(variables: Readonly<Record<string, string | undefined>>): void {
  const { state } = locateFolders(readEnvironment(variables).home);
  try {
    makeFolderSync(state);
    process.getBuiltinModule('node:module').enableCompileCache(join(state, 'compiled'));
  } catch {
    // The cache only saves time, so its failures do not matter.
  }
}
