import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoNow } from '../time/clock.ts';
import { makeFolderSync } from '../files/make-folder.ts';

/** The log file: what went wrong, for the person who reads it. It holds no body and no key. */
export type Log = ReturnType<typeof createLog>;

const sizeLimit = 2 ** 20;

/**
 * JSON lines in `petstore.log`; at 1 MiB it becomes `.1`, so there are never more than two. `secret`: as for `conceal`.
 */
export function createLog(folder: string, clock: Clock, secret?: string) {
  const path = join(folder, 'petstore.log');
  const secrets = new Set(secret === undefined ? [] : [secret]);

  return {
    path,
    /** A text that must never appear in the file, whatever a library puts into its messages. */
    conceal: (secret: string): void => void secrets.add(secret),
    write: (event: string, detail: Readonly<Record<string, unknown>> = {}): void => {
      // Before it becomes JSON, which would write some characters of a key in another way.
      const hide = (_name: string, value: unknown) =>
        typeof value === 'string'
          ? [...secrets].reduce((text, secret) => text.replaceAll(secret, '[key]'), value)
          : value;
      const line = JSON.stringify({ at: isoNow(clock), process: process.pid, event, ...detail }, hide);
      try {
        makeFolderSync(folder);
        rotate(path, Buffer.byteLength(line));
        appendFileSync(path, `${line}\n`, { mode: 0o600 });
      } catch {
        // A log that cannot be written must not stop its program.
      }
    },
  };
}

/** Does what need not succeed. Whether it did; if not, the log says why. */
export function tryTo(work: () => void, log: Log, failure: string): boolean {
  try {
    work();
    return true;
  } catch (error) {
    log.write(failure, { error: String(error) });
    return false;
  }
}

/** The stacks of an error and its causes, for the log. */
export function stacksOf(error: unknown): readonly string[] {
  return error instanceof Error
    ? [error.stack ?? error.message, ...(error.cause === undefined ? [] : stacksOf(error.cause))]
    : [String(error)];
}

function rotate(path: string, more: number): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size + more + 1 <= sizeLimit) {
    return;
  }

  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    // Somebody reads the old file on Windows: this one grows on for a while, as events meanwhile must not be missed.
    if (size > 2 * sizeLimit) {
      throw error;
    }
  }
}
