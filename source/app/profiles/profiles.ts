import type { Environment } from '../../platform/process/environment.js';
import { normaliseBaseUrl } from './base-url.js';
import type { Config } from '../settings/parse-config.js';
import { SettingsError } from '../settings/settings-error.js';
import type { Profile } from '../workspace.js';

/** The profile PETSTORE_BASE_URL makes, and that of the built-in store: names that cannot be configured. */
export const environmentProfile = 'env';
/** The name of the built-in store's profile, and what its queue belongs to: its port is another one each time. */
export const demoProfile = 'demo';

/** Every profile, configured ones by name first. Throws a `SettingsError` for an invalid address. */
export function listProfiles(config: Config, environment: Environment): readonly Profile[] {
  const configured = Object.entries(config.profiles ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { baseUrl, allowHttp = false, idempotency = 'unknown' }]): Profile => {
      const what = `The address of profile "${name}" in the configuration file`;
      return {
        name,
        ...locateProfile(normaliseBaseUrl(baseUrl, { allowHttp, what }), config),
        allowHttp,
        idempotency,
        source: 'config',
      };
    });
  return environment.baseUrl === undefined
    ? configured
    : [...configured, profileFromEnvironment(environment.baseUrl, config)];
}

function profileFromEnvironment(baseUrl: string, config: Config): Profile {
  const address = normaliseBaseUrl(baseUrl, { allowHttp: false, what: 'PETSTORE_BASE_URL' });
  return {
    name: environmentProfile,
    ...locateProfile(address, config),
    allowHttp: false,
    idempotency: 'unknown',
    source: 'environment',
  };
}

/**
 * The store at an address: known by the address it was first used under, if a person said that it moved. The address
 * it left is another store's from then on: it must never be a second way to the same queue.
 */
export function locateProfile(
  baseUrl: string,
  { moved = {} }: Pick<Config, 'moved'>,
): Pick<Profile, 'baseUrl'> & { readonly identity: string } {
  const taken = new Set(Object.values(moved));
  let identity = moved[baseUrl] ?? baseUrl;
  // No address contains a `#`, so these names cannot clash with one.
  for (let number = 2; moved[baseUrl] === undefined && taken.has(identity); number += 1) {
    identity = `${baseUrl}#${number}`;
  }

  return { baseUrl, identity };
}

/** The moves to remember once the store `identity` is at `to` and no longer at `from`. */
export function noteMove(
  { moved = {} }: Pick<Config, 'moved'>,
  identity: string,
  from: string,
  to: string,
): Readonly<Record<string, string>> {
  const { [from]: _left, [to]: _before, ...others } = moved;
  return identity === to ? others : { ...others, [to]: identity };
}

/**
 * The built-in store's profile. Its address is known once it runs; it listens on another port at each start, so its
 * name stands for it.
 */
export function profileOfDemo(baseUrl: string): Profile {
  return { name: demoProfile, baseUrl, identity: 'demo', allowHttp: false, idempotency: 'honoured', source: 'demo' };
}

/** Throws a `SettingsError` if a name cannot be that of a new profile. */
export function checkProfileName(name: string): void {
  if (name === environmentProfile || name === demoProfile) {
    throw new SettingsError(
      `The name "${name}" is taken: ` +
        `${name === demoProfile ? 'it is the built-in store' : 'it is the profile that PETSTORE_BASE_URL makes'}. ` +
        'Choose another one.',
      'bad_profile',
    );
  }

  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name) || name === '__proto__') {
    throw new SettingsError(
      'The name of a profile must be 1 to 64 letters, digits, dots, dashes or ' +
        'underscores, and start with a letter or digit. Nothing was saved.',
      'bad_profile',
    );
  }
}
