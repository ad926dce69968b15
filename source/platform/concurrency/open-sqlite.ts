/** Node's own SQLite: the files of locks, and the service's database. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** SQLite opens no longer path, in bytes: it has 512, and 8 of them are for the name of its journal. */
const longestPath = 504;

/**
 * Opens a database with Node's own SQLite, loaded on first use: most commands do without. Node 22 calls the module
 * experimental on stderr at every start, which does not concern the person at the terminal, so that one warning is
 * dropped. A statement waits `waitMs`, within its call, for a lock that another connection holds. A file that it makes is
 * its owner's alone: SQLite knows no mode but that of the process.
 */
export function openSqliteSync(path: string, waitMs = 0, { readOnly = false, mayMake = true } = {}): DatabaseSync {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) {
      emitWarning(warning, ...rest);
    }
  };
  const modes = process.umask(0o077);
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    return new DatabaseSync(mayMake ? path : toExisting(path), { timeout: waitMs, readOnly });
  } catch (error) {
    // SQLite says only that it cannot open the file, as it does if a folder may not be read.
    checkPathLength(path);
    throw error;
  } finally {
    process.umask(modes);
    process.emitWarning = emitWarning;
  }
}

/** The name of a file under which SQLite opens it but does not make it (sqlite.org/uri.html). */
export function toExisting(path: string): string {
  return `${process.getBuiltinModule('node:url').pathToFileURL(path).href}?mode=rw`;
}

/** Throws ENAMETOOLONG: on Linux and macOS a path may be longer than SQLite's. */
export function checkPathLength(path: string): void {
  if (process.platform !== 'win32' && Buffer.byteLength(withoutLinks(path)) > longestPath) {
    throw Object.assign(new Error(`ENAMETOOLONG: SQLite opens no path of more than ${longestPath} bytes, ${path}`), {
      code: 'ENAMETOOLONG',
    });
  }
}

function withoutLinks(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/** The low byte of SQLite's code (sqlite.org/rescode.html); undefined: the error is not SQLite's. */
export function sqliteCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}
