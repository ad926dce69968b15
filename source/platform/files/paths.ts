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

/**
 * Where this machine keeps its marks (`local/origin/marks.ts`), whatever PETSTORE_HOME says: what a person copies or restores must not
 * take them along. `setting`: another folder, or `off` for none, which is undefined here.
 */
export function locateMarks(setting: string | undefined): string | undefined {
  if (setting !== undefined) {
    return setting === 'off' ? undefined : resolve(setting);
  }

  // On macOS `log` is below Library/Logs, which people and programs clear.
  return process.platform === 'darwin' ? envPaths('petstore-marks', { suffix: '' }).data : join(envPaths('petstore', { suffix: '' }).log, 'marks');
}
