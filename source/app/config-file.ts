/**
 * `config/config.json`: what a person chose. They may edit it by hand, so it has no checksum, fields this version does not
 * know are kept, and a mistake in it gets a sentence and is never overwritten.
 */
import { join } from 'node:path';
import { type Adapter, Low } from 'lowdb';
import * as z from 'zod/mini';
import { replaceFile } from '../platform/durable-file.js';
import { type FileSystem, hasCode } from '../platform/file-system.js';
import { toStorageError } from '../store/storage-error.js';
import { SettingsError } from './settings-error.js';

const profileSchema = z.looseObject({
  baseUrl: z.string(),
  allowHttp: z.optional(z.boolean()),
  idempotency: z.optional(z.enum(['honoured', 'unknown', 'off'])),
});

const configSchema = z.looseObject({
  profile: z.optional(z.string()),
  profiles: z.optional(z.record(z.string(), profileSchema)),
  /** By new address: the address a store was first used under, which its queue belongs to. */
  moved: z.optional(z.record(z.string(), z.string())),
  timeout: z.optional(z.string()),
  settle: z.optional(z.string()),
  refresh: z.optional(z.string()),
  colour: z.optional(z.boolean()),
  motion: z.optional(z.boolean()),
  screenReader: z.optional(z.boolean()),
  categoryLabels: z.optional(z.record(z.string(), z.string())),
});
export type Config = z.infer<typeof configSchema>;
export type ProfileConfig = z.infer<typeof profileSchema>;

export type ConfigFile = {
  readonly path: string;
  /** Throws a `SettingsError` where the file holds a mistake, a `StorageError` where it cannot be read. */
  read(): Promise<Config>;
  /** Reads, changes and writes, so that what another program wrote meanwhile is kept. */
  update(change: (config: Config) => Config): Promise<void>;
};

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
      await this.fileSystem.makeFolder(this.folder);
      await replaceFile(this.fileSystem, this.path, `${JSON.stringify(config, undefined, 2)}\n`);
    } catch (error) {
      throw toStorageError('The configuration was not saved', this.folder, error);
    }
  }
}

function parseConfig(path: string, text: string): Config {
  let value: unknown;
  try {
    // Some editors start a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SettingsError(`The configuration ${path} is not JSON (${(error as Error).message}). Correct it or move it away; it was not changed.`, 'bad_config');
  }

  const result = configSchema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.path.map(String).join('.');
    throw new SettingsError(`The configuration ${path} has a mistake in ${field ? `"${field}"` : 'its outermost value'}: ${describe(issue)}. Correct it; it was not changed.`, 'bad_config');
  }

  return result.data;
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') {
    return `it must be ${issue.expected === 'object' || issue.expected === 'record' ? 'an object' : `a ${issue.expected}`}`;
  }

  return issue?.code === 'invalid_value' ? `it must be one of ${issue.values.map(String).join(', ')}` : 'it is not what belongs there';
}
