import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../files/make-folder.ts';
import { locateFolders } from '../files/paths.ts';
import { readEnvironment } from './environment.ts';
import { version } from './self.ts';

/**
 * Has Node keep its compiled code for the next start; docs/internals/performance.md tells how much that saves.
 *
 * In the program's own folder, because code in one that others can write to, such as the system's temporary one, would
 * run as this person. If it cannot be written, every start compiles anew, and that is all.
 */
export function keepCompiledCode(variables: NodeJS.ProcessEnv): void {
  const folders = locateFolders(readEnvironment(variables).home);
  if (!folders) {
    return;
  }

  try {
    const compiled = join(folders.state, 'compiled');
    if (makeFolderSync(join(compiled, version)).length > 0) {
      // The code of another version is not found any more: its files have other names.
      for (const other of readdirSync(compiled).filter((each) => each !== version)) {
        rmSync(join(compiled, other), { recursive: true, force: true });
      }
    }

    process.getBuiltinModule('node:module').enableCompileCache(join(compiled, version));
  } catch {
    // The cache only saves time, so its failures do not matter.
  }
}
