import type { Problem } from '../../domain/problem.js';
import type { Failure } from '../../client/outcomes/outcomes.js';
import type { Remote } from '../../client/client.js';

/** Stands in for a store whose key cannot be had: nothing is sent, and what waits is kept, as with a key that is refused. */
export function createRefusingRemote(problem: Problem): Remote {
  const failed: Failure = { type: 'failed', connection: 'unauthorized', problem };
  return {
    listPage: () => Promise.resolve(failed),
    get: () => Promise.resolve(failed),
    create: () => Promise.resolve({ type: 'unauthorized', problem, forbidden: false }),
    health: () => Promise.resolve({ honoursKeys: false }),
    close: () => undefined,
  };
}
