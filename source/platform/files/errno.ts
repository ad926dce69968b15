/** Whether an error came from the operating system, with a `code` such as ENOSPC. */
export function isErrno(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code);
}

/** Whether an error is one from the operating system with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return isErrno(error) && codes.includes(error.code);
}

/** Whether a link failed because the file system has none: exFAT, and some network and container file systems. */
export function isWithoutLinks(error: unknown): boolean {
  return hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK');
}

/**
 * What some work on files comes to; undefined where the operating system refuses it, with one of these codes if any are
 * given.
 */
export async function unlessErrno<T>(work: Promise<T>, ...codes: readonly string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isErrno(error) && (codes.length === 0 || codes.includes(error.code))) {
      return undefined;
    }

    throw error;
  }
}
