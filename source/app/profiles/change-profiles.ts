/**
 * Adding, choosing, moving, renaming and removing profiles: changes of the configuration that must not part an animal
 * from its store.
 */
import { countText } from '../../text/count-text.js';
import { shellWord } from '../../text/hints.js';
import { takeInTime } from '../../platform/concurrency/turns.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import { acquireSenderLease, type SenderLease } from '../../local/sender-lease.js';
import { toStorageError } from '../../local/documents/storage-error.js';
import { normaliseBaseUrl } from './base-url.js';
import { findProfile, type Home, storeFolderOf } from '../home.js';
import { checkProfileName, identityOf, listProfiles, locateProfile, noteMove } from './profiles.js';
import { SettingsError } from '../settings/settings-error.js';
import { countWaiting } from './waiting-stores.js';
import type { Config } from '../settings/parse-config.js';
import { keptName, type Profile } from '../workspace.js';

/** A profile as a person asked for it; the address is not normalised yet. */
export type NewProfile = {
  readonly name: string;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly idempotency: Profile['idempotency'];
};

/** Saves a new profile; `use` makes it the current one, which the first one becomes anyway. */
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
  await home.configFile.update((config) => {
    refuseTaken(config, name);
    return {
      ...config,
      profile: use ? name : (config.profile ?? name),
      profiles: { ...config.profiles, [name]: { ...entry, ...keepApart(config, name) } },
    };
  });
  return { name, ...locateProfile(address, home.config), allowHttp, idempotency, source: 'config' };
}

function refuseTaken({ profiles = {} }: Config, name: string): void {
  if (Object.hasOwn(profiles, name)) {
    throw new SettingsError(
      `There is a profile "${name}" already. Choose another name, or move it with \`petstore ` +
        `profile move ${name} --base-url URL\`. Nothing was saved.`,
      'bad_profile',
    );
  }
}

/**
 * What was typed for a profile that had this name before it was renamed is for its store, and must not appear in the
 * forms of another one.
 */
function keepApart({ profiles = {} }: Config, name: string): { readonly keptAs?: string } {
  const taken = new Set(
    Object.entries(profiles).map(([each, { keptAs }]) =>
      keptName({ name: each, ...(keptAs === undefined ? {} : { keptAs }) }),
    ),
  );
  let keptAs = name;
  // No name of a profile holds a `#`.
  for (let number = 2; taken.has(keptAs); number += 1) {
    keptAs = `${name}#${number}`;
  }

  return keptAs === name ? {} : { keptAs };
}

/**
 * Gives a profile another name, in one write. Its queue, lists and key belong to its address, and its views and drafts
 * stay under the name that they were begun under: nothing else is written, so nothing is lost wherever this is cut
 * short, and a window that has it open goes on with all of it.
 */
