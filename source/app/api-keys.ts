/**
 * The API key of a store: a file of its own that only its owner can read, or the environment, which wins. A key is in no
 * other file, message or list of processes.
 */
import { join } from 'node:path';
import { replaceFile } from '../platform/durable-file.js';
import type { Environment } from '../platform/environment.js';
import { hasCode } from '../platform/errno.js';
import type { FileSystem } from '../platform/file-system.js';
import type { Folders } from '../platform/paths.js';
import { isHeaderSafeKey } from '../remote/api-key.js';
import { toStorageError } from '../store/storage-error.js';
import { hashIdentity } from './base-url.js';
import { SettingsError } from './settings-error.js';
import type { Profile } from './workspace.js';

export type ApiKey = {
  readonly value: string;
  /** In words, such as `PETSTORE_API_KEY` or the file's path. */
  readonly source: string;
  readonly fromEnvironment: boolean;
};

export type ApiKeys = {
  /** The file a profile's key is kept in: profiles of one address share it. */
  pathFor(profile: Profile): string;
  find(profile: Profile): Promise<ApiKey | undefined>;
  save(profile: Profile, key: string): Promise<void>;
  /** Returns false where none was saved. */
  remove(profile: Profile): Promise<boolean>;
};

/** Throws a `SettingsError` that starts with `where` for a key that cannot be sent; never quotes it. */
export function checkKey(text: string, where: string): string {
  if (!isHeaderSafeKey(text)) {
    const why = text === '' ? 'it is empty' : /[\r\n]/.test(text) ? 'it has a line break in it' : 'it may hold only visible ASCII characters, without spaces, at most 4096';
    throw new SettingsError(`${where} cannot be used: ${why}. Nothing was saved or sent.`, 'bad_key');
  }

  return text;
}

/** What is shown of a key, to tell it from others: of a short one nothing, as four characters would give too much of it away. */
export function lastFour(key: string): string {
  return key.length < 8 ? '****' : key.slice(-4);
}

/** A key as files and pipes hold it: one line end after it does not belong to it. */
export function trimLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

export function createApiKeys({ folders, environment, fileSystem }: { readonly folders: Folders; readonly environment: Environment; readonly fileSystem: FileSystem }): ApiKeys {
  const keysFolder = join(folders.config, 'keys');
  const pathFor = (profile: Profile) => join(keysFolder, hashIdentity(profile.baseUrl));
  const readKeyFile = async (path: string, where: string): Promise<string> => checkKey(trimLineEnd((await fileSystem.readFile(path)).toString()), where);

  return {
    pathFor,

    async find(profile) {
      // The built-in store makes its own key; one for another store must not be sent to it.
      if (profile.source !== 'demo' && environment.apiKey !== undefined) {
        return { value: checkKey(environment.apiKey, 'PETSTORE_API_KEY'), source: 'PETSTORE_API_KEY', fromEnvironment: true };
      }

      if (profile.source !== 'demo' && environment.apiKeyFile !== undefined) {
        const path = environment.apiKeyFile;
        const where = `The key in PETSTORE_API_KEY_FILE (${path})`;
        try {
          return { value: await readKeyFile(path, where), source: `PETSTORE_API_KEY_FILE (${path})`, fromEnvironment: true };
        } catch (error) {
          throw error instanceof SettingsError ? error : new SettingsError(`${where} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}. Nothing was saved or sent.`, 'bad_key');
        }
      }

      const path = pathFor(profile);
      try {
        return { value: await readKeyFile(path, `The saved key (${path})`), source: path, fromEnvironment: false };
      } catch (error) {
        if (hasCode(error, 'ENOENT')) {
          return undefined;
        }

        throw error instanceof SettingsError ? error : toStorageError('The saved key cannot be read', keysFolder, error);
      }
    },

    async save(profile, key) {
      checkKey(key, 'The key');
      try {
        await fileSystem.makeFolder(keysFolder);
        await replaceFile(fileSystem, pathFor(profile), `${key}\n`);
      } catch (error) {
        throw toStorageError('The key was not saved', keysFolder, error);
      }
    },

    async remove(profile) {
      try {
        await fileSystem.remove(pathFor(profile));
        return true;
      } catch (error) {
        if (hasCode(error, 'ENOENT')) {
          return false;
        }

        throw toStorageError('The key was not removed', keysFolder, error);
      }
    },
  };
}
