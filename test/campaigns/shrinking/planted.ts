/**
 * Rules that are broken on purpose, each at a port of the engine: what a search for bad stories must find.
 */
import type { PetClient } from '../../../source/client/pet-client.js';
import type { Planted, StoryOptions } from './story.js';

/** A new key for each request. Nobody hears of it but the store. */
function renewKeys(client: PetClient): PetClient {
  let count = 0;
  return { ...client, create: (body, key, ...rest) => client.create(body, `${key} ${(count += 1)}`, ...rest) };
}

/** What was lost on the way counts as not sent. */
function takeLossForNothing(client: PetClient): PetClient {
  return {
    ...client,
    async create(...given) {
      const outcome = await client.create(...given);
      return outcome.type === 'unknown'
        ? { type: 'not-sent', problem: outcome.problem, connection: 'offline' }
        : outcome;
    },
  };
}

/** `seed`: where to begin so that it is found soon; the long tier begins anywhere. */
export type PlantedFault = {
  readonly what: string;
  readonly seed: number;
  readonly keys?: NonNullable<StoryOptions['keys']>;
  readonly planted: Planted;
};

export const plantedFaults: readonly PlantedFault[] = [
  { what: 'an answer that was lost counts as not sent', seed: 26, planted: { client: takeLossForNothing } },
  {
    what: 'sending again takes a new key, although keys are honoured',
    seed: 12,
    keys: 'honoured',
    planted: { client: renewKeys },
  },
  { what: 'a queue that was put back is not noticed', seed: 13, planted: { isUnmarked: true } },
  { what: "another tenant's key is not noticed", seed: 4, planted: { knowsOneKey: true } },
];
