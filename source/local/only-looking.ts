import type { ChangeLog } from './change-log.js';
import type { NewerDocument } from './documents/document.js';
import type { Footprints } from './footprints.js';
import type { ListCache } from './list-cache.js';

/** The writes of a mere look. */
type Written = {
  readonly cache: ListCache;
  readonly changeLog: ChangeLog;
  readonly footprints: Footprints;
  readonly newer: () => NewerDocument | undefined;
  readonly makeFolders: () => Promise<void>;
};

/**
 * The local files for a command that only looks: its findings are not saved, so that it works also in a folder that
 * cannot be written.
 */
export function onlyLooking<Files extends Written>(files: Files): Files {
  return {
    ...files,
    cache: { ...files.cache, write: () => Promise.resolve() },
    changeLog: { ...files.changeLog, append: () => Promise.resolve() },
    footprints: { ...files.footprints, keep: () => Promise.resolve(), noteBoot: () => Promise.resolve() },
    makeFolders: () => {
      const newer = files.newer();
      return newer ? Promise.reject(newer) : Promise.resolve();
    },
  };
}
