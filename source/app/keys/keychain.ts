/** The keychain of the system, and the place of a store's key: in there, or in a file of its own. */
import type { Self } from '../../platform/process/self.ts';
import { replaceFile } from '../../platform/files/durable-file.ts';
import { unlessErrno } from '../../platform/files/errno.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { StorageError } from '../../local/documents/storage-error.ts';
import { hashIdentity } from '../profiles/profiles.ts';
import * as z from 'zod/mini';

type SystemKeychainOptions = {
  readonly self: Self;
  readonly onSlow: () => void;
  /** In milliseconds; time enough to type a password. Default 30 000. */
  readonly limitMs?: number;
};

/** From here on it is slow, in milliseconds: an unlocked keychain takes a tenth of it. */
const slowMs = 1500;

/** Asked in a process of its own: a locked one waits for a person, a broken one for ever, and both can be ended. */
export function createSystemKeychain({ self, onSlow, limitMs = 30_000 }: SystemKeychainOptions): Keychain {
  return {
    async ask(request) {
      const { spawn } = await import('node:child_process');
      const { promise, resolve } = Promise.withResolvers<KeychainAnswer>();
      const child = spawn(self.command, [...self.arguments, '__keychain'], {
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
      let text = '';
      const timers = [
        setTimeout(onSlow, slowMs),
        setTimeout(
          () => finish({ why: `it did not answer within ${limitMs / 1000} seconds; it may be locked` }),
          limitMs,
        ),
      ];
      const finish = (answer: KeychainAnswer): void => {
        timers.forEach(clearTimeout);
        child.kill('SIGKILL');
        resolve(answer);
      };
      child.once('error', (error) => finish({ why: error.message }));
      child.once('close', () => finish(readAnswer(text)));
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (chunk.endsWith('\n')) {
          finish(readAnswer(text));
        }
      });
      // The key travels by this pipe, which no list of processes shows. Left open: the child ends with this process.
      child.stdin.on('error', () => undefined).write(`${JSON.stringify(request)}\n`);
      return await promise;
    },
  };
}

function readAnswer(text: string): KeychainAnswer {
  try {
    return keychainAnswerSchema.parse(JSON.parse(text));
  } catch {
    return { why: 'it ended without an answer' };
  }
}

/** A request to the keychain; the account names the entry. */
export type KeychainRequest =
  | { readonly action: 'read' | 'remove'; readonly account: string }
  /** Saves, and reads back: a key that cannot be read back is not saved. */
  | { readonly action: 'save'; readonly account: string; readonly key: string };

const keychainAnswerSchema = z.lazy(() =>
  z.union([
    /** `key`: what was to be read, if it is there. */
    z.object({ done: z.literal(true), key: z.optional(z.string()) }),
    /** It is not known to be done. Half a sentence, such as "it is locked". */
    z.object({ why: z.string() }),
  ]),
);
/** The keychain's answer. */
export type KeychainAnswer = z.infer<typeof keychainAnswerSchema>;

/** Answers in any case, and in time: it never rejects. */
export type Keychain = { ask(request: KeychainRequest): Promise<KeychainAnswer> };

/** The name of the keychain in sentences about the source of a key. */
export const keychainName = 'system keychain';

/** Beside the key files. With it a start knows which key the keychain has, without opening that. */
const keyNoteSchema = z.lazy(() =>
  z.object({
    account: z.string(),
    /** A digest of the key, which an entry that somebody else changed does not match. */
    digest: z.string(),
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

/** The part of a key that is shown: its last four characters; of a short key no part, as four would be too many. */
export function lastFour(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}

/** `ends in 1a2b, from PETSTORE_API_KEY` */
export function describeKey({ last4, source }: { readonly last4: string; readonly source: string }): string {
  return last4 === '' ? `from ${source}` : `ends in ${last4}, from ${source}`;
}

/** The places of one store's key. */
export type KeyPlaces = {
  readonly fileSystem: FileSystem;
  readonly keychain: Keychain;
  readonly keyPath: string;
  readonly notePath: string;
  readonly account: string;
};

/** The place in which a key was saved, and the trouble on the way. */
export type Kept = {
  readonly place: 'file' | 'keychain';
  /** Why it is not in the keychain, if that was tried. */
  readonly why?: string;
  /** Why an older key is still in the keychain, although it is not in use any more. */
  readonly left?: string;
};

/**
 * The former key stays in use until the new one is safe: into the keychain, then the note that decides, then the file
 * goes; into a file the other way round. An interruption loses no key. Throws a `StorageError` if the keychain must be
 * used and cannot be, a Node error if the disk fails.
 */
export async function keepKey(places: KeyPlaces, key: string, where: 'file' | 'keychain' | 'either'): Promise<Kept> {
  const failed = where === 'file' ? undefined : await keepInKeychain(places, key);
  if (where !== 'file' && failed === undefined) {
    return { place: 'keychain' };
  }

  if (where === 'keychain') {
    const message =
      `The key was not saved: the system keychain cannot be used (${failed}). To keep it in a ` +
      `file that only you can read, run \`petstore config set key-store file\`.`;
    throw new StorageError({ code: 'keychain', message });
  }

  return await keepInFile(places, key, failed);
}

async function keepInKeychain(places: KeyPlaces, key: string): Promise<string | undefined> {
  const { fileSystem, keychain, account, keyPath, notePath } = places;
  const answer = await keychain.ask({ action: 'save', account, key });
  if ('why' in answer) {
    return answer.why;
  }

  const note: KeyNote = { account, digest: hashIdentity(key), last4: lastFour(key) };
  await replaceFile(fileSystem, notePath, `${JSON.stringify(note)}\n`);
  await removeFile(fileSystem, keyPath);
  return undefined;
}

async function keepInFile(places: KeyPlaces, key: string, why: string | undefined): Promise<Kept> {
  const { fileSystem, keyPath, notePath, account } = places;
  await replaceFile(fileSystem, keyPath, `${key}\n`);
  const wasInKeychain = await removeFile(fileSystem, notePath);
  // A keychain that has just failed would fail again, perhaps after half a minute.
  const stays = wasInKeychain ? (why ?? (await clearKeychain(places))) : undefined;
  const left = stays === undefined ? {} : { left: `"${account}": ${stays}` };
  return { place: 'file', ...(why === undefined ? {} : { why }), ...left };
}

/** Removes the key wherever it is; false: it was not there. Throws a `StorageError` if it stays in the keychain. */
export async function dropKey(places: KeyPlaces): Promise<boolean> {
  const { fileSystem, keyPath, notePath } = places;
  const isInKeychain = fileSystem.exists(notePath);
  const stays = isInKeychain ? await clearKeychain(places) : undefined;
  if (stays !== undefined) {
    const message = `The key was not removed: the system keychain cannot be used (${stays}). Unlock it and try again.`;
    throw new StorageError({ code: 'keychain', message });
  }

  await removeFile(fileSystem, notePath);
  return (await removeFile(fileSystem, keyPath)) || isInKeychain;
}

/** Why it stays there; undefined: it does not. */
async function clearKeychain({ keychain, account }: KeyPlaces): Promise<string | undefined> {
  const answer = await keychain.ask({ action: 'remove', account });
  return 'why' in answer ? answer.why : undefined;
}

async function removeFile(fileSystem: FileSystem, path: string): Promise<boolean> {
  const removed = fileSystem.remove(path).then(() => true);
  return (await unlessErrno(removed, 'ENOENT')) ?? false;
}
