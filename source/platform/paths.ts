import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where the program keeps its files. */
export type Folders = {
  /** What a person chose: config.json, keys. */
  readonly config: string;
  /** What must last: stores, the built-in service's databases. */
  readonly data: string;
  /** What may be lost: view.json, petstore.log. */
  readonly state: string;
};

/** The folders under PETSTORE_HOME where it is set, else where the system wants them (XDG, Library, AppData). */
export function locateFolders(home: string | undefined): Folders {
  if (home !== undefined) {
    const root = resolve(home);
    return { config: join(root, 'config'), data: join(root, 'data'), state: join(root, 'state') };
  }

  // env-paths names the XDG state folder `log`.
  const { config, data, log } = envPaths('petstore', { suffix: '' });
  return { config, data, state: log };
}
