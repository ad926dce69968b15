/** Whether an error came from the operating system, with a `code` such as ENOSPC. */
export function isErrno(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code);
}

/** Whether an error is one from the operating system with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return isErrno(error) && codes.includes(error.code);
}
