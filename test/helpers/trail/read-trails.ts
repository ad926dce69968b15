/**
 * Finds the records that a store has on disk, without the store's own code: so that both can be held against each
 * other.
 */
import { existsSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { recordSchema } from '../../../source/domain/record.js';
import { checkTrail, type FoundRecord, type Publication } from './check-trail.js';
import type { Circumstances } from './protocol.js';

const fileName = /^([1-9]\d*)\.(\d+)\.json$/;

/** A record's file as it is found; undefined where the name is no record's. */
export function readRecord(path: string, text: string): Publication | undefined {
  const match = fileName.exec(basename(path));
  return match ? { number: Number(match[1]), step: Number(match[2]), ...decode(text) } : undefined;
}

function decode(text: string): FoundRecord {
  const match = /^\{"version":(\d+),"checksum":"([0-9a-f]{8})","data":(.*)\}\n?$/s.exec(text);
  if (!match || crc32(match[3]!).toString(16).padStart(8, '0') !== match[2]) {
    return { record: undefined, version: 0 };
  }

  const parsed = recordSchema.safeParse(JSON.parse(match[3]!));
  return { record: parsed.success ? parsed.data : undefined, version: Number(match[1]) };
}

/** Whatever is against the protocol in the queues below a folder, a sentence each. */
export function checkTrails(folder: string, circumstances: Circumstances = {}): readonly string[] {
  return readTrails(folder).flatMap((trails) =>
    [...trails].flatMap(([number, history]) => checkTrail(number, history, circumstances).violations),
  );
}

/** The histories below a folder, one map a queue, by entry number. */
function readTrails(folder: string): readonly ReadonlyMap<number, readonly FoundRecord[]>[] {
  return findQueues(folder).map((queue) => {
    const found = readdirSync(queue, { withFileTypes: true }).flatMap((file) => {
      // A folder in a record's place is as good as a damaged one.
      const record = fileName.test(file.name)
        ? readRecord(file.name, file.isFile() ? readFileSync(join(queue, file.name), 'utf8') : '')
        : undefined;
      return record ? [record] : [];
    });
    return new Map(
      [...Map.groupBy(found, ({ number }) => number)].map(([number, records]) => {
        const last = Math.max(...records.map(({ step }) => step));
        // A step whose file is gone is as good as damaged.
        return [
          number,
          Array.from(
            { length: last + 1 },
            (_, step) => records.find((each) => each.step === step) ?? { record: undefined, version: 0 },
          ),
        ];
      }),
    );
  });
}

function findQueues(folder: string): readonly string[] {
  if (!existsSync(folder)) {
    return [];
  }

  const listed: Dirent[] = (() => {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return [];
    }
  })();
  return listed
    .filter((each) => each.isDirectory() && each.name !== 'node_modules')
    .flatMap(({ name }) => [...(name === 'queue' ? [join(folder, name)] : []), ...findQueues(join(folder, name))]);
}
