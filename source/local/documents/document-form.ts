/** How a document is written: `{"version":1,"checksum":"<crc32 of the data's bytes>","data":…}`. */
import { crc32 } from 'node:zlib';

/** The header before the data. Only that is decoded before the version is known: the rest may be anything. */
export function matchHeader(bytes: Buffer): RegExpExecArray | null {
  return /^\{"version":(\d{1,9}),"checksum":"([0-9a-f]{8})","data":/.exec(bytes.toString('latin1', 0, 64));
}

/** The checksum of a document's data. */
export function checksum(data: string | Buffer): string {
  return crc32(data).toString(16).padStart(8, '0');
}

/** The bytes of a document. Encoded once, and the checksum put in its place: a queue of thousands has megabytes. */
export function encode(version: number, data: string): Buffer {
  const beforeSum = `{"version":${version},"checksum":"`;
  const header = `${beforeSum}00000000","data":`;
  const bytes = Buffer.from(`${header}${data}}\n`);
  bytes.write(checksum(bytes.subarray(header.length, -2)), beforeSum.length);
  return bytes;
}
