import { constants } from 'node:os';

/** The errors that libuv has no name for, such as EDQUOT and ESTALE, by their numbers. EUCLEAN is Linux's own. */
const names: ReadonlyMap<number, string> = new Map([
  ...(process.platform === 'linux' ? [[117, 'EUCLEAN'] as const] : []),
  ...Object.entries(constants.errno).map(([name, number]) => [number, name] as const),
]);

/** Such as ENOSPC; undefined: it came from elsewhere. Node tells an error that libuv does not know by number. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) {
    return undefined;
  }

  const [, number] = /^Unknown system error -(\d+)$/.exec(error.code) ?? [];
  if (number !== undefined) {
    return names.get(Number(number)) ?? `E${number}`;
  }

  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined;
}

/** Whether an error came from the operating system. */
export function isErrno(error: unknown): error is Error {
  return errnoOf(error) !== undefined;
}

/** Whether an error is one from the operating system with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = errnoOf(error);
  return code !== undefined && codes.includes(code);
}

const readFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'there is no permission to read it',
};

/** Why a file that a person named cannot be read, as the end of a sentence. */
export function readFailureText(error: unknown): string {
  const code = errnoOf(error);
  return (code === undefined ? undefined : readFailures[code]) ?? code ?? String(error);
}

/** Undefined if the operating system refuses some work on files, with one of these codes if any are given. */
export async function unlessErrno<T>(work: Promise<T>, ...codes: readonly string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.length === 0 ? isErrno(error) : hasCode(error, ...codes)) {
      return undefined;
    }

    throw error;
  }
}

/** How long a held file is waited for at most, in ms: long enough for a scanner, short enough for a person. */
const heldFor = 2000;

/**
 * Tells of each failure how long to wait before the next try, in milliseconds: 10, 20 and so on up to 100. Windows does
 * not let a program rename, link or remove a file that another has open, be it only a virus scanner for a moment:
 * `rename` fails with EPERM, EACCES or EBUSY. So it is tried again for about two seconds, as compilers and databases do
 * there. In the end it throws EBUSY, so that a person is not told of permissions.
 */
function createPauses(platform: NodeJS.Platform): (error: unknown) => number {
  let pause = 0;
  let waited = 0;
  return (error) => {
    if (platform !== 'win32' || !hasCode(error, 'EPERM', 'EACCES', 'EBUSY')) {
      throw error;
    }

    pause = Math.min(100, pause + 10);
    waited += pause;
    if (waited > heldFor) {
      const message = `another program has the file open (${(error as Error).message})`;
      throw Object.assign(new Error(message, { cause: error }), { code: 'EBUSY' });
    }

    return pause;
  };
}

/** Does something to a file's name as soon as no other program holds the file, waiting in between. */
export async function whenFree<T>(
  platform: NodeJS.Platform,
  act: () => T,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  const pauseAfter = createPauses(platform);
  for (;;) {
    try {
      return act();
    } catch (error) {
      await wait(pauseAfter(error));
    }
  }
}

/** `whenFree` within one call, for files written as the program ends. */
export function whenFreeSync<T>(platform: NodeJS.Platform, act: () => T, wait: (ms: number) => void): T {
  const pauseAfter = createPauses(platform);
  for (;;) {
    try {
      return act();
    } catch (error) {
      wait(pauseAfter(error));
    }
  }
}

/** Stops this thread for a while. */
export function waitSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
