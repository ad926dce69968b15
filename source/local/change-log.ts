/**
 * The change log, `changes.jsonl` in a store's folder: the activities of the store, so that the app can tell those from
 * before it was opened. Disposable: one that is missing, damaged or of a newer version is begun anew silently.
 *
 * The first line that is not empty is the header, `{"version":1}`; then each line is an activity, the youngest one
 * last. A writer appends its rows in one write without making it durable, the line's end in front, so that a crash
 * harms one line alone.
 *
 * Existing lines are never rewritten, so that appends of another process are not lost. A file that is long enough
 * becomes the older one, `changes.old.jsonl`, which still takes a write that was under way. The next write begins a new
 * one.
 */
import { join } from 'node:path';
import { type Activity, type ActivityMark, activitySchema } from '../domain/activity.ts';
import { isErrno } from '../platform/files/errno.ts';
import type { FileSystem } from '../platform/files/file-system.ts';

const header = '{"version":1}';
/** Rows that are told, and that a file takes before it becomes the older one. */
const mostRows = 10_000;
/** Older rows are no news, in milliseconds. */
const oldMs = 30 * 24 * 60 * 60 * 1000;

/** What happened with one store. */
export type ChangeLog = ReturnType<typeof createChangeLog>;

/** Reads and writes only on request. The folder must be there. */
export function createChangeLog(fileSystem: FileSystem, folder: string) {
  const path = join(folder, 'changes.jsonl');
  const olderPath = join(folder, 'changes.old.jsonl');

  const readBytes = (from: string): Promise<Buffer> => fileSystem.readFile(from).catch(() => Buffer.alloc(0));
  const readLines = async (from: string): Promise<readonly string[]> => linesOf(await readBytes(from));

  /** One at a time, who looks again: the long file may have been put aside already. */
  const putAside = async (): Promise<void> => {
    const lock = fileSystem.lock(`${path}.lock`);
    try {
      if (lock && (await readLines(path)).length > mostRows) {
        await fileSystem.rename(path, olderPath);
      }
    } finally {
      lock?.release();
    }
  };

  return {
    /** All rows seen after a mark's moment or written after it, in order. `now`: milliseconds since 1970. */
    async readSince({ at, after }: ActivityMark, now: number): Promise<readonly Activity[]> {
      const oldest = new Date(now - oldMs).toISOString();
      const bytes = await readBytes(path);
      // One that is shorter than it was has been put aside since: the mark lies in the older one.
      const isPutAside = after !== undefined && after > bytes.length;
      const young = markedRows(bytes, isPutAside ? 0 : after);
      // A row of that age in one file makes the other file needless.
      const isEnough = !isPutAside && young.slice(0, 2).some(({ line }) => timeOf(line) !== '' && timeOf(line) <= at);
      const older = isEnough ? [] : markedRows(await readBytes(olderPath), isPutAside ? after : undefined);
      return [...older, ...young]
        .filter(({ line, isAfter }) => timeOf(line) > oldest && (isAfter || timeOf(line) > at))
        .slice(-mostRows)
        .flatMap(({ line }) => parseLine(line) ?? []);
    },
    /** All that both files hold, however old, in the order in which it was written. */
    async readAll(): Promise<readonly Activity[]> {
      const older = await readLines(olderPath);
      return [...rowsOf(older), ...rowsOf(await readLines(path))].flatMap((line) => parseLine(line) ?? []);
    },
    /** Its length now, in bytes, for a mark; undefined if the disk does not tell. */
    length() {
      try {
        return fileSystem.sizeOf(path);
      } catch (error) {
        if (isErrno(error)) {
          return undefined;
        }

        throw error;
      }
    },
    /** Adds activities; of the connection only changes since the last row. May throw an errno. */
    async append(activities: readonly Activity[]) {
      const lines = await readLines(path);
      const isTheirsUnknown = activities.some(({ kind }) => kind === 'connection') && !lines.some(isConnection);
      const rows = withoutKnownConnection(
        activities,
        isTheirsUnknown ? rowsOf(await readLines(olderPath)) : rowsOf(lines),
      ).map((activity) => JSON.stringify(activity));
      if (rows.length === 0) {
        return;
      }

      if (lines.length > mostRows) {
        await putAside();
      }

      // Two that begin a file at once both write the header, of which the second is an ignored line.
      const begin = lines.length > mostRows || rowsOf(lines).length === 0 ? [header] : [];
      await fileSystem.append(path, [...begin, ...rows].map((line) => `\n${line}`).join(''), { isDurable: false });
    },
  };
}

function linesOf(bytes: Buffer): readonly string[] {
  return bytes.length === 0 ? [] : bytes.toString('utf8').split('\n');
}

/** All rows, and of each whether it was written after so many bytes. Without them it is unknown. */
function markedRows(bytes: Buffer, after = bytes.length) {
  const isWritten = (line: string): boolean => line !== '';
  const rows = rowsOf(linesOf(bytes)).filter(isWritten);
  const before = rows.length - linesOf(bytes.subarray(after)).filter(isWritten).length;
  return rows.map((line, index) => ({ line, isAfter: index >= before }));
}

/**
 * The lines of this version: after another one's header only those that follow one of ours. Without any header all of
 * them, since who appends while the file is put aside begins the next one without.
 */
function rowsOf(lines: readonly string[]): readonly string[] {
  const first = lines.find((line) => line !== '');
  const isForeign = first !== header && first?.startsWith('{"version":') === true;
  const at = lines.indexOf(header);
  return isForeign ? lines.slice(at === -1 ? lines.length : at + 1) : lines;
}

function isConnection(line: string): boolean {
  return line.includes('"kind":"connection"');
}

/** The time at which a line begins, without parsing the rest of it; empty if it begins otherwise. */
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

/** Who finds the store out of reach every ten minutes has news once; who finds it in reach at first never has. */
function withoutKnownConnection(activities: readonly Activity[], lines: readonly string[]): readonly Activity[] {
  let known: string | undefined;
  if (activities.some(({ kind }) => kind === 'connection')) {
    const last = lines.findLast(isConnection);
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
