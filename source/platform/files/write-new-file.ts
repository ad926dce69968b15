import { open, unlink } from 'node:fs/promises';

/**
 * Writes a file that is not there yet, durably, or leaves none. Fails with EEXIST where there is one: what somebody
 * else wrote is never lost.
 */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
