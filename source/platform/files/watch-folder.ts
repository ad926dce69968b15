import { type FSWatcher, statfsSync, watch } from 'node:fs';

/** How often it is looked what changed in a folder that the system does not watch for us, in milliseconds. */
const unwatchedMs = 3000;

/** The file systems of which other machines are part, by Linux's numbers: NFS, SMB (three of them), 9P, FUSE, Ceph. */
const networkTypes: readonly number[] = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400];

/** Whether other machines may change a folder, which the system does not tell. */
export function isOfNetwork(folder: string): boolean {
  return process.platform === 'linux' && networkTypes.includes(statfsSync(folder).type >>> 0);
}

/** Calls back after something changed in a folder; returns the way to stop. */
export function watchFolder(folder: string, changed: () => void): () => void {
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lookNowAndThen = (): void => {
    timer ??= setInterval(changed, unwatchedMs).unref();
  };
  try {
    watcher = watch(folder, { persistent: false }, changed);
    // Handles may run out later too.
    watcher.on('error', () => {
      watcher?.close();
      lookNowAndThen();
    });
    if (isOfNetwork(folder)) {
      lookNowAndThen();
    }
  } catch {
    lookNowAndThen();
  }

  return () => {
    watcher?.close();
    clearInterval(timer);
  };
}
