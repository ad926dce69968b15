import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programPath } from '../helpers/program.ts';

/** Makes a folder for the PATH in which the built program is `petstore` and this Node is `node`. */
export function installProgram(home: string): string {
  const folder = join(home, '.built');
  mkdirSync(folder);
  writeFileSync(join(folder, 'petstore'), `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return folder;
}
