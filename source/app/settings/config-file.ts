/**
 * `config/config.json`: the choices of a person. They may edit it by hand, so it has no checksum, fields this version
 * does not know are kept, and a mistake in it gets a sentence and is never overwritten.
 */
import { join } from 'node:path';
import type { Clock } from '../../platform/time/clock.js';
import { replaceFile } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import { exclusively } from '../../platform/concurrency/exclusively.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import { toStorageError } from '../../local/documents/storage-error.js';
import { type Config, parseConfig } from './parse-config.js';
import { SettingsError } from './settings-error.js';

/** `config/config.json`, which people edit by hand as well. */
export type ConfigFile = {
  readonly path: string;
  /** Throws a `SettingsError` if the file holds a mistake, a `StorageError` if it cannot be read. */
  read(): Promise<Config>;
  /** Its text, empty if it is missing: to tell lines of it. */
  readText(): Promise<string>;
  /**
   * Reads, changes and writes while no other petstore does, so that no change takes back another one. What `change`
   * relies on must be looked at in its argument, which may differ from an earlier reading. If it throws, so does this,
   * and the file stays. Otherwise throws as `read` does, and a `StorageError` if it cannot be written.
   */
  update(change: (config: Config) => Config): Promise<void>;
};

/** The file need not be there: then it counts as empty. */
export function createConfigFile(
  folder: string,
  { fileSystem, clock }: { readonly fileSystem: FileSystem; readonly clock: Clock },
): ConfigFile {
  const path = join(folder, 'config.json');
  const readText = async (): Promise<string | undefined> => {
    try {
      return (await unlessErrno(fileSystem.readFile(path), 'ENOENT'))?.toString();
    } catch (error) {
      throw toStorageError(`The configuration ${path} cannot be read`, folder, error);
    }
  };
  const read = async (): Promise<Config> => {
    const text = await readText();
    return text === undefined ? {} : parseConfig(path, text);
  };

  return {
    path,
    read,
    readText: async () => (await readText()) ?? '',
    async update(change) {
      try {
        await makeFolder(fileSystem, folder);
        await exclusively(fileSystem, clock, path, async () => {
          const text = `${JSON.stringify(change(await read()), undefined, 2)}\n`;
          // Whoever keeps it elsewhere (dotfiles) put a link here, which is to stay one.
          await replaceFile(fileSystem, fileSystem.followLinks(path), text);
        });
      } catch (error) {
        throw error instanceof SettingsError ? error : toStorageError('The configuration was not saved', folder, error);
      }
    },
  };
}
