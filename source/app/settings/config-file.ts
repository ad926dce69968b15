/**
 * `config/config.json`: what a person chose. They may edit it by hand, so it has no checksum, fields this version does
 * not know are kept, and a mistake in it gets a sentence and is never overwritten.
 */
import { join } from 'node:path';
import { type Adapter, Low } from 'lowdb';
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
  /** Its text, empty if it is not there: to tell lines of it. */
  readText(): Promise<string>;
  /**
   * Reads, changes and writes while no other petstore does, so that no change takes back another one. What `change`
   * relies on must be looked at in what it is given: it may differ from what was read before. What it throws is thrown,
   * and nothing is written. Otherwise throws as `read` does, and a `StorageError` if it cannot be written.
   */
  update(change: (config: Config) => Config): Promise<void>;
};

/** The file need not be there: then nothing is configured. */
export function createConfigFile(
  folder: string,
  { fileSystem, clock }: { readonly fileSystem: FileSystem; readonly clock: Clock },
): ConfigFile {
  const path = join(folder, 'config.json');
  const adapter = new ConfigAdapter(path, folder, fileSystem);
  const open = async (): Promise<Low<Config>> => {
    const low = new Low<Config>(adapter, {});
    await low.read();
    return low;
  };

  return {
    path,
    read: async () => (await open()).data,
    readText: async () => (await adapter.readText()) ?? '',
    async update(change) {
      try {
        await makeFolder(fileSystem, folder);
        await exclusively(fileSystem, clock, path, async () => {
          const low = await open();
          low.data = change(low.data);
          await low.write();
        });
      } catch (error) {
        throw error instanceof SettingsError ? error : toStorageError('The configuration was not saved', folder, error);
      }
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
    const text = await this.readText();
    return text === undefined ? null : parseConfig(this.path, text);
  }

  /** Undefined if it is not there. */
  async readText(): Promise<string | undefined> {
    try {
      return (await unlessErrno(this.fileSystem.readFile(this.path), 'ENOENT'))?.toString();
    } catch (error) {
      throw toStorageError(`The configuration ${this.path} cannot be read`, this.folder, error);
    }
  }

  async write(config: Config): Promise<void> {
    // Whoever keeps it elsewhere (dotfiles) put a link here, which is to stay one.
    const target = this.fileSystem.followLinks(this.path);
    await replaceFile(this.fileSystem, target, `${JSON.stringify(config, undefined, 2)}\n`);
  }
}
