import * as z from 'zod/mini';
import { StorageError } from '../../local/documents/storage-error.js';
import { SettingsError } from './settings-error.js';

const profileSchema = z.looseObject({
  baseUrl: z.string(),
  allowHttp: z.optional(z.boolean()),
  idempotency: z.optional(z.enum(['honoured', 'unknown', 'off'])),
  /** Written by earlier versions: the name that its views and drafts were kept under (`moveToStores`). */
  keptAs: z.optional(z.string()),
});

/** Absent in the file: 1. */
const configVersion = 1;

const configSchema = z.looseObject({
  version: z.optional(z.number()),
  profile: z.optional(z.string()),
  profiles: z.optional(z.record(z.string(), profileSchema)),
  /** By new address: the address a store was first used under, which its queue belongs to. */
  moved: z.optional(z.record(z.string(), z.string())),
  timeout: z.optional(z.string()),
  settle: z.optional(z.string()),
  refresh: z.optional(z.string()),
  colour: z.optional(z.boolean()),
  motion: z.optional(z.boolean()),
  mouse: z.optional(z.boolean()),
  screenReader: z.optional(z.boolean()),
  /** How the app looks: a mistake is told, and does not stop the program. */
  theme: z.optional(z.unknown()),
  glyphs: z.optional(z.unknown()),
  pane: z.optional(z.unknown()),
  keyStore: z.optional(z.enum(['auto', 'keychain', 'file'])),
  categoryLabels: z.optional(z.record(z.string(), z.string())),
  /** Read by themselves (`app/preferences/`): a mistake in them is told, and does not stop the program. */
  keys: z.optional(z.unknown()),
  views: z.optional(z.unknown()),
  terminal: z.optional(z.unknown()),
});
/** The content of `config/config.json`; every field may be missing. */
export type Config = z.infer<typeof configSchema>;

/** Reads the configuration's text. Throws a `SettingsError` that names file and field. */
export function parseConfig(path: string, text: string): Config {
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
        `${describe(issue)}. Correct the file; nothing was saved or sent.`,
      'bad_config',
    );
  }

  return result.data;
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') {
    const isObject = issue.expected === 'object' || issue.expected === 'record';
    return `it must be ${isObject ? 'an object' : `a ${issue.expected}`}`;
  }

  return issue?.code === 'invalid_value'
    ? `it must be one of ${issue.values.map(String).join(', ')}`
    : 'it is not what belongs there';
}
