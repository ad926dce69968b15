/** Adding, choosing, renaming and removing profiles. Giving one another address is in `move-profile.ts`. */
import { countList, countText } from '../../text/count-text.js';
import { shellWord } from '../../text/hints.js';
import {
  normaliseBaseUrl,
  checkProfileName,
  listProfiles,
  locateProfile,
  profileOfDemo,
  identityOf,
} from './profiles.js';
import { findProfile, type Home, onlyProfileName, storeFolderOf } from '../home.js';
import { SettingsError } from '../settings/setting-definitions.js';
import { moveToStores } from '../ui-persistence.js';
import type { Config } from '../settings/config-file.js';
import type { Profile } from '../workspace.js';
import { join } from 'node:path';
import { isWaiting, standingOf } from '../../domain/entry.js';
import { machineIdentity } from '../../platform/process/self.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import type { Folders } from '../../platform/files/paths.js';
import { createLocalFiles } from '../../local/local-files.js';

/** A profile as a person asked for it; the address is not normalised yet. */
export type NewProfile = {
  readonly name: string;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly idempotency: Profile['idempotency'];
};

/** Saves a new profile. The first one becomes the current one; another one only with `use`. */
export async function addProfile(
  home: Home,
  { name, baseUrl, allowHttp, idempotency }: NewProfile,
  use: boolean,
): Promise<Profile> {
  checkProfileName(name);
  refuseTaken(home.config, name);
  const address = normaliseBaseUrl(baseUrl, { allowHttp, what: 'The address' });
  const entry = {
    baseUrl: address,
    ...(allowHttp ? { allowHttp } : {}),
    ...(idempotency === 'unknown' ? {} : { idempotency }),
  };
  await updateProfiles(home, (config) => {
    refuseTaken(config, name);
    const { profiles = {} } = config;
    const isFirst = Object.keys(profiles).length === 0;
    const current = use || isFirst ? name : onlyProfileName(config);
    return {
      ...config,
      ...(current !== undefined && (use || config.profile === undefined) ? { profile: current } : {}),
      profiles: { ...profiles, [name]: entry },
    };
  });
  return { name, ...locateProfile(address, home.config), allowHttp, idempotency, source: 'config' };
}

function refuseTaken({ profiles = {} }: Config, name: string): void {
  if (Object.hasOwn(profiles, name)) {
    throw badProfile(
      `There is a profile "${name}" already. Choose another name, or move it with ` +
        `\`petstore profile move ${name} --base-url URL\`. Nothing was saved.`,
    );
  }
}

/** Changes profiles. Views and drafts that are kept under their names are moved to their stores first. */
export async function updateProfiles(home: Home, change: (config: Config) => Config): Promise<void> {
  try {
    moveToStores(home);
  } catch (error) {
    // The form of an earlier version is not worth refusing the change for.
    home.log.write('views and drafts not moved', { error: String(error) });
  }

  await home.configFile.update(change);
}

/** Gives a profile another name, in one write. All else belongs to its store, so an interruption is harmless. */
export async function renameProfile(home: Home, from: string, to: string): Promise<Profile> {
  const before = requireConfigured(home, from);
  checkProfileName(to);
  const refuse = ({ profiles = {} }: Config): void => {
    if (Object.hasOwn(profiles, to)) {
      const taken = `There is a profile "${to}" already, and two queues cannot become one. Choose another name.`;
      const why = from === to ? `The profile "${from}" has that name already.` : taken;
      throw badProfile(`${why} Nothing was changed.`);
    }
  };
  refuse(home.config);
  await updateProfiles(home, (config) => {
    refuseChanged(home, config, before);
    refuse(config);
    const profiles = Object.entries(config.profiles ?? {}).map(([name, entry]): [string, typeof entry] =>
      name === from ? [to, entry] : [name, entry],
    );
    return { ...config, ...(config.profile === from ? { profile: to } : {}), profiles: Object.fromEntries(profiles) };
  });
  return { ...before, name: to };
}

