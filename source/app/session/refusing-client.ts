import type { Problem } from '../../domain/problem.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { PetClient } from '../../client/pet-client.js';

/**
 * Stands in for a store whose key cannot be had: nothing is sent, and what waits is kept, as with a key that is
 * refused.
 */
export function createRefusingClient(problem: Problem): PetClient {
  const failed: RequestFailure = { type: 'failed', connection: 'unauthorized', problem };
  return {
    listPage: () => Promise.resolve(failed),
    get: () => Promise.resolve(failed),
    create: () => Promise.resolve({ type: 'unauthorized', problem, forbidden: false }),
    listen: () => Promise.resolve({ wasOpen: false }),
    health: () => Promise.resolve({ honoursKeys: false }),
    close: () => undefined,
  };
}
