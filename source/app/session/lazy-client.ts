import type { Clock } from '../../platform/time/clock.js';
import type { Remote } from '../../client/client.js';

/** `for-now`: it could not be opened as it should be. */
export type Opened = { readonly type: 'for-good' | 'for-now'; readonly remote: Remote };

/** How long what was opened for now lasts, at first and at most, in milliseconds: each try may open a window that asks to unlock the keychain. */
const shortest = 60_000;
const longest = 3_600_000;

/** A remote that can be told to open anew. */
export type LazyRemote = Remote & {
  /** The next request opens it again. What is under way goes on as it began. */
  reopen(): void;
};

/**
 * A remote that is made at its first request: what is answered from the saved copy must load no HTTP client and open no keychain.
 * One that could not be made is made anew at the next request.
 */
export function createLazyRemote(open: () => Promise<Opened>, clock: Clock): LazyRemote {
  const replaced: Promise<Remote>[] = [];
  let opened: Promise<Remote> | undefined;
  let lasts = shortest;
  let until = Infinity;

  const openOnce = async (): Promise<Remote> => {
    const { type, remote } = await open();
    if (type === 'for-now') {
      until = clock.uptime() + lasts;
      lasts = Math.min(2 * lasts, longest);
    }

    return remote;
  };
  const remote = (): Promise<Remote> => {
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
    listPage: async (...parameters) => (await remote()).listPage(...parameters),
    get: async (...parameters) => (await remote()).get(...parameters),
    create: async (...parameters) => (await remote()).create(...parameters),
    health: async (...parameters) => (await remote()).health(...parameters),
    reopen: () => {
      replaced.push(...(opened ? [opened] : []));
      opened = undefined;
      until = Infinity;
      lasts = shortest;
    },
    close: () => {
      for (const made of [...replaced, ...(opened ? [opened] : [])]) {
        // What could not be opened needs no closing.
        void made.then((remote) => remote.close(), () => undefined);
      }
    },
  };
}
