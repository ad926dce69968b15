import { join } from 'node:path';
import { diskFileSystem, type FileSystem } from '../../source/platform/files/file-system.js';
import { createLocalFiles, type LocalFiles } from '../../source/local/local-files.js';

export const testStore = 'https://petstore.example/v1';

/** A store on a folder, ready for use; a second one on the same folder plays another process. */
export async function openStore(
  folder: string,
  options: { fileSystem?: FileSystem; identity?: string } = {},
): Promise<LocalFiles> {
  const store = createLocalFiles({
    folder,
    identity: options.identity ?? testStore,
    machine: 'test',
    fileSystem: options.fileSystem ?? diskFileSystem,
  });
  await store.open();
  await store.makeFolders();
  await store.journal.refresh();
  return store;
}

export function queuePath(folder: string, name: string): string {
  return join(folder, 'queue', name);
}
