import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of the program's files. */
export type Folders = {
  /** The choices of a person: config.json, keys. */
  readonly config: string;
  /** Lasting files: stores, the built-in service's databases. */
  readonly data: string;
  /** Files that may be lost: view.json, queues.json, petstore.log. */
  readonly state: string;
};

/** Below PETSTORE_HOME, or where the system wants them. Undefined: the home is unknown, or relative. */
export function locateFolders(home: string | undefined): Folders | undefined {
  if (home === undefined) {
    return systemFolders('petstore');
  }

  return isAbsolute(home) ? foldersBelow(home) : undefined;
}

/** The folders in one folder. */
export function foldersBelow(home: string): Folders {
  return { config: join(home, 'config'), data: join(home, 'data'), state: join(home, 'state') };
}

/** A relative path is another one from each folder petstore is started in; so is `~/` if no shell reads it. */
export function findPathMistake(variable: string, path: string | undefined): string | undefined {
  if (path === undefined || isAbsolute(path)) {
    return undefined;
  }

  const meant = atHome(path);
  return (
    `${variable} must be a whole path; "${path}" depends on the current folder. ` +
    `The whole one is ${resolve(meant)}. Nothing was saved or sent.`
  );
}

/** A path as people type it if no shell reads it. */
export function atHome(path: string): string {
  const folder = /^~(?:[/\\]|$)/.test(path) ? findPersonsFolder() : undefined;
  return folder === undefined ? path : join(folder, path.slice(2));
}

/**
 * The person's own folder. An empty or relative HOME would mean another one wherever the program is started, and
 * animals entered in one would not be found in the next, so the system's record of this person counts then. Undefined:
 * the record lacks it too, as in many containers.
 */
export function findPersonsFolder(ways = [homedir, () => userInfo().homedir]): string | undefined {
  for (const find of ways) {
    try {
      const folder = find();
      if (isAbsolute(folder)) {
        return folder;
      }
    } catch {
      // The system has no record of this person.
    }
  }

  return undefined;
}

function systemFolders(name: string): Folders | undefined {
  const home = findPersonsFolder();
  const below = (...parts: readonly string[]): string | undefined => home && join(home, ...parts);
  if (process.platform === 'darwin') {
    const library = below('Library');
    return toFolders([library, 'Preferences', name], [library, 'Application Support', name], [library, 'Logs', name]);
  }

  if (process.platform === 'win32') {
    const roaming = inVariable('APPDATA') ?? below('AppData', 'Roaming');
    const local = inVariable('LOCALAPPDATA') ?? below('AppData', 'Local');
    return toFolders([roaming, name, 'Config'], [local, name, 'Data'], [local, name, 'Log']);
  }

  return toFolders(
    [inVariable('XDG_CONFIG_HOME') ?? below('.config'), name],
    [inVariable('XDG_DATA_HOME') ?? below('.local', 'share'), name],
    [inVariable('XDG_STATE_HOME') ?? below('.local', 'state'), name],
  );
}

type Place = readonly [folder: string | undefined, ...parts: readonly string[]];

function toFolders(...places: readonly [config: Place, data: Place, state: Place]): Folders | undefined {
  const [config, data, state] = places.map(([folder, ...parts]) => folder && join(folder, ...parts));
  return config && data && state ? { config, data, state } : undefined;
}

/** A folder that a variable names. A relative one is ignored, as the XDG Base Directory Specification has it. */
function inVariable(name: string): string | undefined {
  const folder = process.env[name];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/** How the names of files begin that are being written; they are never read. */
export const temporaryPrefix = '.new-';

/** The text between the name of a file and the rest, if it was moved aside. */
export const asideMark = '.damaged-';

/** Where a file or folder goes that cannot be used: beside itself, with when that was, and never over an earlier one. */
export function asidePath(path: string, exists: (path: string) => boolean): string {
  // Windows takes no colons in names.
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  let aside = `${path}${asideMark}${at}Z`;
  while (exists(aside)) {
    aside += '-2';
  }

  return aside;
}

/**
 * The path of a file of the `data` folder that ships with the program. It is looked for upward from the module that
 * asks (`import.meta.url`), because the distance differs: `source/service/` in a checkout, `dist/` in the package.
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
