import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `pst_`, 32 random bytes in base64url, and their CRC-32. The prefix lets secret scanners find a leaked key. */
const form = /^pst_([\w-]{43})([\w-]{6})$/;

/** A new key; `random` must be fit for secrets. */
export function makeApiKey(random: (size: number) => Buffer = randomBytes): string {
  const secret = random(32).toString('base64url');
  return `pst_${secret}${checksum(secret)}`;
}

/** The form is right and the checksum too; a mistyped key is no question for the database. */
export function isApiKey(text: string): boolean {
  const match = form.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** A plain digest is enough for 256 random bits, and the time of the look-up does not reveal the key. */
export function digestApiKey(apiKey: string): string {
  return hash('sha256', apiKey, 'hex');
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(secret));
  return bytes.toString('base64url');
}
