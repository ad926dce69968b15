import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API keys: `pst_`, 32 random bytes in base64url (43 characters), and the CRC-32 of those characters (6 characters).
 * The prefix lets secret scanners find a leaked key; the checksum tells a mistyped key from a wrong one without asking
 * the database.
 */
const form = /^pst_([\w-]{43})([\w-]{6})$/;

/** A new key; `randomBytes` must be fit for secrets. */
export function makeApiKey(randomBytes: (size: number) => Buffer): string {
  const secret = randomBytes(32).toString('base64url');
  return `pst_${secret}${checksum(secret)}`;
}

/** Whether a text has the form of a key and its checksum is right. */
export function isApiKey(text: string): boolean {
  const match = form.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/**
 * The stored form of a key. A plain digest is enough for 256 random bits: it cannot be guessed. Looking up by digest
 * also keeps the time of the comparison from revealing the key, since a stranger cannot steer the digest.
 */
export function digestApiKey(apiKey: string): string {
  return hash('sha256', apiKey, 'hex');
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(secret));
  return bytes.toString('base64url');
}