export async function renameProfile(
  home: Home,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Profile> {
  const before = requireConfigured(home, from);
  checkProfileName(to);
  const refuse = (config: Config): void => {
    if (Object.hasOwn(config.profiles ?? {}, to)) {
      throw new SettingsError(
        from === to
          ? `The profile "${from}" has that name already. Nothing was changed.`
          : `There is a profile "${to}" already, and two queues cannot become ` +
              'one. Choose another name. Nothing was changed.',
        'bad_profile',
      );
    }
  };
  refuse(home.config);
  const keptAs = keptName(before);
  await home.configFile.update((config) => {
    refuseChanged(home, config, before);
    refuse(config);
    const profiles = Object.entries(config.profiles ?? {}).map(([name, entry]) => {
      const { keptAs: _before, ...others } = entry;
      return name === from
        ? ([to, { ...others, ...(keptAs === to ? {} : { keptAs }) }] as const)
        : ([name, entry] as const);
    });
    return { ...config, ...(config.profile === from ? { profile: to } : {}), profiles: Object.fromEntries(profiles) };
  });
  const { keptAs: _before, ...profile } = before;
  return { ...profile, name: to, ...(keptAs === to ? {} : { keptAs }) };
}

/** Makes a profile the current one; throws a `SettingsError` for one that the configuration file does not hold. */
export async function useProfile(home: Home, name: string): Promise<Profile> {
  const profile = findProfile(home, name);
  if (profile.source !== 'config') {
    const how = profile.source === 'demo' ? 'opened with `petstore demo`' : 'in use whenever PETSTORE_BASE_URL is set';
    throw new SettingsError(
      `"${name}" cannot be made the current profile: it is ${how}. Nothing was saved.`,
      'bad_profile',
    );
  }

  await home.configFile.update((config) => {
    refuseChanged(home, config, profile);
    return { ...config, profile: name };
  });
  return profile;
}

/**
 * The same store has a new address: its queue goes along, in one write, because the queue keeps its folder and the
 * configuration says which address that folder now belongs to. The key does not: a mistyped address would be sent it.
 * The old address is that of another store from then on; moving back undoes it.
 */
export async function moveProfile(
  home: Home,
  {
    name,
    baseUrl,
    allowHttp,
    idempotency,
  }: Omit<NewProfile, 'idempotency'> & { readonly idempotency: Profile['idempotency'] | undefined },
): Promise<Profile> {
  const before = requireConfigured(home, name);
  const after: Profile = {
    ...before,
    allowHttp: allowHttp || before.allowHttp,
    idempotency: idempotency ?? before.idempotency,
  };
  const address = normaliseBaseUrl(baseUrl, { allowHttp: after.allowHttp, what: 'The new address' });
  const isMoved = address !== before.baseUrl;
  const save = (): Promise<void> =>
    home.configFile.update((read) => {
      refuseChanged(home, read, before);
      const { moved: _before, ...config } = read;
      if (isMoved) {
        refuseTwins(home, read, before, address);
      }

      const moved = isMoved
        ? noteMove({ moved: _before }, identityOf(before), before.baseUrl, address)
        : (_before ?? {});
      const profile = {
        ...config.profiles?.[name],
        baseUrl: address,
        allowHttp: after.allowHttp,
        idempotency: after.idempotency,
      };
      return {
        ...config,
        profiles: { ...config.profiles, [name]: profile },
        ...(Object.keys(moved).length > 0 ? { moved } : {}),
      };
    });
  if (isMoved) {
    await checkMove(home, before, address);
    await whileNothingIsSent(home, before, save);
  } else {
    await save();
  }

  return { ...after, baseUrl: address, identity: identityOf(before) };
}

/**
 * Gives a profile another address. One at which no pet store was ever seen was a mistake: if nothing waits for it,
 * it is simply replaced. Otherwise the store is said to have moved, and its queue goes along.
 */
export async function changeAddress(
  home: Home,
  { name, baseUrl, hasAnswered }: { readonly name: string; readonly baseUrl: string; readonly hasAnswered: boolean },
): Promise<void> {
  const before = requireConfigured(home, name);
  const waiting = hasAnswered
    ? undefined
    : await countWaiting(storeFolderOf(home, before), identityOf(before), home.fileSystem);
  if (waiting !== 0) {
    await moveProfile(home, { name, baseUrl, allowHttp: false, idempotency: undefined });
    return;
  }

  const address = normaliseBaseUrl(baseUrl, { allowHttp: before.allowHttp, what: 'The address' });
  await home.configFile.update((config) => {
    refuseChanged(home, config, before);
    return { ...config, profiles: { ...config.profiles, [name]: { ...config.profiles?.[name], baseUrl: address } } };
  });
}

/** Throws a `SettingsError` if a move would show the animals of two stores as those of one. */
async function checkMove(home: Home, before: Profile, address: string): Promise<void> {
  refuseTwins(home, home.config, before, address);
  const { identity } = locateProfile(address, home.config);
  const waiting =
    identity === identityOf(before)
      ? 0
      : await countWaiting(storeFolderOf(home, { ...before, identity }), identity, home.fileSystem);
  if (waiting > 0) {
    const how =
      'Two queues cannot become one. Add a profile for that address to see them; send, export or discard them first.';
    throw new SettingsError(
      `Profile "${before.name}" was not moved: ${countText(waiting, 'animal waits', 'animals wait')} ` +
        `for the store at ${address}. ${how}`,
      'bad_profile',
    );
  }
}

/** What of it the configuration alone tells. */
function refuseTwins({ environment }: Home, config: Config, before: Profile, address: string): void {
  const { name } = before;
  const others = listProfiles(config, environment).filter(
    (profile) => profile.name !== name && profile.source === 'config',
  );
  const twin = others.find((profile) => identityOf(profile) === identityOf(before));
  if (twin) {
    const how =
      `Remove that one first (\`petstore profile remove ${shellWord(twin.name)}\`:` +
      ` its queue stays here, as both have the same), and add it again after the move.`;
    throw new SettingsError(
      `Profile "${name}" was not moved: "${twin.name}" is at the same address and has the same queue. ${how}`,
      'bad_profile',
    );
  }

  const there = others.find((profile) => profile.baseUrl === address);
  if (there) {
    throw new SettingsError(
      `Profile "${name}" was not moved: "${there.name}" is at ${address} already, ` +
        'with a queue of its own. Two queues cannot become one.',
      'bad_profile',
    );
  }
}

/**
 * What was decided from the configuration as it was opened holds only while the profile is still what it was then: with
 * another address or queue by now, the change would part it from its animals.
 */
function refuseChanged({ environment }: Home, config: Config, before: Profile): void {
  const now = listProfiles(config, environment).find(({ name, source }) => name === before.name && source === 'config');
  if (now?.baseUrl !== before.baseUrl || identityOf(now) !== identityOf(before)) {
    throw new SettingsError(
      `Profile "${before.name}" was ${now ? 'moved' : 'removed or renamed'} by another petstore just ` +
        `now. Nothing was changed. Look at \`petstore profile list\` and try again.`,
      'busy',
    );
  }
}

/** How long a move waits for the sender. */
const senderPatience = { waitMs: 5000, tryMs: 100 };

/** Who sends has asked under the same lock whether the queue still goes to his address (`isStillAt`). */
async function whileNothingIsSent(home: Home, profile: Profile, work: () => Promise<void>): Promise<void> {
  const folder = storeFolderOf(home, profile);
  // Also if nothing was ever entered: an `add` beside this may be about to make the folder, and to send.
  const takeLease = async (): Promise<SenderLease | undefined> => {
    await makeFolder(home.fileSystem, folder);
    return await takeInTime(home.clock, () => acquireSenderLease(folder), senderPatience);
  };
  const lock = await takeLease().catch((error: unknown) => {
    throw toStorageError(`Profile "${profile.name}" was not moved`, folder, error);
  });
  if (!lock) {
    throw new SettingsError(
      `Profile "${profile.name}" was not moved: another petstore is sending ` +
        'its animals just now. Try again in a moment.',
      'busy',
    );
  }

  try {
    await work();
  } finally {
    lock.release();
  }
}

/**
 * What became of the key of a profile that was removed; `shared`: another profile has that address and goes on using
 * it.
 */
export type RemovedKey = 'removed' | 'none' | 'shared';

/**
 * Refused while animals wait there and no other profile has that address: nobody would see them any more. Its key goes
 * first: once the profile is gone, no command knows of a key that could not be removed.
 */
export async function removeProfile(
  home: Home,
  name: string,
): Promise<{ readonly profile: Profile; readonly key: RemovedKey }> {
  const profile = requireConfigured(home, name);
  const others = listProfiles(home.config, home.environment).filter((other) => other.name !== name);
  const isShared = others.some((other) => identityOf(other) === identityOf(profile));
  const waiting = isShared ? 0 : await countWaiting(storeFolderOf(home, profile), identityOf(profile), home.fileSystem);
  if (waiting > 0) {
    throw new SettingsError(
      `Profile "${name}" is kept: ${countText(waiting, 'animal waits', 'animals wait')} there.` +
        ` Send ${waiting === 1 ? 'it' : 'them'} with \`petstore sync --profile ${shellWord(name)}\`,` +
        ` export or discard ${waiting === 1 ? 'it' : 'them'} first.`,
      'profile_in_use',
    );
  }

  const key = others.some(({ baseUrl }) => baseUrl === profile.baseUrl)
    ? 'shared'
    : (await home.keys.remove(profile))
      ? 'removed'
      : 'none';
  await home.configFile.update((read) => {
    refuseChanged(home, read, profile);
    const { profile: current, ...config } = read;
    const { [name]: _removed, ...profiles } = config.profiles ?? {};
    return { ...config, profiles, ...(current === undefined || current === name ? {} : { profile: current }) };
  });
  return { profile, key };
}

function requireConfigured(home: Home, name: string): Profile {
  const profile = findProfile(home, name);
  if (profile.source !== 'config') {
    throw new SettingsError(
      `"${name}" is not in the configuration, so it cannot be changed there. Nothing was changed.`,
      'bad_profile',
    );
  }

  return profile;
}
