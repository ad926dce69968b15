import type { Pet } from '../../source/domain/pet.ts';
import { diskFileSystem, type FileSystem } from '../../source/platform/files/file-system.ts';
import { type Clock, systemClock } from '../../source/platform/time/clock.ts';
import { createLocalFiles, type LocalFiles } from '../../source/local/local-files.ts';

export const testStore = 'https://petstore.example/v1';

/** A store on a folder, ready for use; a second one on the same folder plays another process. */
export async function openStore(
  folder: string,
  options: { fileSystem?: FileSystem; identity?: string; clock?: Clock } = {},
): Promise<LocalFiles> {
  const store = createLocalFiles({
    folder,
    identity: options.identity ?? testStore,
    fileSystem: options.fileSystem ?? diskFileSystem,
    clock: options.clock ?? systemClock,
  });
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
