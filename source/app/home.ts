import { join } from 'node:path';
import type { CategoryLabels } from '../domain/category-labels.ts';
import { StorageError } from '../local/documents/storage-error.ts';
import { createMachineState, type MachineState } from '../local/machine-state.ts';
import type { FileSystem } from '../platform/files/file-system.ts';
import type { Folders } from '../platform/files/paths.ts';
import type { Environment } from '../platform/process/environment.ts';
import type { Log } from '../platform/process/log.ts';
import type { Self } from '../platform/process/self.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { StoreInUse } from '../text/hints.ts';
import { type ApiKeys, createApiKeys } from './keys/api-keys.ts';
import {
  hashIdentity,
  demoProfile,
  environmentProfile,
  isProfileName,
  listProfiles,
  locateProfile,
  profileOfDemo,
  labelsOf,
  identityOf,
} from './profiles/profiles.ts';
import { type ConfigFile, createConfigFile, type Config } from './settings/config-file.ts';
import type { Keychain } from './keys/keychain.ts';
import { type FlagSettings, resolveSettings, type Settings, SettingsError } from './settings/setting-definitions.ts';
import type { Profile } from './workspace.ts';

/** The edges of the program that a home is opened with. */
export type HomeOptions = {
  readonly folders: Folders;
  readonly environment: Environment;
  readonly flags: FlagSettings;
  readonly fileSystem: FileSystem;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly self: Self;
  readonly keychain: Keychain;
};

/** All that a person has set up on this machine: settings, profiles, keys. No store is open yet. */
export type Home = HomeOptions & {
  readonly config: Config;
  readonly configFile: ConfigFile;
  readonly settings: Settings;
  readonly keys: ApiKeys;
  readonly machineState: MachineState;
  /** Why the configuration cannot be read. The home is then empty, and must not be taken for the person's own. */
  readonly damage?: SettingsError | StorageError;
  reload(): Promise<Home>;
};

/** Throws a `SettingsError` if configuration or environment hold a mistake: before anything is saved or sent. */
export async function openHome(options: HomeOptions): Promise<Home> {
  const home = await openHomeEvenIfDamaged(options);
  if (home.damage) {
    throw home.damage;
  }

  return home;
}

/** The same for callers that must go on with a damaged configuration. Mistakes in flags and environment are thrown. */
export async function openHomeEvenIfDamaged(options: HomeOptions): Promise<Home> {
  const configFile = createConfigFile(options.folders.config, options);
  const compose = (config: Config): Home => {
    const settings = resolveSettings(options.flags, options.environment, config, configFile.path);
    const keys = createApiKeys({ ...options, keyStore: settings.keyStore });
    const machineState = createMachineState(options.fileSystem, options.folders.state, options.clock);
    return { ...options, config, configFile, keys, machineState, settings, reload: () => openHome(options) };
  };
  try {
    return compose(await configFile.read());
  } catch (error) {
    if (error instanceof SettingsError || error instanceof StorageError) {
      return { ...compose({}), damage: error };
    }

    throw error;
  }
}

/** The chosen profile's name, or undefined. */
export function chosenProfileName({ settings, config }: Pick<Home, 'settings' | 'config'>): string | undefined {
  return settings.profile.value ?? onlyProfileName(config);
}

/** The profile that a configuration means without a word about it: the only one there is. */
export function onlyProfileName({ profiles = {} }: Config): string | undefined {
  const names = Object.keys(profiles);
  return names.length === 1 ? names[0] : undefined;
}

/** A profile as hints name it. A variable of the shell still holds for the next command; a flag does not. */
export function storeInUse(home: Home, profile: string | undefined = chosenProfileName(home)): StoreInUse {
  const { flags, environment, config, configFile } = home;
  const settings = resolveSettings({ ...flags, profile: undefined }, environment, config, configFile.path);
  return { profile, current: chosenProfileName({ settings, config }) };
}

/** What categories are called in the chosen profile. */
export function chosenLabels(home: Home): CategoryLabels {
  return labelsOf(home.config, chosenProfileName(home));
}

/** A profile by its name. Throws a `SettingsError` that names those there are. */
export function findProfile(home: Home, name: string): Profile {
  if (name === demoProfile) {
    return profileOfDemo('');
  }

  const profiles = listProfiles(home.config, home.environment);
  const profile = profiles.find((each) => each.name === name);
  if (!profile) {
    const names = [...new Set([...profiles.map((each) => each.name), demoProfile])].join(', ');
    throw new SettingsError(`There is no profile "${name}". There are: ${names}.${howToHave(name)}`, 'no_profile');
  }

  return profile;
}

/** The command that adds a profile, unless it would refuse the name. */
function howToHave(name: string): string {
  if (name === environmentProfile) {
    return ' For "env", set PETSTORE_BASE_URL.';
  }

  return isProfileName(name) ? ` Add one with \`petstore profile add ${name} --base-url URL\`.` : '';
}

/** Whether an opened profile's queue is still that of its address. A mistake in the file just now does not count. */
export async function isStillAt({ configFile }: Pick<Home, 'configFile'>, profile: Profile): Promise<boolean> {
  if (profile.source === 'demo') {
    return true;
  }

  try {
    return locateProfile(profile.baseUrl, await configFile.read()).identity === identityOf(profile);
  } catch (error) {
    if (error instanceof SettingsError) {
      return true;
    }

    throw error;
  }
}

/** The folder of a profile's queue and saved copy. */
export function storeFolderOf(home: Pick<Home, 'folders'>, profile: Profile): string {
  return join(home.folders.data, 'stores', hashIdentity(identityOf(profile)));
}
