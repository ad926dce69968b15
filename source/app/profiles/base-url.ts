import { isLoopback } from '../../platform/process/machine.js';
import { sha256 } from '../../platform/process/sha256.js';
import { SettingsError } from '../settings/settings-error.js';

/**
 * The one form of a store's address: it decides which folder the store's queue and key live in, so two spellings of one
 * address must not differ. Throws a `SettingsError` that starts with `what` if the text is no such address.
 */
export function normaliseBaseUrl(
  text: string,
  { allowHttp, what }: { readonly allowHttp: boolean; readonly what: string },
): string {
  const refuse = (why: string) =>
    new SettingsError(`${what} cannot be used: ${why} Nothing was saved or sent.`, 'bad_address');
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  // Left out of the sentence on purpose: an address may hold a password.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw refuse('it must look like https://pets.example.org/v1.');
  }

  if (url.username !== '' || url.password !== '') {
    throw refuse('it holds a user name or password. Leave them out; the key is given with `petstore auth login`.');
  }

  if (/[?#]/.test(text)) {
    throw refuse('it holds a query or a fragment (? or #). Leave it out.');
  }

  const hostname = simplifyHost(url.hostname);
  const path = simplifyPath(url.pathname).replace(/\/+$/, '');
  if (!/\/v\d+(\.\d+)*$/i.test(path)) {
    throw refuse(`it must end in a version segment, such as ${url.origin}${path}/v1.`);
  }

  if (url.protocol === 'http:' && !allowHttp && !isLoopback(hostname)) {
    throw refuse(
      'it starts with http:, so the key could be read on the way. Use https:, ' +
        'or add the profile with --allow-http if you must.',
    );
  }

  return `${url.protocol}//${hostname}${url.port === '' ? '' : `:${url.port}`}${path}`;
}

/**
 * The dot of the root adds no meaning to a name of several labels. A single one is looked for in this network's own
 * domains without it, and nowhere else with it: those may be two stores.
 */
function simplifyHost(hostname: string): string {
  return hostname.replace(/^([^.]+\..+)\.$/, '$1');
}

/** One spelling of a path's escapes: only the needed ones, with digits in capitals (RFC 3986, section 6.2.2). */
function simplifyPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

const hashes = new Map<string, string>();

/**
 * The name of the folder or file that belongs to an address. Remembered: every start asks for the same one again and
 * again.
 */
export function hashIdentity(identity: string): string {
  const hash = hashes.get(identity) ?? sha256(identity).slice(0, 16);
  hashes.set(identity, hash);
  return hash;
}
