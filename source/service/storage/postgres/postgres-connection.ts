import type { PoolClient } from 'pg';
import type { Ask, Database } from '../database.ts';
import { codeOf, ConnectionError, isOutcomeOpen, isReadOnly, OutcomeUnknown } from '../storage-error.ts';

type ConnectionPorts = {
  /** Begins a transaction with its time limits, if the server was not told of them when it was connected to. */
  readonly begin: string | undefined;
  /** Whether statements may be kept by the server under a name, which a pooler would look for on another connection. */
  readonly keepsStatements: boolean;
  readonly writes: boolean;
  /** The milliseconds after which an answer is not waited for any more. */
  readonly patience: number;
  readonly onQuery: ((seconds: number) => void) | undefined;
  readonly onReadOnly: () => void;
  readonly release: (isBroken: boolean) => void;
};

/**
 * Knows the meaning of a failure. A connection whose statement got no answer in time is given up: the next request
 * would wait behind that. So is one to a server that has become read-only: the next is made to whoever takes writes. A
 * failure during a commit is an `OutcomeUnknown`. Undoing never fails: the server does it for a lost connection, and
 * the first failure is the one told.
 */
export function guardConnection(
  client: PoolClient,
  { begin, keepsStatements, writes, patience, onQuery, onReadOnly, release }: ConnectionPorts,
): Omit<Database, 'close'> & { readonly release: () => void } {
  let isBroken = false;

  const send = async <R>(sql: string, values: readonly unknown[], isDeciding: boolean): Promise<readonly R[]> => {
    const { text, name } = prepare(sql);
    const began = performance.now();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(ConnectionError.silent()), patience);
    try {
      const kept = keepsStatements && values.length > 0 && name !== undefined ? { name } : {};
      return (await Promise.race([client.query({ text, values: [...values], ...kept }), late])).rows as R[];
    } catch (raw) {
      const error = raw instanceof TypeError || codeOf(raw) !== undefined ? raw : ConnectionError.lost(raw as Error);
      isBroken ||= isOutcomeOpen(error) || isReadOnly(error);
      if (isReadOnly(error)) {
        onReadOnly();
      }

      throw isDeciding && isOutcomeOpen(error) ? new OutcomeUnknown(error) : error;
    } finally {
      clearTimeout(timer);
      onQuery?.((performance.now() - began) / 1000);
    }
  };

  const transact = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    await send(begin ?? 'begin', [], false);
    try {
      const result = await work((sql, values = []) => send(sql, values, false));
      await send('commit', [], writes);
      return result;
    } catch (error) {
      if (!isBroken) {
        await send('rollback', [], false).catch(() => {
          isBroken = true;
        });
      }

      throw error;
    }
  };

  return {
    ask: (sql, values = []) =>
      begin === undefined
        ? send(sql, values, writes && !sql.startsWith('select '))
        : transact((ask) => ask(sql, values)),
    transact,
    release: () => release(isBroken),
  };
}

type Prepared = { readonly text: string; readonly name: string | undefined };

const statements = new Map<string, Prepared>();

/** A named statement is planned once for each connection; only those that come again and again are worth it. */
function prepare(sql: string): Prepared {
  const known = statements.get(sql);
  if (known !== undefined) {
    return known;
  }

  let parameters = 0;
  const text = sql.replaceAll('?', () => `$${(parameters += 1)}`);
  const isKept = statements.size < 50 && sql.length < 2000;
  const prepared = { text, name: isKept ? `petstore-${statements.size + 1}` : undefined };
  if (isKept) {
    statements.set(sql, prepared);
  }

  return prepared;
}
