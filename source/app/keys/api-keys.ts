/** The API key: in the keychain, or a file that only its owner can read, or the environment, which wins. */
import { join } from 'node:path';
import type { Problem } from '../../domain/problem.ts';
import { type Environment, isHeaderSafeKey, trimLineEnd } from '../../platform/process/environment.ts';
import { isErrno, readFailureText, unlessErrno } from '../../platform/files/errno.ts';
import { closeToOthers } from '../../platform/files/close-to-others.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { findPathMistake, type Folders } from '../../platform/files/paths.ts';
import { failAs, toStorageError } from '../../local/documents/storage-error.ts';
import { hashIdentity } from '../profiles/profiles.ts';
import {
  dropKey,
  keepKey,
  type Kept,
  type KeyPlaces,
  type KeyNote,
  readKeyNote,
  lastFour,
  type Keychain,
  keychainName,
} from './keychain.ts';
import { type KeyPlace, SettingsError } from '../settings/setting-definitions.ts';
import type { Profile } from '../workspace.ts';

/** A key that was found, and where; never printed whole. */
export type ApiKey = {
  readonly source: string;
  readonly fromEnvironment: boolean;
  readonly last4: string;
  readonly digest: string;
  /** The key itself. One in the keychain is fetched, which may take as long as a person takes to unlock it. */
  read(): Promise<KeyReading>;
};

type KeyReading = { readonly value: string } | { readonly problem: Problem };

/** A key belongs to an address. */
type Place = Pick<Profile, 'baseUrl'>;

/** Finds, saves and removes the key of a profile's store. */
export type ApiKeys = ReturnType<typeof createApiKeys>;

type ApiKeysOptions = {
  readonly folders: Folders;
  readonly environment: Environment;
  readonly fileSystem: FileSystem;
  readonly keychain: Keychain;
  readonly keyStore: KeyPlace;
  /** Leaves a folder to this person; returns why it cannot. For tests of Windows. */
  readonly closeFolder?: (folder: string) => Promise<string | undefined>;
};

/** Throws a `SettingsError` that starts with `where` for a key that cannot be sent; never quotes it. */
export function checkKey(text: string, where: string, next = 'Nothing was saved or sent.'): string {
  if (!isHeaderSafeKey(text)) {
    const allowed = 'it may hold only visible ASCII characters, without spaces, at most 4096';
    const broken = /[\r\n]/.test(text) ? 'it has a line break in it' : allowed;
    const why = text === '' ? 'it is empty' : broken;
    throw new SettingsError(`${where} cannot be used: ${why}. ${next}`, 'bad_key');
  }

  return text;
}

const enterAgain = 'Enter it again with `petstore auth login`.';

/** A key that is at hand. */
export function toApiKey(value: string, source: string, fromEnvironment: boolean): ApiKey {
  return {
    source,
    fromEnvironment,
    last4: lastFour(value),
    digest: hashIdentity(value),
    read: () => Promise.resolve({ value }),
  };
}

