import { hash } from 'node:crypto';
import type { Environment } from '../../platform/process/environment.ts';
import type { Config, ConfigFile } from '../settings/config-file.ts';
import { SettingsError } from '../settings/setting-definitions.ts';
import type { Profile } from '../workspace.ts';
import { isLoopback } from '../../platform/process/self.ts';
import { type CategoryLabels, findLabelMistake } from '../../domain/category-labels.ts';
import { type Int64, parseInt64 } from '../../domain/int64.ts';

/** The profile PETSTORE_BASE_URL makes, and that of the built-in store: names that cannot be configured. */
export const environmentProfile = 'env';
/** The name of the built-in store's profile, and what its queue belongs to: its port is another one each time. */
export const demoProfile = 'demo';

/** Every profile, configured ones by name first. Throws a `SettingsError` for an invalid address. */
export function listProfiles(config: Config, environment: Environment): readonly Profile[] {
  const locate = (baseUrl: string, rules: AddressRules) => locateProfile(normaliseBaseUrl(baseUrl, rules), config);
  const configured = Object.entries(config.profiles ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { baseUrl, allowHttp = false, idempotency = 'auto' }]): Profile => {
      const what = `The address of profile "${name}" in config.json`;
      const place = locate(baseUrl, { allowHttp, what, next: 'Correct it there; `petstore config` names the file.' });
      return { name, ...place, allowHttp, idempotency, source: 'config' };
    });
  if (environment.baseUrl === undefined) {
    return configured;
  }

  const place = locate(environment.baseUrl, { allowHttp: false, what: 'PETSTORE_BASE_URL' });
  const rest = { allowHttp: false, idempotency: 'auto', source: 'environment' } as const;
  return [...configured, { name: environmentProfile, ...place, ...rest }];
}

/** A store is known by its first address, if it moved; an address that it left is another store's. */
export function locateProfile(baseUrl: string, { moved = {} }: Config) {
  const taken = new Set(Object.values(moved));
  let identity = moved[baseUrl] ?? baseUrl;
  // No address contains a `#`, so these names cannot clash with one.
  for (let number = 2; moved[baseUrl] === undefined && taken.has(identity); number += 1) {
    identity = `${baseUrl}#${number}`;
  }

  return { baseUrl, identity };
}

/** The identity of its store, which its queue, saved copy, views and drafts belong to. */
export function identityOf({ identity, baseUrl }: Pick<Profile, 'identity' | 'baseUrl'>): string {
  return identity ?? baseUrl;
}

/** The moves to remember once the store `identity` is at `to` and no longer at `from`. */
export function noteMove({ moved = {} }: Config, identity: string, from: string, to: string) {
  const { [from]: _left, [to]: _before, ...others } = moved;
  return identity === to ? others : { ...others, [to]: identity };
}

/** The built-in store's profile. It listens on another port at each start, so its name stands for it. */
export function profileOfDemo(baseUrl: string): Profile {
  return { name: demoProfile, baseUrl, identity: 'demo', allowHttp: false, idempotency: 'honoured', source: 'demo' };
}

/** Names that mean something else, and what. */
const takenNames: ReadonlyMap<string, string> = new Map([
  [environmentProfile, 'it is the profile that PETSTORE_BASE_URL makes'],
  [demoProfile, 'it is the built-in store'],
  ['default', '`petstore config set profile default` means that no profile is chosen'],
]);

const hasNameForm = (name: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name) && name !== '__proto__';

/** Whether a name can be that of a new profile. */
export const isProfileName = (name: string): boolean => hasNameForm(name) && !takenNames.has(name);

/** Throws a `SettingsError` if a name cannot be that of a new profile. */
export function checkProfileName(name: string): void {
  const taken = takenNames.get(name);
  if (taken !== undefined) {
    throw new SettingsError(`The name "${name}" is taken: ${taken}. Choose another one.`, 'bad_profile');
  }

  if (!hasNameForm(name)) {
    throw new SettingsError(
      'The name of a profile must be 1 to 64 letters, digits, dots, dashes or ' +
        'underscores, and start with a letter or digit. Nothing was saved.',
      'bad_profile',
    );
  }
}

