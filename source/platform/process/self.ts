/** How to start this program once more. */
export type Self = { readonly command: string; readonly arguments: readonly string[] };

/** The same Node, with the same options (such as a loader for TypeScript), on the same file. */
export function findSelf(): Self {
  return { command: process.execPath, arguments: [...process.execArgv, process.argv[1] ?? ''] };
}

/** The environment of a child of this program: all but the settings of another service or profile. */
export function environmentOfChild(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'PETSTORE_HOME' || !name.startsWith('PETSTORE_')),
  );
}

declare const PETSTORE_VERSION: string | undefined;

/** The program's version, put in by the build; `0.0.0` if the sources run directly. */
export const version: string = typeof PETSTORE_VERSION === 'string' ? PETSTORE_VERSION : '0.0.0';

/** The sentence for a part of the program that is not there any more. */
export const replacedText =
  'A part of petstore is missing: it was upgraded or removed while it ran. Open it again; your animals are saved.';

/** Whether a file of the program is missing, as after an upgrade: those of each build have other names. */
export function isReplaced(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' &&
    /^Cannot find module '\.\//.test(error.message)
  );
}
