import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import { version } from './self.js';
import { locateFolders } from '../files/paths.js';
import { loadWithCalledCode } from './called-code.js';
import { makeFolderSync } from '../files/make-folder.js';

/** Commands that call so much of the program that its code is kept for each of them. */
const keptCommands = ['add', 'import', 'list', 'queue', 'status', 'sync'];

/**
 * Has Node keep its compiled code for the next start; docs/internals/performance.md tells how much that saves.
 *
 * In the program's own folder, because code in one that others can write to, such as the system's temporary one, would
 * run as this person. If it cannot be written, every start compiles anew, and that is all.
 */
export function keepCompiledCode(
  variables: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
): void {
  const use = argv.length === 2 ? 'app' : keptCommands.find((each) => each === argv[2]);
  const folders = locateFolders(readEnvironment(variables).home);
  if (!folders) {
    return;
  }

  try {
    const compiled = join(folders.state, 'compiled');
    if (makeFolderSync(join(compiled, version)).length > 0) {
      removeOthers(compiled);
    }

    const { directory } = process.getBuiltinModule('node:module').enableCompileCache(join(compiled, version));
    if (directory !== undefined && use !== undefined) {
      loadWithCalledCode(import.meta.filename, directory, use);
    }
  } catch {
    // The cache only saves time, so its failures do not matter.
  }
}

/** The code of another version is not found any more: its files have other names. */
function removeOthers(compiled: string): void {
  for (const name of readdirSync(compiled).filter((each) => each !== version)) {
    rmSync(join(compiled, name), { recursive: true, force: true });
  }
}
