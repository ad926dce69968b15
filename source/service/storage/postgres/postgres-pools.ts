/** Two pools, so that reading goes on while writes hang. Every wait has an end: a request gets its 503. */
import { Pool, type ClientBase, type PoolClient } from 'pg';
import { readPostgresAddress, type TargetSession } from './postgres-engine.ts';
import { guardConnection } from './postgres-connection.ts';
import type { Ask, Database } from '../database.ts';
import { codeOf, ConnectionError, DatabaseError } from '../storage-error.ts';

/** A request's longest waits, in ms: a connection, a lock, a statement by the server's clock and by ours. */
const limits = { connection: 3000, lock: 2000, statement: 10_000, answer: 12_000 };
const most = 10;

/** For how many milliseconds a request waits for a connection at most, or for what others write before it. */
export const patience = limits.connection;

/** Told to a server as a connection begins; poolers such as pgbouncer refuse them there. */
const startupLimits = { lock_timeout: limits.lock, statement_timeout: limits.statement };

/** Told to a pooler instead, with `begin`: a session's settings would stay with another client's there. */
const transactionLimits =
  `begin; set local lock_timeout = ${limits.lock}; ` + `set local statement_timeout = ${limits.statement}`;

type Server = {
  readonly address: string;
  /** False from when a pooler refused them. */
  takesLimits: boolean;
  isPooled: boolean;
};

/** The connections to a server, and how many of them are in use: their number counts those that are being made too. */
type Place = { readonly pool: Pool; taken: number };

type Cluster = {
  readonly servers: readonly Server[];
  readonly target: TargetSession;
  /** Connections of an earlier age are given up. */
  age: number;
  preferred: number;
  readonly onLostConnection: (error: Error) => void;
  readonly onQuery: ((seconds: number) => void) | undefined;
};

function renew(cluster: Cluster): void {
  cluster.age += 1;
  cluster.preferred = (cluster.preferred + 1) % cluster.servers.length;
}

/** `onLostConnection`: told when one breaks, in use or idle, which must not end the process. Throws a DatabaseError. */
export function openPostgresPools(
  address: string,
  onLostConnection: (error: Error) => void,
  onQuery?: (seconds: number) => void,
) {
  const read = readPostgresAddress(address);
  if ('problem' in read) {
    throw new DatabaseError(`The address of the database cannot be used: ${read.problem}.`);
  }

  const servers = read.servers.map((one): Server => ({ address: one, takesLimits: true, isPooled: true }));
  const cluster: Cluster = { servers, target: read.target, age: 0, preferred: 0, onLostConnection, onQuery };
  return {
    reads: openPool(cluster, false),
    writes: openPool(cluster, true),
    /** This one does not take writes any more: every connection is given up once it is free. */
    renew: (): void => renew(cluster),
  };
}

/** The number of the server's process that a connection is to; not in the types of the library. */
function processOf(client: ClientBase): number | undefined {
  return (client as ClientBase & { readonly processID?: number }).processID;
}

function openPool(cluster: Cluster, writes: boolean) {
  const { servers } = cluster;
  const places = new Map<string, Place>();
  const ages = new WeakMap<PoolClient, number>();
  const placeOf = (server: Server): Place => {
    const key = `${server.address} ${server.takesLimits}`;
    const place = places.get(key) ?? { pool: createPool(server, cluster), taken: 0 };
    places.set(key, place);
    return place;
  };

  const connectTo = async (server: Server): Promise<readonly [PoolClient, free: (destroy: boolean) => void]> => {
    for (;;) {
      const { takesLimits } = server;
      const place = placeOf(server);
      try {
        const client = await place.pool.connect();
        place.taken += 1;
        const free = (destroy: boolean): void => {
          place.taken -= 1;
          client.release(destroy);
        };
        const since = ages.get(client) ?? cluster.age;
        ages.set(client, since);
        if (since === cluster.age) {
          return [client, free];
        }

        free(true);
      } catch (raw) {
        const error = raw as Error;
        if (takesLimits && /unsupported startup parameter/.test(String(error))) {
          server.takesLimits = false;
        } else if (codeOf(error) === undefined) {
          throw place.taken >= most ? ConnectionError.allInUse(error) : ConnectionError.notMade(error);
        } else {
          throw error;
        }
      }
    }
  };

  const guard = (client: PoolClient, free: (destroy: boolean) => void, { takesLimits, isPooled }: Server) =>
    guardConnection(client, {
      writes,
      patience: limits.answer,
      keepsStatements: !isPooled,
      begin: takesLimits ? undefined : transactionLimits,
      onQuery: cluster.onQuery,
      onReadOnly: () => renew(cluster),
      release: (isBroken) => free(isBroken || ages.get(client) !== cluster.age),
    });

  const connect = async () => {
    const failures: Error[] = [];
    for (const server of [...servers.slice(cluster.preferred), ...servers.slice(0, cluster.preferred)]) {
      try {
        const [client, free] = await connectTo(server);
        cluster.preferred = servers.indexOf(server);
        return guard(client, free, server);
      } catch (error) {
        failures.push(error as Error);
        // Its connections are all in use: another server would be another database.
        if (codeOf(error) === '53300') {
          break;
        }
      }
    }

    throw toConnectError(failures);
  };

  const withConnection = async <T>(work: (connection: Omit<Database, 'close'>) => Promise<T>): Promise<T> => {
    const connection = await connect();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };

  return {
    ask: <R>(...question: Parameters<Ask>) => withConnection(({ ask }) => ask<R>(...question)),
    transact: <T>(work: (ask: Ask) => Promise<T>) => withConnection(({ transact }) => transact(work)),
    close: async (): Promise<void> => void (await Promise.all([...places.values()].map(({ pool }) => pool.end()))),
  };
}

function createPool(server: Server, { target, onLostConnection }: Cluster): Pool {
  const pool = new Pool({
    connectionString: server.address,
    application_name: 'petstore',
    max: most,
    connectionTimeoutMillis: limits.connection,
    ...(server.takesLimits ? startupLimits : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Awaited, whatever its type says: a connection that it refuses is closed and its error is the request's.
    // oxlint-disable-next-line typescript/no-misused-promises -- see above
    onConnect: (client: ClientBase) => meet(client, server, target),
  });
  // The pool listens to a connection only while it is idle. One that breaks between two statements of a request tells
  // so as an `error` of its own, which without a listener would end the process with every restart of the database.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  // The connection itself told already of its end while idle.
  pool.on('error', () => undefined);
  return pool;
}

/** Whether the server will do, and whether a pooler is between, which gives numbers of its own to connections. */
async function meet(client: ClientBase, server: Server, target: TargetSession): Promise<void> {
  const text = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as fixed,
    pg_backend_pid() as pid`;
  const question = { text, query_timeout: limits.connection };
  const [answer] = (await client.query<{ standby: boolean; fixed: boolean; pid: number }>(question)).rows;
  server.isPooled = answer?.pid !== processOf(client);
  if (target !== 'any' && (answer?.standby === true || (answer?.fixed === true && target === 'read-write'))) {
    throw Object.assign(new Error(answer.standby ? 'it is a standby' : 'it is read-only'), { code: '25006' });
  }
}

function toConnectError(failures: readonly Error[]): Error {
  const [first = new Error('no server')] = failures;
  return failures.length < 2
    ? first
    : Object.assign(new Error(failures.map(({ message }) => message).join('; '), { cause: first }), { code: '08001' });
}
