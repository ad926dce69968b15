/**
 * The note beside the key files about a key in the system's keychain: `config/keys/HASH.keychain`. With it a start
 * knows whether there is a key, and which, without opening the keychain; and a key that cannot be read differs from a
 * missing one.
 */
import * as z from 'zod/mini';
import { replaceFile } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';

const keyNoteSchema = z.lazy(() =>
  z.object({
    /** `kept`: the key in use is there. `left`: a key there is not in use. */
    state: z.enum(['kept', 'left']),
    /** The entry's name in the keychain. */
    account: z.string(),
    /** A digest of the key, which an entry that somebody else changed does not match. */
    digest: z.string(),
    /** The key's last characters; empty for a short one. */
    last4: z.string(),
  }),
);
/** A key in the keychain, as far as it is known without asking the keychain. */
export type KeyNote = z.infer<typeof keyNoteSchema>;

/** Undefined: it has no key. Throws a Node error, or a ZodError or SyntaxError for one that is damaged. */
export async function readKeyNote(fileSystem: FileSystem, path: string): Promise<KeyNote | undefined> {
  const bytes = await unlessErrno(fileSystem.readFile(path), 'ENOENT');
  return bytes && keyNoteSchema.parse(JSON.parse(bytes.toString()));
}

/** Durable when it resolves. Throws an errno. */
export async function writeKeyNote(fileSystem: FileSystem, path: string, note: KeyNote): Promise<void> {
  await replaceFile(fileSystem, path, `${JSON.stringify(note)}\n`);
}

/**
 * The part of a key that is shown, to tell it from others: its last four characters; of a short key no part, as four
 * would be too many.
 */
export function lastFour(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}

/** `ends in 1a2b, from PETSTORE_API_KEY` */
export function describeKey({ last4, source }: { readonly last4: string; readonly source: string }): string {
  return last4 === '' ? `from ${source}` : `ends in ${last4}, from ${source}`;
}
