/** People edit `config.json` by hand: unknown fields are kept, and a mistake is told and never overwritten. */
import { join } from 'node:path';
import { petFieldList } from '../../domain/pet.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { replaceFile } from '../../platform/files/durable-file.ts';
import { unlessErrno } from '../../platform/files/errno.ts';
import { exclusively } from '../../platform/concurrency/kernel-lock.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { toStorageError, StorageError } from '../../local/documents/storage-error.ts';
import {
  SettingsError,
  checkSetting,
  type Definition,
  settingDefinitions,
  type SettingName,
} from './setting-definitions.ts';
import * as z from 'zod/mini';

/** `config/config.json`, which people edit by hand as well. */
export type ConfigFile = ReturnType<typeof createConfigFile>;

/** The file need not be there: then it counts as empty. */
export function createConfigFile(
  folder: string,
  { fileSystem, clock }: { readonly fileSystem: FileSystem; readonly clock: Clock },
) {
  const path = join(folder, 'config.json');
  const read = async (): Promise<Config> => {
    try {
      const bytes = await unlessErrno(fileSystem.readFile(path), 'ENOENT');
      return bytes === undefined ? {} : parseConfig(path, bytes.toString());
    } catch (error) {
      throw toStorageError(`The configuration ${path} cannot be read`, folder, error);
    }
  };

  return {
    path,
    /** Throws a `SettingsError` if the file holds a mistake, a `StorageError` if it cannot be read. */
    read,
    /**
     * While no other petstore does, so that no change takes back another one. `change` is to look at its argument,
     * which may differ from an earlier reading; if it throws, the file stays, and what it sets to undefined goes. A
     * `StorageError` if it cannot be written.
     */
    async update(change: (config: Config) => Config): Promise<void> {
      try {
        await makeFolder(fileSystem, folder);
        await exclusively(fileSystem, clock, path, async () => {
          const text = `${JSON.stringify(change(await read()), undefined, 2)}\n`;
          // Whoever keeps it elsewhere (dotfiles) put a link here, which is to stay one.
          await replaceFile(fileSystem, fileSystem.followLinks(path), text);
        });
      } catch (error) {
        throw toStorageError('The configuration was not saved', folder, error);
      }
    },
  };
}

const profileSchema = z.looseObject({
  baseUrl: z.string(),
  allowHttp: z.optional(z.boolean()),
  idempotency: z.optional(z.enum(['auto', 'honoured', 'off'])),
  /** The addresses it had before, with keys that may still be here. */
  leftAddresses: z.optional(z.array(z.string())),
});

const configVersion = 1;

/** Each setting there is, as the file has it; whether a length of time is one is told by its reader. */
const settingFields = settingDefinitions.map(({ field, kind, choices }) => {
  const text = choices ? z.enum(choices) : z.string();
  return [field, z.optional(kind === 'switch' ? z.boolean() : text)] as const;
});

const configSchema = z.looseObject({
  version: z.optional(z.number()),
  ...Object.fromEntries(settingFields),
  profile: z.optional(z.string()),
  profiles: z.optional(z.record(z.string(), profileSchema)),
  /** By new address: the address a store was first used under, which its queue belongs to. */
  moved: z.optional(z.record(z.string(), z.string())),
  categoryLabels: z.optional(z.record(z.string(), z.string())),
  /** By the titles of a file: which column is what. */
  imports: z.optional(
    z.array(
      z.object({
        header: z.array(z.string()),
        columns: z.partialRecord(z.enum([...petFieldList.map(({ word }) => word), 'id']), z.string()),
      }),
    ),
  ),
  /** Read by themselves (`app/preferences/bind-keys.ts`): a mistake in them is told, and does not stop the program. */
  keys: z.optional(z.unknown()),
});
/** The content of `config/config.json`; every field may be missing. */
export type Config = z.infer<typeof configSchema>;

function parseConfig(path: string, text: string): Config {
  let value: unknown;
  try {
    // Some editors start a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SettingsError(
      `The configuration ${path} is not valid JSON (${(error as Error).message}), so petstore did not save or send. ` +
        'Correct the file, or move it away.',
      'bad_config',
    );
  }

  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (typeof version === 'number' && version > configVersion) {
    // Which queue belongs to which address may be written there in another way.
    throw new StorageError({
      code: 'newer_version',
      message:
        `The configuration ${path} was written by a newer version of petstore. Use ` +
        'that version, or update this one. Nothing was changed.',
    });
  }

  const result = configSchema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.path.map(String).join('.');
    throw new SettingsError(
      `The configuration ${path} has a mistake in ${field ? `"${field}"` : 'its outermost value'}: ` +
        `it ${describeIssue(issue)}. Correct the file; nothing was saved or sent.`,
      'bad_config',
    );
  }

  return result.data;
}

/** Why a value of the configuration is wrong, as the end of a sentence. */
export function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') {
    const isObject = issue.expected === 'object' || issue.expected === 'record';
    return `must be ${isObject ? 'an object' : `a ${issue.expected}`}`;
  }

  return issue?.code === 'invalid_value'
    ? `must be one of ${issue.values.map(String).join(', ')}`
    : 'is not what belongs there';
}

/** Writes a setting to the configuration file, or removes it there. Throws a `SettingsError` for an invalid value. */
export async function changeSetting(
  { configFile }: { readonly configFile: ConfigFile },
  name: SettingName,
  value: string | undefined,
): Promise<void> {
  const definition = settingDefinitions.find((each) => each.name === name) as Definition;
  const checked = value === undefined ? undefined : checkSetting(definition, value, name);
  const { field, kind } = definition;
  const written = kind === 'switch' && checked !== undefined ? checked === 'on' : checked;
  await configFile.update((config) => ({ ...config, [field]: written }));
}
