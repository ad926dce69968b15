/**
 * Whether a key can be sent as `Authorization: Bearer <key>`: visible ASCII only. Wider than RFC 6750's b64token, as
 * the interface leaves the key's alphabet open, and narrow enough that no key can end the header or start another.
 */
export function isHeaderSafeKey(key: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(key);
}
