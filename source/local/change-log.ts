/**
 * The change log, `changes.jsonl` in a store's folder: what happened with the store, so that the app can tell what did while it was closed.
 * Disposable: one that is missing, damaged or of a newer version is begun anew, and nobody is told.
 *
 * The first line is the header, `{"version":1}`; then each line is an activity, the youngest one last. Whoever has something to add
 * appends it in one write without making it durable, the line's end in front, so that what a crash tore off harms that line alone. Once the
 * file is long, the younger part is written anew and takes its place.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Activity, activitySchema } from '../domain/activity.js';
import { temporaryPrefix, writeDisposable } from '../platform/files/durable-file.js';
import type { FileSystem } from '../platform/files/file-system.js';

const header = '{"version":1}';
/** Rows that are kept, and how many more there may be before the older ones go. */
const mostRows = 10_000;
const spareRows = 2000;
/** Nobody asks what happened before that, in milliseconds. */
const oldMs = 30 * 24 * 60 * 60 * 1000;

/** What happened with one store. */
export type ChangeLog = {
  /** All that was seen after a moment (ISO 8601), in the order in which it was written. What cannot be read is not there. */
  readSince(at: string): Promise<readonly Activity[]>;
  /** Adds what was seen; of the connection only what differs from the last that is there. `now`: milliseconds since 1970. May throw an errno. */
  append(activities: readonly Activity[], now: number): Promise<void>;
};

/** Reads and writes nothing before it is asked to. The folder must be there. */
export function createChangeLog(fileSystem: FileSystem, folder: string): ChangeLog {
  const path = join(folder, 'changes.jsonl');

  /** The lines after the header; undefined: there is none that this version can go on with. */
  const readLines = async (): Promise<readonly string[] | undefined> => {
    const text = await fileSystem.readFile(path).then(
      (bytes) => bytes.toString('utf8'),
      () => '',
    );
    const [first, ...lines] = text.split('\n');
    return first === header ? lines : undefined;
  };

  const replace = async (lines: readonly string[]): Promise<void> => {
    const temporary = join(folder, `${temporaryPrefix}${randomUUID()}`);
    await writeDisposable(fileSystem, temporary, [header, ...lines].join('\n'));
    await fileSystem.rename(temporary, path);
  };

  return {
    async readSince(at) {
      const lines = (await readLines()) ?? [];
      return lines.filter((line) => timeOf(line) > at).flatMap((line) => parseLine(line) ?? []);
    },
    async append(activities, now) {
      const lines = await readLines();
      const rows = withoutKnownConnection(activities, lines ?? []).map((activity) => JSON.stringify(activity));
      if (rows.length === 0) {
        return;
      }

      if (lines && lines.length + rows.length <= mostRows + spareRows) {
        await fileSystem.append(path, rows.map((row) => `\n${row}`).join(''), { isDurable: false });
        return;
      }

      const young = (lines ?? []).filter((line) => now - Date.parse(timeOf(line)) < oldMs);
      await replace([...young, ...rows].slice(-mostRows));
    },
  };
}

/** The time at which a line begins, without parsing the rest of it; empty where it begins otherwise. */
function timeOf(line: string): string {
  return /^\{"at":"([^"]*)"/.exec(line)?.[1] ?? '';
}

function parseLine(line: string): Activity | undefined {
  try {
    return activitySchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Torn off by a crash, or damaged: that line is lost, and no other.
    return undefined;
  }
}

/** A command that finds the store out of reach every ten minutes has no news after the first time; one that finds it in reach at first has none at all. */
function withoutKnownConnection(activities: readonly Activity[], lines: readonly string[]): readonly Activity[] {
  let known: string | undefined;
  if (activities.some(({ kind }) => kind === 'connection')) {
    const last = lines.findLast((line) => line.includes('"kind":"connection"'));
    const parsed = last === undefined ? undefined : parseLine(last);
    known = parsed?.kind === 'connection' ? parsed.state : 'online';
  }

  return activities.filter((activity) => {
    if (activity.kind !== 'connection') {
      return true;
    }

    const isNews = activity.state !== known;
    known = activity.state;
    return isNews;
  });
}
