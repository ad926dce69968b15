/** Queues that no profile leads to any more: somebody wrote another address into the configuration. */
import { countText } from '../../text/count-text.js';
import { type Home, storeFolderOf } from '../home.js';
import { findWaitingStores, unknownIdentity } from './change-profiles.js';
import { identityOf } from '../workspace.js';
import { listProfiles, profileOfDemo } from './profiles.js';

/** The animals of one such queue, and the remedy. */
export type Stranded = { readonly folder: string; readonly detail: string; readonly remedy: string };

/** Every such queue in which animals wait. With none, no file of a queue is read. */
export async function findStranded(home: Home): Promise<readonly Stranded[]> {
  const { config, configFile, environment, folders, fileSystem } = home;
  const profiles = [...listProfiles(config, environment), profileOfDemo('')];
  const known = profiles.map((profile) => storeFolderOf(home, profile));
  const stores = await findWaitingStores(folders, fileSystem, { except: known });
  // The address of a queue that cannot be read just now is unknown; a copy of a folder beside it is of a known store.
  const told = new Set([unknownIdentity, ...profiles.map(identityOf)]);
  return stores
    .filter(({ identity }) => !told.has(identity))
    .map(({ folder, identity, waiting }) => {
      const address =
        Object.entries(config.moved ?? {}).find(([, moved]) => moved === identity)?.[0] ??
        identity.replace(/#\d+$/u, '');
      return {
        folder,
        detail: `${countText(waiting, 'animal waits', 'animals wait')} for ${address}, which no profile leads to`,
        remedy:
          `Nothing is sent there. \`petstore profile add NAME --base-url ${address}\` makes a profile of it. ` +
          `If it moved, write that address into ${configFile.path} again, and use ` +
          '`petstore profile move NAME --base-url URL`.',
      };
    });
}
