import { hasCode } from './errno.js';
import type { FileSystem } from './file-system.js';

/**
 * Gives a file another name, to make room for a folder. Unlike a rename it never moves a folder, which another process
 * may have made there, and filled, in the same moment. Throws an errno if there are no hard links.
 */
export async function clearAway(fileSystem: FileSystem, path: string, aside: string): Promise<void> {
  for (const step of [() => fileSystem.link(path, aside), () => fileSystem.remove(path)]) {
    try {
      await step();
    } catch (error) {
      if (!hasCode(error, 'ENOENT') && !fileSystem.isFolder(path)) {
        throw error;
      }
    }
  }
}
