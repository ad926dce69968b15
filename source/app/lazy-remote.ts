import type { Remote } from '../remote/remote.js';

/** A remote that is made at its first request: what is answered from the saved copy must not load an HTTP client. */
export function createLazyRemote(open: () => Promise<Remote>): Remote {
  let opened: Promise<Remote> | undefined;
  const remote = () => (opened ??= open());
  return {
    listPage: async (...parameters) => (await remote()).listPage(...parameters),
    get: async (...parameters) => (await remote()).get(...parameters),
    create: async (...parameters) => (await remote()).create(...parameters),
    health: async (...parameters) => (await remote()).health(...parameters),
    close: () => {
      void opened?.then((made) => made.close());
    },
  };
}
