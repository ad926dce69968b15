import type { DatabaseSync } from 'node:sqlite';

/**
 * Opens a database with Node's own SQLite, loaded on first use: most commands need none. Node 22 calls the module
 * experimental on stderr at every start, which is nothing to the person at the terminal, so that one warning is dropped.
 */
export async function openSqlite(path: string): Promise<DatabaseSync> {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) {
      emitWarning(warning, ...rest);
    }
  });
  try {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(path, { timeout: 0 });
  } finally {
    process.emitWarning = emitWarning;
  }
}
