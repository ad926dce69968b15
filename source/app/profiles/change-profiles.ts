/** Adding, choosing and removing profiles. Giving one another address is in `move-profile.ts`. */
import { shellWord } from '../../text/hints.ts';
import { normaliseBaseUrl, checkProfileName, listProfiles, locateProfile, identityOf } from './profiles.ts';
import { findProfile, type Home, onlyProfileName } from '../home.ts';
import { SettingsError } from '../settings/setting-definitions.ts';
import type { Config } from '../settings/config-file.ts';
import type { Profile } from '../workspace.ts';
import { countWaitingFor, waitingText } from './waiting-stores.ts';

/** A profile as a person asked for it; the address is not normalised yet. */
export type NewProfile = {
  readonly name: string;
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly idempotency: Profile['idempotency'];
};

/** Saves a new profile. The first one becomes the current one. */
export async function addProfile(home: Home, { name, baseUrl, allowHttp, idempotency }: NewProfile): Promise<Profile> {
  checkProfileName(name);
  const taken =
    `There is a profile "${name}" already. Choose another name, or move it with ` +
    `\`petstore profile move ${name} --base-url URL\`. Nothing was saved.`;
  refuseTaken(home.config, name, taken);
  const address = normaliseBaseUrl(baseUrl, { allowHttp, what: 'The address' });
  const entry = {
    baseUrl: address,
    allowHttp: allowHttp || undefined,
    idempotency: idempotency === 'auto' ? undefined : idempotency,
  };
  await home.configFile.update((config) => {
    refuseTaken(config, name, taken);
    const { profiles = {} } = config;
    const isFirst = Object.keys(profiles).length === 0;
    const current = config.profile ?? (isFirst ? name : onlyProfileName(config));
    return { ...config, profile: current, profiles: { ...profiles, [name]: entry } };
  });
  return { name, ...locateProfile(address, home.config), allowHttp, idempotency, source: 'config' };
}

function refuseTaken({ profiles = {} }: Config, name: string, why: string): void {
  if (Object.hasOwn(profiles, name)) {
    throw badProfile(why);
  }
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

/**
 * Refused while animals wait there. Its keys go first: once the profile is gone, no command knows of them, so that a
 * secret would be left behind. Returns what became of its key (`shared`: another profile has that address), and the
 * addresses that it left before and whose keys were removed.
 */
export async function removeProfile(home: Home, name: string) {
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
  // Asked before its key goes as well: a refusal is to leave both.
  refuseChanged(home, await home.configFile.read(), profile);
  const isKeyRemoved = !isKeyShared && (await home.keys.remove(profile));
  const left = await removeLeftKeys(home, name);
  await home.configFile.update((read) => {
    refuseChanged(home, read, profile);
    const { [name]: _removed, ...profiles } = read.profiles ?? {};
    return { ...read, profiles, profile: read.profile === name ? undefined : read.profile };
  });
  const key = isKeyRemoved ? 'removed' : 'none';
  return { profile, key: isKeyShared && home.keys.isSaved(profile) ? 'shared' : key, left } as const;
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

/**
 * A profile as the configuration has it once it is at another address. A key stays with its address, so that a move back
 * finds it; the address is remembered, and the key goes with the profile.
 */
export function atAddress({ keys }: Home, config: Config, name: string, from: string, to: string) {
  const keyed = [from].filter((baseUrl) => keys.isSaved({ baseUrl }));
  const left = [...new Set([...leftBy(config, name), ...keyed])].filter((address) => address !== to);
  return { ...config.profiles?.[name], baseUrl: to, leftAddresses: left.length > 0 ? left : undefined };
}

const leftBy = ({ profiles = {} }: Config, name: string): readonly string[] => profiles[name]?.leftAddresses ?? [];

/** Removes the keys of the addresses that a profile left, unless another one is or was there too; returns those. */
export async function removeLeftKeys({ config, environment, keys }: Home, name: string): Promise<readonly string[]> {
  const others = listProfiles(config, environment).filter((other) => other.name !== name);
  const taken = new Set(others.flatMap((other) => [other.baseUrl, ...leftBy(config, other.name)]));
  const removed: string[] = [];
  for (const baseUrl of leftBy(config, name).filter((address) => !taken.has(address))) {
    if (await keys.remove({ baseUrl })) {
      removed.push(baseUrl);
    }
  }

  return removed;
}

/** Of such an address. */
export const leftKeyText = (address: string): string =>
  `The key for ${address}, where it was before, is removed from this machine.`;
