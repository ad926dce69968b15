import { createPetClient, type PetClientOptions } from '../../../source/client/pet-client.ts';
import { createLocalFiles } from '../../../source/local/local-files.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import type { Engine } from '../../../source/sync/api.ts';
import { createEngine } from '../../../source/sync/engine.ts';

/** An engine on the disk, with a queue in a folder of its own. */
export function openEngine(
  folder: string,
  client: Pick<PetClientOptions, 'baseUrl' | 'apiKey'> & Partial<PetClientOptions>,
): Engine {
  return createEngine({
    local: createLocalFiles({
      folder,
      identity: client.baseUrl,
      fileSystem: diskFileSystem,
      clock: systemClock,
    }),
    client: createPetClient({ userAgent: 'petstore-bench', clock: systemClock, ...client }),
    clock: systemClock,
    random: Math.random,
    credential: 'bench',
    idempotency: 'auto',
    process: 'bench',
    settleMs: 60_000,
    refreshMs: 60_000,
  });
}