/** The environment's key wins over a saved one. */
export function createApiKeys({
  folders,
  environment,
  fileSystem,
  keychain,
  keyStore,
  closeFolder = closeToOthers,
}: ApiKeysOptions) {
  const keysFolder = join(folders.config, 'keys');
  const placesOf = ({ baseUrl }: Place): KeyPlaces => {
    const keyPath = join(keysFolder, hashIdentity(baseUrl));
    // One keychain serves every home of a person, each with a key of its own.
    return {
      fileSystem,
      keychain,
      keyPath,
      notePath: `${keyPath}.keychain`,
      account: `${baseUrl} ${hashIdentity(`${keysFolder} ${baseUrl}`)}`,
    };
  };
  const findNote = async (profile: Profile): Promise<KeyNote | undefined> => {
    const { notePath } = placesOf(profile);
    try {
      return await readKeyNote(fileSystem, notePath);
    } catch (error) {
      throw isErrno(error)
        ? toStorageError('petstore cannot read the place of the key', keysFolder, error)
        : new SettingsError(`${notePath}, which names the place of the key, is damaged. ${enterAgain}`, 'bad_key');
    }
  };

  return {
    /** The file a profile's key is in, unless the keychain has it: profiles of one address share it. */
    pathFor: (profile: Profile): string => placesOf(profile).keyPath,
    findNote,

    async find(profile: Profile): Promise<ApiKey | undefined> {
      // The built-in store makes its own key; one for another store must not be sent to it.
      const given = profile.source === 'demo' ? undefined : await findInEnvironment(environment);
      if (given) {
        return given;
      }

      const note = await findNote(profile);
      if (note) {
        const { last4, digest } = note;
        const read = (): Promise<KeyReading> => readFromKeychain(keychain, note, profile);
        return { source: keychainName, fromEnvironment: false, last4, digest, read };
      }

      const { keyPath } = placesOf(profile);
      const failed = failAs('The saved key cannot be read', keysFolder);
      const file = await unlessErrno(fileSystem.readFile(keyPath), 'ENOENT').catch(failed);
      return file && toApiKey(readKey(file, `The saved key (${keyPath})`, enterAgain), keyPath, false);
    },

    /** Saves it, and tells where. `open`: why others may be able to read it there. */
    async save(profile: Profile, key: string): Promise<Kept & { readonly source: string; readonly open?: string }> {
      checkKey(key, 'The key');
      const places = placesOf(profile);
      const automatic = environment.home === undefined ? 'either' : 'file';
      const where = keyStore === 'auto' ? automatic : keyStore;
      try {
        await makeFolder(fileSystem, keysFolder);
        // A person's own folders are closed as they are; PETSTORE_HOME may be anywhere.
        const open = environment.home === undefined || where === 'keychain' ? undefined : await closeFolder(keysFolder);
        const kept = await keepKey(places, key, where);
        return {
          ...kept,
          source: kept.place === 'file' ? places.keyPath : keychainName,
          ...(open === undefined ? {} : { open }),
        };
      } catch (error) {
        throw toStorageError('The key was not saved', keysFolder, error);
      }
    },

    /** Whether one is saved, in its file or the keychain. */
    isSaved(place: Place): boolean {
      const { keyPath, notePath } = placesOf(place);
      return fileSystem.exists(keyPath) || fileSystem.exists(notePath);
    },

    /** False if it was not saved. */
    remove: (place: Place): Promise<boolean> =>
      dropKey(placesOf(place)).catch(failAs('The key was not removed', keysFolder)),
  };
}

const readKey = (file: Buffer, where: string, next?: string): string =>
  checkKey(trimLineEnd(file.toString()), where, next);

async function findInEnvironment({ apiKey, apiKeyFile }: Environment): Promise<ApiKey | undefined> {
  if (apiKey !== undefined) {
    return toApiKey(checkKey(apiKey, 'PETSTORE_API_KEY'), 'PETSTORE_API_KEY', true);
  }

  const mistake = findPathMistake('PETSTORE_API_KEY_FILE', apiKeyFile);
  if (mistake !== undefined) {
    throw new SettingsError(mistake, 'bad_key');
  }

  if (apiKeyFile === undefined) {
    return undefined;
  }

  const source = `PETSTORE_API_KEY_FILE (${apiKeyFile})`;
  const where = `The key in ${source}`;
  try {
    // It may be a pipe to which nobody writes: this thread has to hear Ctrl-C meanwhile. No other command needs it.
    const { readFile } = await import('node:fs/promises');
    return toApiKey(readKey(await readFile(apiKeyFile), where), source, true);
  } catch (error) {
    throw error instanceof SettingsError
      ? error
      : new SettingsError(`${where} cannot be read: ${readFailureText(error)}. Nothing was saved or sent.`, 'bad_key');
  }
}

async function readFromKeychain(
  keychain: Keychain,
  { account, digest }: KeyNote,
  { baseUrl }: Profile,
): Promise<KeyReading> {
  const answer = await keychain.ask({ action: 'read', account });
  const key = 'key' in answer ? answer.key : undefined;
  if (key !== undefined && hashIdentity(key) === digest) {
    return { value: key };
  }

  const there = key === undefined ? 'does not have it any more' : 'has another key there by now';
  const [why, remedy] =
    'why' in answer
      ? [`cannot be read (${answer.why})`, 'Unlock it and try again, or set PETSTORE_API_KEY.']
      : [there, enterAgain];
  const message = `The key for ${baseUrl} is in the ${keychainName}, which ${why}. ${remedy}`;
  return { problem: { code: 'key_unreadable', message } };
}
