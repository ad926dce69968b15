/**
 * Windows does not let a program rename, link or remove a file that another has open, be it only a virus scanner or a
 * backup for a moment. `rename` fails with EPERM, EACCES or EBUSY where every other system just does it. A held file is
 * tried again for about two seconds, as compilers and databases do there.
 */
import { hasCode } from './errno.js';

/**
 * How long a held file is waited for at most, in milliseconds: long enough for a scanner, short enough for a person.
 */
export const heldFor = 2000;

/**
 * How long to wait before the next try after so many failures: 10 ms, 20 ms and so on up to 100 ms. Undefined where
 * trying again is no use: on another system, for another error, or once the waits add up to `patience`.
 */
function pauseBeforeNext(
  platform: NodeJS.Platform,
  error: unknown,
  failures: number,
  patience = heldFor,
): number | undefined {
  const pause = Math.min(100, 10 * failures);
  const waited = failures <= 10 ? 5 * failures * (failures - 1) : 450 + 100 * (failures - 10);
  return isHeld(platform, error) && waited + pause <= patience ? pause : undefined;
}

/**
 * The error in the end: EBUSY where another program holds the file, so that a person is not told of permissions; else
 * the error itself.
 */
function toHeldError(platform: NodeJS.Platform, error: unknown): unknown {
  return isHeld(platform, error)
    ? Object.assign(new Error(`another program has the file open (${error.message})`, { cause: error }), {
        code: 'EBUSY',
      })
    : error;
}

/** Does something to a file's name as soon as no other program holds the file, waiting in between. */
export async function whenFree<T>(
  platform: NodeJS.Platform,
  act: () => T,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return act();
    } catch (error) {
      const pause = pauseBeforeNext(platform, error, failures);
      if (pause === undefined) {
        throw toHeldError(platform, error);
      }

      await wait(pause);
    }
  }
}

/** `whenFree` within one call, for files written as the program ends. */
export function whenFreeSync<T>(
  platform: NodeJS.Platform,
  act: () => T,
  wait: (ms: number) => void,
  patience = heldFor,
): T {
  for (let failures = 1; ; failures += 1) {
    try {
      return act();
    } catch (error) {
      const pause = pauseBeforeNext(platform, error, failures, patience);
      if (pause === undefined) {
        throw toHeldError(platform, error);
      }

      wait(pause);
    }
  }
}

/** Stops this thread for a while. */
export function waitSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isHeld(platform: NodeJS.Platform, error: unknown): error is Error {
  return platform === 'win32' && hasCode(error, 'EPERM', 'EACCES', 'EBUSY');
}
