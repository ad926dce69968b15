/** What Linux says of a folder and of the file system it is on (`statfs`). */
export type FolderFacts = { readonly ino: bigint; readonly birthtimeNs: bigint; readonly type: number };

/** FAT and exFAT, as memory cards and sticks have them. */
const typesWithoutInodes = new Set([0x4d_44, 0x20_11_ba_b0]);

/** Time zones, and their summer time, are apart by multiples of it. */
const quarterHourNs = 15n * 60n * 1_000_000_000n;

/**
 * Tells a folder from its copy: its inode, or, where the kernel makes inodes up anew at each mount, when it was made.
 * That is
 * kept there in local time, in steps of 10 ms, so only its place within a quarter of an hour counts. No program that
 * copies can set it.
 */
export function describeIdentity({ ino, birthtimeNs, type }: FolderFacts): string {
  return typesWithoutInodes.has(type) && birthtimeNs > 0n ? `made ${birthtimeNs % quarterHourNs}` : String(ino);
}
