import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** The longest time, in seconds, for which something did not happen. */
export type Pauses = {
  /** Begins to count anew. */ readonly reset: () => void;
  readonly longest: () => number;
  readonly happened: () => void;
};

export function watchPauses(): Pauses {
  let last = performance.now();
  let most = 0;
  const longest = (): number => Math.max(most, performance.now() - last) / 1000;
  return {
    reset() {
      last = performance.now();
      most = 0;
    },
    longest,
    happened() {
      most = 1000 * longest();
      last = performance.now();
    },
  };
}

/**
 * Adds a row again and again on whichever server takes it, with the client library alone: the length of its pauses is
 * the database's own, and no service on it can do better.
 */
export async function watchBareWrites(addresses: readonly string[], signal: AbortSignal): Promise<Pauses> {
  const pauses = watchPauses();
  const connect = async (connectionString: string): Promise<Client> => {
    const client = new Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: 60_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const writeUntilLost = async (address: string): Promise<void> => {
    const client = await connect(address);
    try {
      while (!signal.aborted) {
        await client.query('insert into bare_writes default values');
        pauses.happened();
        await delay(20);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const goOn = async (): Promise<void> => {
    while (!signal.aborted) {
      for (const address of addresses) {
        await writeUntilLost(address).catch(() => undefined);
      }

      await delay(20);
    }
  };

  for (const address of addresses) {
    const made = await connect(address).then(async (client) => {
      const done = await client.query('create table bare_writes (id bigint generated always as identity)').then(
        () => true,
        () => false,
      );
      await client.end();
      return done;
    });
    if (made) {
      break;
    }
  }

  void goOn();
  return pauses;
}
