/** How to start this program once more. */
export type Self = { readonly command: string; readonly arguments: readonly string[] };

/** The same Node, with the same options (such as a loader for TypeScript), on the same file. */
export function findSelf(): Self {
  return { command: process.execPath, arguments: [...process.execArgv, process.argv[1] ?? ''] };
}
