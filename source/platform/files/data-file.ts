import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file of the `data` folder that ships with the program. It is looked for upward from the module that
 * asks, because the distance differs: `source/service/` in a checkout, `dist/` in the package.
 *
 * @param from the asking module's `import.meta.url`
 */
export function findDataFile(name: string, from: string): string {
  for (let folder = new URL('.', from); ; folder = new URL('..', folder)) {
    const file = new URL(`data/${name}`, folder);
    if (existsSync(file)) {
      return fileURLToPath(file);
    }

    if (folder.href === new URL('..', folder).href) {
      throw new Error(`data/${name} is missing from this installation.`);
    }
  }
}
