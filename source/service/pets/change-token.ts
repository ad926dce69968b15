import type { Int64 } from '../../domain/int64.js';

/**
 * The newest animal that a client knows of: its id, and the number that was drawn at random when it was added. If that
 * row is gone or has another number, the client knows another store. A backup was put back, a standby took over without
 * the newest animals, or it is another database.
 */
export type Anchor = { readonly id: Int64; readonly nonce: string };

/** What whoever knows of no animal starts from; no id is 0. */
export const beforeAll: Anchor = { id: '0' as Int64, nonce: '0' };

/** An anchor as clients keep it: opaque to them, 22 characters. */
export function toChangeToken({ id, nonce }: Anchor): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt(id));
  bytes.writeBigInt64BE(BigInt(nonce), 8);
  return bytes.toString('base64url');
}

/** The anchor in a token; undefined if this service cannot have made it. */
export function readChangeToken(token: string): Anchor | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const isOurs = bytes.length === 16 && bytes.toString('base64url') === token;
  return isOurs ? { id: String(bytes.readBigInt64BE()) as Int64, nonce: String(bytes.readBigInt64BE(8)) } : undefined;
}