/** Makes a profile the current one; throws a `SettingsError` for one that the configuration file does not hold. */
export async function useProfile(home: Home, name: string): Promise<Profile> {
  const profile = findProfile(home, name);
  if (profile.source !== 'config') {
    const how = profile.source === 'demo' ? 'opened with `petstore demo`' : 'in use whenever PETSTORE_BASE_URL is set';
    throw badProfile(`"${name}" cannot be made the current profile: it is ${how}. Nothing was saved.`);
  }

  await home.configFile.update((config) => {
    refuseChanged(home, config, profile);
    return { ...config, profile: name };
  });
  return profile;
}

/** Throws if a profile is not the same any more: the change would part it from its animals. */
export function refuseChanged({ environment }: Home, config: Config, before: Profile): void {
  const now = listProfiles(config, environment).find(({ name, source }) => name === before.name && source === 'config');
  if (now?.baseUrl !== before.baseUrl || identityOf(now) !== identityOf(before)) {
    throw new SettingsError(
      `Profile "${before.name}" was ${now ? 'moved' : 'removed or renamed'} by another petstore just ` +
        `now. Nothing was changed. Look at \`petstore profile list\` and try again.`,
      'busy',
    );
  }
}

/** What became of a removed profile's key; `shared`: another profile has that address. */
export type RemovedKey = 'removed' | 'none' | 'shared';

/** Refused while animals wait there. Its key goes first: once the profile is gone, no command knows of it. */
export async function removeProfile(
  home: Home,
  name: string,
): Promise<{ readonly profile: Profile; readonly key: RemovedKey }> {
  const profile = requireConfigured(home, name);
  const others = listProfiles(home.config, home.environment).filter((other) => other.name !== name);
  const isShared = others.some((other) => identityOf(other) === identityOf(profile));
  const found = isShared ? undefined : await countWaitingFor(home, profile);
  if (found && found.waiting > 0) {
    const them = found.waiting === 1 ? 'it' : 'them';
    const send =
      found.others === '' ? `send ${them} with \`petstore sync --profile ${shellWord(name)}\`` : `see to ${them}`;
    throw new SettingsError(
      `Profile "${name}" is kept: ${waitingText(found, 'there')}. ` +
        `\`petstore queue --profile ${shellWord(name)}\` names ${them}; ${send}, or discard ${them}.`,
      'profile_in_use',
    );
  }

  const isKeyShared = others.some(({ baseUrl }) => baseUrl === profile.baseUrl);
  const isKeyRemoved = !isKeyShared && (await home.keys.remove(profile));
  await updateProfiles(home, (read) => {
    refuseChanged(home, read, profile);
    const { profile: current, ...config } = read;
    const { [name]: _removed, ...profiles } = config.profiles ?? {};
    return { ...config, profiles, ...(current === undefined || current === name ? {} : { profile: current }) };
  });
  const key = isKeyRemoved ? 'removed' : 'none';
  return { profile, key: isKeyShared ? 'shared' : key };
}

/** A profile that the configuration file holds; throws a `SettingsError` for any other. */
export function requireConfigured(home: Home, name: string): Profile {
  const profile = findProfile(home, name);
  if (profile.source !== 'config') {
    throw badProfile(`"${name}" is not in the configuration, so it cannot be changed there. Nothing was changed.`);
  }

  return profile;
}

const badProfile = (message: string): SettingsError => new SettingsError(message, 'bad_profile');

/** The animals of a profile's queue, which is not open. */
export function countWaitingFor(home: Home, profile: Profile): Promise<Waiting> {
  return countWaiting(storeFolderOf(home, profile), identityOf(profile), home.fileSystem);
}

/** Unfinished animals and unreadable files, which may hold some. `others`: sending is not enough for them. */
type Waiting = { readonly waiting: number; readonly others: string };

/** `2 animals wait for STORE`, or `2 animals are queued for STORE (1 held)`. */
export function waitingText({ waiting, others }: Waiting, place: string): string {
  return others === ''
    ? `${countText(waiting, 'animal waits', 'animals wait')} ${place}`
    : `${countText(waiting, 'animal is', 'animals are')} queued ${place} (${others})`;
}

