/** How to start this program once more. */
export type Self = { readonly command: string; readonly arguments: readonly string[] };

/** The same Node, with the same options (such as a loader for TypeScript), on the same file. */
export function findSelf(): Self {
  return { command: process.execPath, arguments: [...process.execArgv, process.argv[1] ?? ''] };
}

/** What a child of this program sees: all but the settings of another service or profile. */
export function environmentOfChild(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'PETSTORE_HOME' || !name.startsWith('PETSTORE_')),
  );
}
