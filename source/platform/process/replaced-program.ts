/** What a person is told when a part of the program is not there any more. */
export const replacedText =
  'A part of petstore is missing: it was upgraded or removed while it ran. Open it again; what you entered is saved.';

/**
 * Whether an error says that one of the program's own files is missing, which is what a program finds that was upgraded
 * while it ran: the files of each build have names of their own (`scripts/build.ts`).
 */
export function isReplaced(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' &&
    /^Cannot find module '\.\//.test(error.message)
  );
}
