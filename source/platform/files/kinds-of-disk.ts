import { type FSWatcher, statfsSync, watch } from 'node:fs';

/** What Linux says of a folder or file, and of the file system it is on (`statfs`). */
type FolderFacts = { readonly ino: bigint; readonly birthtimeNs: bigint; readonly type: number };

/**
 * What tells a folder from its copy. `name`: its inode, with when it was made where both are kept. `isLasting`: the folder
 * keeps it, and no other one is ever given it.
 */
export type FolderIdentity = { readonly name: string; readonly isLasting: boolean };

/** Without a time beside it an inode may be given again, on another disk at least, or at each mount (FAT, FUSE). */
export function describeFolder(facts: FolderFacts): FolderIdentity {
  const file = describeFile(facts);
  return file?.includes(' ') ? { name: file, isLasting: true } : { name: String(facts.ino), isLasting: false };
}

/**
 * Linux's local file systems that keep both a file's inode and when it was made: ext4, XFS, Btrfs, F2FS, ZFS, bcachefs
 * and tmpfs. Of any other (network, FUSE, FAT, overlays of containers) an inode may be made up anew at each mount.
 */
const typesWithLastingFiles = new Set([
  0xef_53, 0x58_46_53_42, 0x91_23_68_3e, 0xf2_f5_20_10, 0x2f_c1_2f_c1, 0xca_45_1a_4e, 0x01_02_19_94,
]);

/**
 * Whether the system tells when a file was made. Before Linux 4.11, as on some network storages, and in containers that
 * forbid its newer call, Node takes the last change for that, and a folder would be another one after each. There it does
 * so of `/proc` too, which keeps no such time.
 */
export function tellsBirths(proc: Pick<FolderFacts, 'birthtimeNs'> | undefined): boolean {
  return proc === undefined || proc.birthtimeNs === 0n;
}

/** An inode may be given again, so its time counts too. macOS and Windows never give one again. */
export function describeFile({ ino, birthtimeNs, type }: FolderFacts, platform = process.platform): string | undefined {
  if (platform !== 'linux') {
    return ino > 0n ? String(ino) : undefined;
  }

  return typesWithLastingFiles.has(type) && birthtimeNs > 0n ? `${ino} ${birthtimeNs}` : undefined;
}

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
