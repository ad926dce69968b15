/** How a document is written: `{"version":1,"checksum":"<crc32 of the data's bytes>","data":…}`. */
import { crc32 } from 'node:zlib';

/** The head before the data. Only that is decoded before the version is known: the rest may be anything. */
export function matchHead(bytes: Buffer): RegExpExecArray | null {
  return /^\{"version":(\d{1,9}),"checksum":"([0-9a-f]{8})","data":/.exec(bytes.toString('latin1', 0, 64));
}

/** The checksum of a document's data. */
export function checksum(data: string | Buffer): string {
  return crc32(data).toString(16).padStart(8, '0');
}
