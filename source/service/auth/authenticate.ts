import { ApiError } from '../http/api-error.js';
import type { KeyStore } from './key-store.js';
import type { ReadView } from '../pets/read-cache.js';

/**
 * HTTP bearer authentication (RFC 6750). The key is taken from the header only, never from the query, where logs and proxies
 * would keep it.
 *
 * @returns the id of the API key
 * @throws {ApiError} 401, with `error="invalid_token"` only where a key was sent (RFC 6750, section 3)
 */
export async function authenticate(keys: Pick<KeyStore, 'authenticate'>, authorization: string | undefined, view: ReadView): Promise<string> {
  const apiKey = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (apiKey === undefined) {
    throw new ApiError(401, 'unauthorized', 'An API key is needed: send the header Authorization: Bearer <API_KEY>.', { 'www-authenticate': 'Bearer realm="petstore"' });
  }

  const id = await keys.authenticate(apiKey, view);
  if (id === undefined) {
    throw new ApiError(401, 'unauthorized', 'The API key is not valid.', { 'www-authenticate': 'Bearer realm="petstore", error="invalid_token"' });
  }

  return id;
}
