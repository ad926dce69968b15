import { cpSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The project as after a clone and `npm install`, in a folder of its own: building it there disturbs nobody. */
export function copyProject(t: ExecutionContext): string {
  const folder = join(temporaryFolder(t), 'petstore');
  const left = ['.git', 'node_modules', 'dist'];
  // A build that is under way in the project keeps its files in `.NUMBER.building`.
  cpSync('.', folder, {
    recursive: true,
    filter: (path) => !left.includes(basename(path)) && !/\.(?:building|old)$/.test(path),
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}
