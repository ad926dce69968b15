import type { Pet } from '../../source/domain/pet.ts';
import { diskFileSystem } from '../../source/platform/files/file-system.ts';
import { type Clock, systemClock } from '../../source/platform/time/clock.ts';
import { createLocalFiles, type LocalFiles, type LocalFilesOptions } from '../../source/local/local-files.ts';

export const testStore = 'https://petstore.example/v1';

/** The files of a store in a folder, which need not be there. */
export function openFiles(folder: string, options: Partial<Omit<LocalFilesOptions, 'folder'>> = {}): LocalFiles {
  return createLocalFiles({
    folder,
    identity: testStore,
    fileSystem: diskFileSystem,
    clock: systemClock,
    ...options,
  });
}

/** The same, ready for use; a second one on the same folder plays another process. */
export async function openStore(...[folder, options]: Parameters<typeof openFiles>): Promise<LocalFiles> {
  const store = openFiles(folder, options);
  await store.makeFolders();
  await store.queue.refresh();
  return store;
}

/** As a store is known where this animal was sent from here, and listed in time. */
export async function noteOurs(files: LocalFiles, clock: Clock, pet: Pet): Promise<void> {
  await files.makeFolders();
  await files.knowledge.keep(() => ({
    ours: [{ ...pet, boot: clock.boot(), uptime: 0, isListed: true }],
    isPrompt: true,
  }));
}
