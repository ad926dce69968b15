import type { Clock } from '../../platform/time/clock.js';
import type { PetClient } from '../../client/pet-client.js';
import type { Problem } from '../../domain/problem.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';

/** `for-now`: it could not be opened as it should be. */
export type Opened = { readonly type: 'for-good' | 'for-now'; readonly client: PetClient };

/**
 * How long a client opened for now lasts, at first and at most, in milliseconds: each try may open a window that asks
 * to unlock the keychain.
 */
const shortest = 60_000;
const longest = 3_600_000;

/** A client that can be told to open anew. */
export type LazyClient = PetClient & {
  /** The next request opens it again. Requests under way go on as they began. */
  reopen(): void;
};

/**
 * A client that is made at its first request: answers from the saved copy must load no HTTP client and open no
 * keychain. One that could not be made is made anew at the next request.
 */
export function createLazyClient(open: () => Promise<Opened>, clock: Clock): LazyClient {
  const replaced: Promise<PetClient>[] = [];
  let opened: Promise<PetClient> | undefined;
  let lasts = shortest;
  let until = Infinity;

  const openOnce = async (): Promise<PetClient> => {
    const { type, client } = await open();
    if (type === 'for-now') {
      until = clock.uptime() + lasts;
      lasts = Math.min(2 * lasts, longest);
    }

    return client;
  };
  const client = (): Promise<PetClient> => {
    if (clock.uptime() >= until) {
      opened = undefined;
      until = Infinity;
    }

    if (!opened) {
      const opening = openOnce();
      opened = opening;
      // Whoever asked is told. The next one is not to be told of a failure that may be over.
      opening.catch(() => {
        opened = opened === opening ? undefined : opened;
      });
    }

    return opened;
  };
  return {
    listPage: async (...parameters) => (await client()).listPage(...parameters),
    get: async (...parameters) => (await client()).get(...parameters),
    create: async (...parameters) => (await client()).create(...parameters),
    listen: async (...parameters) => (await client()).listen(...parameters),
    health: async (...parameters) => (await client()).health(...parameters),
    reopen: () => {
      replaced.push(...(opened ? [opened] : []));
      opened = undefined;
      until = Infinity;
      lasts = shortest;
    },
    close: () => {
      for (const made of [...replaced, ...(opened ? [opened] : [])]) {
        // A client that could not be opened need not be closed.
        void made.then(
          (client) => client.close(),
          () => undefined,
        );
      }
    },
  };
}

/** Stands in for a store whose key cannot be had: it sends no animal and keeps the queue, as with a refused key. */
export function createRefusingClient(problem: Problem): PetClient {
  const failed: RequestFailure = { type: 'failed', connection: 'unauthorized', problem };
  return {
    listPage: () => Promise.resolve(failed),
    get: () => Promise.resolve(failed),
    create: () => Promise.resolve({ type: 'unauthorized', problem }),
    listen: () => Promise.resolve({ wasOpen: false }),
    health: () => Promise.resolve({ honoursKeys: false }),
    close: () => undefined,
  };
}
