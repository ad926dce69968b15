import { findPathMistake, type Folders, locateFolders } from '../../platform/files/paths.js';
import type { Environment } from '../../platform/process/environment.js';
import { wrongUse } from './failures/failure.js';

/**
 * The program's folders. Without a home, or with a relative one, there is no place in which entered animals would be
 * found again.
 */
export function requireFolders({ home, marks }: Environment): Folders {
  const mistake =
    findPathMistake('PETSTORE_HOME', home) ?? findPathMistake('PETSTORE_MARKS', marks === 'off' ? undefined : marks);
  if (mistake !== undefined) {
    throw wrongUse(mistake);
  }

  const folders = locateFolders(home);
  if (!folders) {
    throw wrongUse(
      'There is no home folder: HOME is not an absolute path, and the system has no record of this user. ' +
        'Set HOME, or PETSTORE_HOME, to a folder of yours. Nothing was saved or sent.',
    );
  }

  return folders;
}
