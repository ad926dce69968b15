import { requireProfile, storeFolderOf } from '../../../app/home.js';
import { createListCache } from '../../../local/list-cache.js';
import { toStorageError } from '../../../local/documents/storage-error.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';

/** `petstore cache clear`: removes what can be fetched again, never what was entered. */
export const run: Run = async (_input, context) => {
  const home = await context.openHome();
  const profile = requireProfile(home);
  const cache = createListCache(home.fileSystem, storeFolderOf(home, profile));
  await cache.clear().catch((error: unknown) => {
    throw toStorageError('The saved lists were not removed', cache.path, error);
  });
  await context.output.print({ json: { cleared: cache.path }, screen: { lines: [] }, rows: { titles: ['cleared'], rows: [[cache.path]] } });
  context.output.say(`The saved lists of ${profile.name} are removed. Queued animals are kept.`);
  return exitCode.done;
};
