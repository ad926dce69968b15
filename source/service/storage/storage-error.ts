/**
 * The database cannot be used at all: not there, not writable, not a database, or made by a newer petstore. The message is
 * one or two sentences for the operator: what happened and what to do.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/**
 * Whether an error says that the database cannot serve just now and may later, without anything being wrong with the request:
 * full disk, lock held too long, server restarting, connection lost. Such a request is answered 503.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }

  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR') {
    // The low byte is the primary result code, the rest says more about it (sqlite.org/rescode.html).
    return typeof errcode === 'number' && transientSqlite.has(errcode & 0xff);
  }

  return (typeof code === 'string' && transientCode.test(code)) || lostConnection.test(error.message);
}

/** BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN. */
const transientSqlite = new Set([5, 6, 7, 8, 10, 13, 14]);

/** Another connection holds a lock on the file. */
export function isSqliteBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;
}

/** PostgreSQL gave up waiting for a row that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57 (operator intervention, which includes time-outs), 58 (system), the single
 * codes for read-only, serialisation, deadlock and lock time-out, and what sockets and resolvers say.
 */
const transientCode = /^(?:(?:08|53|57|58)[0-9A-Z]{3}|25006|40001|40P01|55P03|E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|NOENT))$/;

/** pg gives these no code. */
const lostConnection = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed)|There was an error establishing an SSL connection)/;
