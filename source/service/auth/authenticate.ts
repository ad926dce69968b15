import { ApiError } from '../http/answers/api-error.js';
import type { Caller, KeyRegister } from './key-store.js';
import type { ReadView } from '../pets/read-cache.js';
import type { Reads } from '../storage/reads.js';

/**
 * HTTP bearer authentication (RFC 6750). The key is taken from the header only, never from the query, where logs and
 * proxies would keep it.
 *
 * @throws {ApiError} 401, with `error="invalid_token"` only if a key was sent (RFC 6750, section 3)
 */
export async function authenticate(
  keys: Pick<KeyRegister, 'authenticate'>,
  authorization: string | undefined,
  view: ReadView,
  findKey?: Reads['findKey'],
): Promise<Caller> {
  const apiKey = readBearer(authorization);
  if (apiKey === undefined) {
    throw unauthorized('An API key is needed: send the header Authorization: Bearer <API_KEY>.');
  }

  const caller = await keys.authenticate(apiKey, view, findKey);
  if (caller === undefined || caller === 'expired') {
    throw unauthorized(`The API key ${caller === 'expired' ? 'has expired' : 'is not valid'}.`, 'invalid_token');
  }

  return caller;
}

/**
 * Refuses to let a key that may only read do anything else. RFC 6750 would have this a 403; the interface lists 401 for
 * adding and no 403, and a client that was made from it must not meet a status that it does not know.
 *
 * @throws {ApiError} 401 with `error="insufficient_scope"`
 */
export function checkMayWrite({ readOnly }: Caller, method: string): void {
  if (readOnly && !['GET', 'HEAD', 'OPTIONS'].includes(method)) {
    throw unauthorized('This API key may only read.', 'insufficient_scope');
  }
}

function unauthorized(message: string, error?: string): ApiError {
  const challenge = `Bearer realm="petstore"${error === undefined ? '' : `, error="${error}"`}`;
  return new ApiError(401, 'unauthorized', message, { 'www-authenticate': challenge });
}

function readBearer(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
}
