/**
 * `config/config.json`: what a person chose. They may edit it by hand, so it has no checksum, fields this version does not
 * know are kept, and a mistake in it gets a sentence and is never overwritten.
 */
import { join } from 'node:path';
import { type Adapter, Low } from 'lowdb';
import { replaceFile } from '../platform/durable-file.js';
import { hasCode } from '../platform/errno.js';
import type { FileSystem } from '../platform/file-system.js';
import { makeFolder } from '../platform/make-folder.js';
import { toStorageError } from '../store/storage-error.js';
import { type Config, parseConfig } from './parse-config.js';

/** `config/config.json`, which people edit by hand as well. */
export type ConfigFile = {
  readonly path: string;
  /** Throws a `SettingsError` where the file holds a mistake, a `StorageError` where it cannot be read. */
  read(): Promise<Config>;
  /** Reads, changes and writes, so that what another program wrote meanwhile is kept. */
  update(change: (config: Config) => Config): Promise<void>;
};

/** The file need not be there: then nothing is configured. */
export function createConfigFile(folder: string, fileSystem: FileSystem): ConfigFile {
  const path = join(folder, 'config.json');
  const open = async (): Promise<Low<Config>> => {
    const low = new Low<Config>(new ConfigAdapter(path, folder, fileSystem), {});
    await low.read();
    return low;
  };

  return {
    path,
    read: async () => (await open()).data,
    update: async (change) => {
      const low = await open();
      low.data = change(low.data);
      await low.write();
    },
  };
}

class ConfigAdapter implements Adapter<Config> {
  constructor(
    private readonly path: string,
    private readonly folder: string,
    private readonly fileSystem: FileSystem,
  ) {}

  async read(): Promise<Config | null> {
    let text: string;
    try {
      text = (await this.fileSystem.readFile(this.path)).toString();
    } catch (error) {
      if (hasCode(error, 'ENOENT')) {
        return null;
      }

      throw toStorageError(`The configuration ${this.path} cannot be read`, this.folder, error);
    }

    return parseConfig(this.path, text);
  }

  async write(config: Config): Promise<void> {
    try {
      await makeFolder(this.fileSystem, this.folder);
      await replaceFile(this.fileSystem, this.path, `${JSON.stringify(config, undefined, 2)}\n`);
    } catch (error) {
      throw toStorageError('The configuration was not saved', this.folder, error);
    }
  }
}
