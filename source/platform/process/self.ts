/** How to start this program once more: the same Node, with the same options (such as a loader for TypeScript), on the same file. */
export function findSelf(): { readonly command: string; readonly arguments: readonly string[] } {
  return { command: process.execPath, arguments: [...process.execArgv, process.argv[1] ?? ''] };
}
