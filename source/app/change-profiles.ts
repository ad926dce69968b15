/** Adding, choosing, moving and removing profiles: changes of the configuration that must not part an animal from its store. */
import { normaliseBaseUrl } from './base-url.js';
import { findProfile, type Home, storeFolderOf } from './home.js';
import { checkProfileName, identityOf, listProfiles } from './profiles.js';
import { SettingsError } from './settings-error.js';
import { countWaiting } from './waiting-stores.js';
import type { Profile } from './workspace.js';

export type NewProfile = { readonly name: string; readonly baseUrl: string; readonly allowHttp: boolean; readonly idempotency: Profile['idempotency'] };

/** Saves a new profile; `use` makes it the current one, which the first one becomes anyway. */
export async function addProfile(home: Home, { name, baseUrl, allowHttp, idempotency }: NewProfile, use: boolean): Promise<Profile> {
  checkProfileName(name);
  if (Object.hasOwn(home.config.profiles ?? {}, name)) {
    throw new SettingsError(`There is a profile "${name}" already. Choose another name, or move it with \`petstore profile move ${name} --base-url URL\`. Nothing was saved.`, 'bad_profile');
  }

  const address = normaliseBaseUrl(baseUrl, { allowHttp, what: 'The address' });
  const entry = { baseUrl: address, ...(allowHttp ? { allowHttp } : {}), ...(idempotency === 'unknown' ? {} : { idempotency }) };
  await home.configFile.update((config) => ({ ...config, profile: use ? name : (config.profile ?? name), profiles: { ...config.profiles, [name]: entry } }));
  return { name, baseUrl: address, allowHttp, idempotency, source: 'config' };
}

export async function useProfile(home: Home, name: string): Promise<Profile> {
  const profile = findProfile(home, name);
  if (profile.source !== 'config') {
    throw new SettingsError(`"${name}" cannot be made the current profile: ${profile.source === 'demo' ? 'it is opened with `petstore demo`' : 'it is in use whenever PETSTORE_BASE_URL is set'}. Nothing was saved.`, 'bad_profile');
  }

  await home.configFile.update((config) => ({ ...config, profile: name }));
  return profile;
}

/**
 * The same store has a new address: its queue goes along, in one write, because the queue keeps its folder and the
 * configuration says which address that folder now belongs to. The key does not: a mistyped address would be sent it.
 */
export async function moveProfile(home: Home, { name, baseUrl, allowHttp, idempotency }: Omit<NewProfile, 'idempotency'> & { readonly idempotency: Profile['idempotency'] | undefined }): Promise<Profile> {
  const before = requireConfigured(home, name);
  const after: Profile = { ...before, allowHttp: allowHttp || before.allowHttp, idempotency: idempotency ?? before.idempotency };
  const address = normaliseBaseUrl(baseUrl, { allowHttp: after.allowHttp, what: 'The new address' });
  const isMoved = address !== before.baseUrl;
  const there = profileAt(home, address);
  if (isMoved && (there.isKnown || (await countWaiting(there.folder, address, home.fileSystem)) > 0)) {
    throw new SettingsError(`Profile "${name}" was not moved: ${address} is known here already, with a queue of its own. Two queues cannot become one.`, 'bad_profile');
  }

  await home.configFile.update((config) => ({
    ...config,
    profiles: { ...config.profiles, [name]: { ...config.profiles?.[name], baseUrl: address, allowHttp: after.allowHttp, idempotency: after.idempotency } },
    ...(isMoved ? { moved: { ...config.moved, [address]: identityOf(before) } } : {}),
  }));
  return { ...after, baseUrl: address };
}

function profileAt(home: Home, baseUrl: string): { readonly isKnown: boolean; readonly folder: string } {
  const isKnown = listProfiles(home.config, home.environment).some((profile) => profile.baseUrl === baseUrl && profile.source === 'config');
  return { isKnown, folder: storeFolderOf(home, { name: '', baseUrl, allowHttp: false, idempotency: 'unknown', source: 'config' }) };
}

/** Refused while animals wait there and no other profile has that address: nobody would see them any more. */
export async function removeProfile(home: Home, name: string): Promise<Profile> {
  const profile = requireConfigured(home, name);
  const isShared = listProfiles(home.config, home.environment).some((other) => other.name !== name && identityOf(other) === identityOf(profile));
  const waiting = isShared ? 0 : await countWaiting(storeFolderOf(home, profile), identityOf(profile), home.fileSystem);
  if (waiting > 0) {
    throw new SettingsError(`Profile "${name}" is kept: ${waiting} ${waiting === 1 ? 'animal waits' : 'animals wait'} there. Send them with \`petstore sync --profile ${name}\`, export or discard them first.`, 'profile_in_use');
  }

  await home.configFile.update(({ profile: current, ...config }) => {
    const { [name]: _removed, ...others } = config.profiles ?? {};
    return { ...config, profiles: others, ...(current === undefined || current === name ? {} : { profile: current }) };
  });
  return profile;
}

function requireConfigured(home: Home, name: string): Profile {
  const profile = findProfile(home, name);
  if (profile.source !== 'config') {
    throw new SettingsError(`"${name}" is not in the configuration, so it cannot be changed there. Nothing was changed.`, 'bad_profile');
  }

  return profile;
}
