import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { isOutcomeOpen, isReadOnly, isTimeout, OutcomeUnknown } from '../storage-error.js';

/** What becomes of a connection that is given back. */
export type Fate =
  /** The next one may have it. */
  | 'whole'
  /** Nothing can be asked of it any more. */
  | 'broken'
  /** The server has not answered its last question, and may still be at it. */
  | 'silent';

/** How a connection is used, and who is told what. */
export type ConnectionPorts = {
  /**
   * Statements that begin a transaction with its time limits, where the server was not told of them when it was
   * connected to.
   */
  readonly begin: string | undefined;
  /** Whether statements may be kept by the server under a name, which a pooler would look for on another connection. */
  readonly keepsStatements: boolean;
  /** Whether what is asked outside of a transaction may change anything. */
  readonly writes: boolean;
  readonly onReadOnly: () => void;
  readonly release: (fate: Fate) => void;
};

/**
 * A connection as Kysely takes it, which knows what a failure means for itself and for what was being written:
 *
 * - one whose statement got no answer in time is not handed to the next request, which would wait behind that
 *   statement;
 * - one to a server that has become read-only is given up, so that the next connection is made to whoever takes writes
 *   by then;
 * - a failure while a write is being committed is an `OutcomeUnknown`, as nobody can tell on which side of the commit
 *   it came;
 * - undoing a transaction never fails: the server undoes what a lost connection left, and what went wrong before it is
 *   what is told.
 */
export function guardConnection(
  client: PoolClient,
  { begin, keepsStatements, writes, onReadOnly, release }: ConnectionPorts,
): PostgresPoolClient {
  let fate: Fate = 'whole';
  let isInside = false;

  const ask = async <R>(
    sql: string,
    parameters: readonly unknown[],
    isDeciding: boolean,
  ): Promise<PostgresQueryResult<R>> => {
    try {
      const name = keepsStatements && parameters.length > 0 ? toName(sql) : undefined;
      return (await client.query({
        text: sql,
        values: [...parameters],
        ...(name === undefined ? {} : { name }),
      })) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      if (isTimeout(error)) {
        fate = 'silent';
      } else if (isOutcomeOpen(error)) {
        fate = 'broken';
      } else if (isReadOnly(error)) {
        fate = 'broken';
        onReadOnly();
      }

      throw isDeciding && isOutcomeOpen(error) ? new OutcomeUnknown(error) : error;
    }
  };

  const steps = {
    async begin<R>(): Promise<PostgresQueryResult<R>> {
      const result = await ask<R>(begin ?? 'begin', [], false);
      isInside = true;
      return result;
    },
    commit: <R>(): Promise<PostgresQueryResult<R>> => ask<R>('commit', [], writes).finally(() => (isInside = false)),
    async rollback<R>(): Promise<PostgresQueryResult<R>> {
      isInside = false;
      if (fate === 'whole') {
        await ask('rollback', [], false).catch(() => {
          fate = fate === 'whole' ? 'broken' : fate;
        });
      }

      return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    },
  };

  const inTransaction = async <R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    await steps.begin();
    try {
      const result = await ask<R>(sql, parameters, false);
      await steps.commit();
      return result;
    } catch (error) {
      await steps.rollback();
      throw error;
    }
  };

  const query = <R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    if (sql === 'begin' || sql === 'commit' || sql === 'rollback') {
      return steps[sql]<R>();
    }

    return isInside || begin === undefined
      ? ask<R>(sql, parameters, writes && !isInside && !sql.startsWith('select '))
      : inTransaction<R>(sql, parameters);
  };
  return { query: query as PostgresPoolClient['query'], release: () => release(fate) };
}

/** The statements that the server is asked to keep, under their names. */
const names = new Map<string, string>();

/**
 * Planned once for each connection. Few are worth it: those that come again and again; a bulk of rows, say, never does.
 */
function toName(sql: string): string | undefined {
  const name = names.get(sql) ?? (names.size < 50 && sql.length < 2000 ? `petstore-${names.size + 1}` : undefined);
  if (name !== undefined) {
    names.set(sql, name);
  }

  return name;
}
