import type { DatabaseSync } from 'node:sqlite';

/**
 * Opens a database with Node's own SQLite, loaded on first use: most commands need none. Node 22 calls the module
 * experimental on stderr at every start, which is nothing to the person at the terminal, so that one warning is dropped.
 *
 * @param waitMs How long a statement waits, within its call, for a lock that another connection holds, in milliseconds.
 */
export function openSqliteSync(path: string, waitMs = 0, { readOnly = false } = {}): DatabaseSync {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) {
      emitWarning(warning, ...rest);
    }
  });
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    return new DatabaseSync(path, { timeout: waitMs, readOnly });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The same; what it throws is a rejection. */
// eslint-disable-next-line @typescript-eslint/require-await -- see above
export async function openSqlite(path: string): Promise<DatabaseSync> {
  return openSqliteSync(path);
}
