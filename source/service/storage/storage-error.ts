import { sqliteCodeOf } from '../../platform/concurrency/open-sqlite.ts';

/** It cannot be used at all. The message is one or two sentences for the operator: what happened and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Lost while it committed a write, which may be there or not: that failure is no proof that it had no effect. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super('The database was lost before it confirmed a write.', { cause });
  }
}

/** The database answers, but would not take the next write. The message is a phrase for the operator. */
export class NotWritable extends Error {
  override readonly name = 'NotWritable';
}

/**
 * Failures of the way to PostgreSQL that have no code of their own, each with the SQLSTATE of its meaning. All errors
 * of the server have one, and all of sockets an errno: an error of the client library with neither is one of these.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  readonly code: string;

  private constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }

  /** Connection_failure: it ended while somebody waited for an answer. */
  static lost = (cause: Error): ConnectionError => new ConnectionError('08006', cause.message, cause);
  /** Sqlclient_unable_to_establish_sqlconnection. */
  static notMade = (cause: Error): ConnectionError => new ConnectionError('08001', cause.message, cause);
  /** Transaction_resolution_unknown: no answer came in time; the server may still be working on it. */
  static silent = (): ConnectionError => new ConnectionError('08007', 'the database has not answered in time');
  /** Too_many_connections: every one of a pool stayed in use for as long as a request may wait for one. */
  static allInUse = (cause: Error): ConnectionError => new ConnectionError('53300', cause.message, cause);
}

/** It may serve later (full disk, lock, restart, lost connection): such a request is answered 503. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof NotWritable) {
    return true;
  }

  const sqlite = sqliteCodeOf(error);
  return sqlite === undefined ? transientCode.test(codeOf(error) ?? '') : transientSqlite.has(sqlite);
}

/** BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN. */
const transientSqlite = new Set([5, 6, 7, 8, 10, 13, 14]);

/** Another connection holds a lock on the file. */
export const isSqliteBusy = (error: unknown): boolean => sqliteCodeOf(error) === 5;

/** The file is damaged, or no database: no write makes it right. */
export const isSqliteDamaged = (error: unknown): boolean => [11, 26].includes(sqliteCodeOf(error) ?? 0);

/** PostgreSQL does not take writes (any more): a standby, or set to read only. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** PostgreSQL had no room on its disk. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** Said of a database, or a file, on a full disk, where SQLite and PostgreSQL undo a transaction. */
export const diskFullWords =
  'cannot be written, because its disk is full. Nothing was changed, and all that was saved is kept. ' +
  'Make room and try again.';

/** PostgreSQL undid a transaction because of another one's: done again it may go through. */
export const isConflict = (error: unknown): boolean => /^40(?:001|P01)$/.test(codeOf(error) ?? '');

/** It may have been done: no answer in time, connection lost, server ended (57P0x), or unknown (40003, 08007). */
export const isOutcomeOpen = (error: unknown): boolean => openCode.test(codeOf(error) ?? '');

const openCode = /^(?:08[0-9A-Z]{3}|40003|57P0\d|E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH))$/;

/** A SQLSTATE, or an errno in words. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** SQLSTATE classes 08, 53 (resources), 57 (operator, time-outs) and 58 (system), single codes, and sockets. */
const transientCode = new RegExp(
  '^(?:(?:08|53|57|58)[0-9A-Z]{3}|25006|40001|40003|40P01|55P03|' +
    'E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|NOENT))$',
);
