/** What Linux says of a folder or file, and of the file system it is on (`statfs`). */
export type FolderFacts = { readonly ino: bigint; readonly birthtimeNs: bigint; readonly type: number };

/** FAT and exFAT, as memory cards and sticks have them. */
const typesWithoutInodes = new Set([0x4d_44, 0x20_11_ba_b0]);

/** Time zones, and their summer time, are apart by multiples of it. */
const quarterHourNs = 15n * 60n * 1_000_000_000n;

/**
 * Tells a folder from its copy: its inode, or, if the kernel makes inodes up anew at each mount, when it was made.
 * That is kept there in local time, in steps of 10 ms, so only its place within a quarter of an hour counts. No program
 * that copies can set it.
 */
export function describeIdentity({ ino, birthtimeNs, type }: FolderFacts): string {
  return typesWithoutInodes.has(type) && birthtimeNs > 0n ? `made ${birthtimeNs % quarterHourNs}` : String(ino);
}

/**
 * Linux's local file systems that keep both a file's inode and when it was made: ext4, XFS, Btrfs, F2FS, ZFS, bcachefs
 * and tmpfs. Of any other (network, FUSE, FAT, overlays of containers) an inode may be made up anew at each mount.
 */
const typesWithLastingFiles = new Set([
  0xef_53, 0x58_46_53_42, 0x91_23_68_3e, 0xf2_f5_20_10, 0x2f_c1_2f_c1, 0xca_45_1a_4e, 0x01_02_19_94,
]);

/**
 * Tells a file from whatever a restore puts in its place: its inode and when it was made, as an inode may be given
 * again. Undefined: neither lasts here. macOS and Windows never give an inode again, and let programs change the time.
 */
export function describeFile(
  { ino, birthtimeNs, type }: FolderFacts,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform !== 'linux') {
    return ino > 0n ? String(ino) : undefined;
  }

  return typesWithLastingFiles.has(type) && birthtimeNs > 0n ? `${ino} ${birthtimeNs}` : undefined;
}
