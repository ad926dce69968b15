import { constants } from 'node:os';

/** The errors that libuv has no name for, such as EDQUOT and ESTALE, by their numbers. EUCLEAN is Linux's own. */
const names: ReadonlyMap<number, string> = new Map([
  ...(process.platform === 'linux' ? [[117, 'EUCLEAN'] as const] : []),
  ...Object.entries(constants.errno).map(([name, number]) => [number, name] as const),
]);

/**
 * The name of an error from the operating system, such as ENOSPC; undefined: it came from elsewhere. Node tells an
 * error that libuv does not know by its number alone, and its `code` is then `Unknown system error -122`.
 */
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

/** Whether a link failed because the file system cannot link: exFAT, and some network and container file systems. */
export function isWithoutLinks(error: unknown): boolean {
  return hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK');
}

/**
 * The result of some work on files; undefined if the operating system refuses it, with one of these codes if any are
 * given.
 */
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