type WaitingStore = Waiting & {
  readonly folder: string;
  readonly identity: string;
};

async function countWaiting(folder: string, identity: string, fileSystem: FileSystem): Promise<Waiting> {
  const store = createLocalFiles({ folder, identity, machine: machineIdentity(), fileSystem });
  await store.open();
  await store.imports.refresh();
  await store.journal.refresh();
  const unread = store.journal.unreadable().length + store.journal.strays().length + (await store.problems()).length;
  const entries = store.journal.entries();
  const others = (['held', 'review', 'rejected'] as const).map((state): [number, string] => [
    entries.filter((entry) => standingOf(entry) === state).length,
    state === 'review' ? 'in review' : state,
  ]);
  const waiting = entries.filter(({ state }) => isWaiting(state)).length + unread;
  return { waiting, others: countList(others).join(', ') };
}

/** Every store of this machine in which animals wait. `except`: the folders of some that are not asked about. */
export async function findWaitingStores(
  folders: Folders,
  fileSystem: FileSystem,
  { except }: { readonly except: readonly string[] },
): Promise<readonly WaitingStore[]> {
  const root = join(folders.data, 'stores');
  const stores: WaitingStore[] = [];
  for (const name of await fileSystem.list(root)) {
    const folder = join(root, name);
    const identity = except.includes(folder) ? undefined : await readIdentity(folder, fileSystem);
    // A store that cannot be read just now may hold animals that wait.
    const unknown = { waiting: 1, others: '' };
    const found = identity && (await countWaiting(folder, identity, fileSystem).catch(() => unknown));
    if (identity !== undefined && found && found.waiting > 0) {
      stores.push({ folder, identity, ...found });
    }
  }

  return stores;
}

/** Stands for the address of a queue of which no first record can be read. */
export const unknownIdentity = 'unknown';

/** The content of the first readable record; undefined: the queue is empty. */
async function readIdentity(folder: string, fileSystem: FileSystem): Promise<string | undefined> {
  const queue = join(folder, 'queue');
  const first = (await fileSystem.list(queue)).filter((name) => name.endsWith('.0.json'));
  for (const name of first) {
    const text = await fileSystem.readFile(join(queue, name)).catch(() => '');
    const store = /"store":("(?:[^"\\]|\\.)*")/.exec(text.toString())?.[1];
    if (store !== undefined) {
      return JSON.parse(store) as string;
    }
  }

  return first.length > 0 ? unknownIdentity : undefined;
}

/** The animals of one such queue, and the remedy. */
export type Stranded = { readonly folder: string; readonly detail: string; readonly remedy: string };

/** Every such queue in which animals wait. With none, no file of a queue is read. */
export async function findStranded(home: Home): Promise<readonly Stranded[]> {
  const { config, configFile, environment, folders, fileSystem } = home;
  const profiles = [...listProfiles(config, environment), profileOfDemo('')];
  const known = profiles.map((profile) => storeFolderOf(home, profile));
  const stores = await findWaitingStores(folders, fileSystem, { except: known });
  // The address of a queue that cannot be read just now is unknown; a copy of a folder beside it is of a known store.
  const told = new Set([unknownIdentity, ...profiles.map(identityOf)]);
  return stores
    .filter(({ identity }) => !told.has(identity))
    .map(({ folder, identity, ...found }) => {
      const address =
        Object.entries(config.moved ?? {}).find(([, moved]) => moved === identity)?.[0] ??
        identity.replace(/#\d+$/u, '');
      return {
        folder,
        detail: waitingText(found, `for ${address}, which no profile leads to`),
        remedy:
          `Nothing is sent there. \`petstore profile add NAME --base-url ${address}\` makes a profile of it. ` +
          `If it moved, write that address into ${configFile.path} again, and use ` +
          '`petstore profile move NAME --base-url URL`.',
      };
    });
}

/** The same for a command that is about another queue. */
export async function strandedTexts(home: Home): Promise<readonly string[]> {
  return (await findStranded(home)).map(({ detail }) => `${detail}; \`petstore status\` says what to do.`);
}