/** `what`: the address, as the beginning of a sentence; `next`: the sentence that follows it. */
type AddressRules = { readonly allowHttp: boolean; readonly what: string; readonly next?: string };

/** The one form of an address, which decides the folder: two spellings must not differ. Throws a `SettingsError`. */
export function normaliseBaseUrl(
  text: string,
  { allowHttp, what, next = 'Nothing was saved or sent.' }: AddressRules,
): string {
  const refuse = (why: string) => new SettingsError(`${what} cannot be used: ${why} ${next}`, 'bad_address');
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  // Left out of the sentence on purpose: an address may hold a password.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw refuse('it must look like https://pets.example.org/v1.');
  }

  if (url.username !== '' || url.password !== '') {
    throw refuse('it holds a user name or password. Leave them out; enter the key with `petstore auth login`.');
  }

  if (/[?#]/.test(text)) {
    throw refuse('it holds a query or a fragment (? or #). Leave it out.');
  }

  // A single label is looked for in this network's own domains without a dot, and nowhere else with it.
  const hostname = url.hostname.replace(/^([^.]+\..+)\.$/, '$1');
  const path = simplifyPath(url.pathname).replace(/\/+$/, '');
  const isVersioned = (each: string): boolean => /\/v\d+(\.\d+)*$/i.test(each);
  if (!isVersioned(path)) {
    // Pasted from a browser it may be that of the list.
    const base = path.replace(/\/pets$/i, '');
    throw refuse(`it must end in a version segment, such as ${url.origin}${isVersioned(base) ? base : `${path}/v1`}.`);
  }

  if (url.protocol === 'http:' && !allowHttp && !isLoopback(hostname)) {
    throw refuse(
      'it starts with http:, so the key could be read on the way. Use https:, ' +
        'or add the profile with --allow-http if you must.',
    );
  }

  return `${url.protocol}//${hostname}${url.port === '' ? '' : `:${url.port}`}${path}`;
}

/** One spelling of a path's escapes: only the needed ones, with digits in capitals (RFC 3986, section 6.2.2). */
function simplifyPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

const hashes = new Map<string, string>();

/** The folder or file that belongs to an address. Remembered: every start asks for the same one again and again. */
export function hashIdentity(identity: string): string {
  const name = hashes.get(identity) ?? hash('sha256', identity).slice(0, 16);
  hashes.set(identity, name);
  return name;
}

/** What categories are called. A person's names are for all stores but the built-in one, which has its own. */
export function labelsOf({ categoryLabels = {} }: Config, profile: string | undefined): CategoryLabels {
  if (profile === demoProfile) {
    return demoLabels;
  }

  const own: Record<Int64, string> = {};
  for (const [number, label] of Object.entries(categoryLabels)) {
    const id = parseInt64(number);
    // The file is edited by hand as well. Names without a category are kept in it without effect.
    if (id !== undefined && label.trim() !== '') {
      own[id] = label.trim();
    }
  }

  return own;
}

/** Gives a category a name, or takes it away (undefined). Throws a `SettingsError` that says why that cannot be. */
export async function nameCategory(
  configFile: ConfigFile,
  profile: string | undefined,
  category: Int64,
  label: string | undefined,
): Promise<void> {
  if (profile === demoProfile) {
    throw new SettingsError(
      'The built-in store keeps its own names of categories. The names that you give are for your own stores: ' +
        'choose another profile first. Nothing was saved.',
      'bad_label',
    );
  }

  await configFile.update((config) => {
    const mistake = label === undefined ? undefined : findLabelMistake(category, label, labelsOf(config, profile));
    if (mistake !== undefined) {
      throw new SettingsError(`${mistake} Nothing was saved.`, 'bad_label');
    }

    const others = Object.entries(config.categoryLabels ?? {}).filter(([number]) => parseInt64(number) !== category);
    return {
      ...config,
      categoryLabels: Object.fromEntries(
        label === undefined ? others : [...others, [category as string, label.trim()] as const],
      ),
    };
  });
}

const names = { 1: 'Birds', 2: 'Cats', 3: 'Dogs', 4: 'Rodents', 5: 'Fish', 6: 'Reptiles', 7: 'Wild', 8: 'Farm' };

/** The names of the categories of `data/demo-pets.json`. */
export const demoLabels = names as CategoryLabels;
