import { makeFolder } from '../platform/files/make-folder.js';
import type { Home } from './home.js';
import { listProfiles } from './profiles/profiles.js';

/** The home of an app that stays open: this program changes its configuration, and so may others. */
export type LiveHome = ReturnType<typeof createLiveHome>;

/** Follows a home from here on. */
export function createLiveHome(opened: Home) {
  let home = opened;
  /** How many changes of ours are under way. The file may meanwhile be older than the screen. */
  let changing = 0;
  let look = (): void => undefined;

  const reloadDamaged = async (): Promise<void> => {
    home = home.damage ? await home.reload() : home;
  };
  return {
    /** As it was read last. */
    get now(): Home {
      return home;
    },
    reloadDamaged,
    /** Carries out a change of the configuration. One that could not be read may have been corrected meanwhile. */
    async change(work: () => Promise<unknown>): Promise<void> {
      changing += 1;
      try {
        await reloadDamaged();
        await work();
        home = await home.reload();
      } finally {
        changing -= 1;
        look();
      }
    },
    /** Reads it again, unless it holds a mistake by now. */
    async reload(): Promise<void> {
      try {
        const now = await home.reload();
        listProfiles(now.config, now.environment);
        home = now;
      } catch {
        // A mistake that was written meanwhile: the values read before are told.
      }
    },
    /** Calls back after another program changed the configuration; returns the way to stop. */
    watch(changed: () => void): () => void {
      const { fileSystem, folders } = opened;
      const isStopped = new AbortController();
      const lookNow = async (): Promise<void> => {
        // In the middle of being edited by hand it may hold a mistake, and is as it was before.
        const next = await home.reload().catch(() => undefined);
        if (next !== undefined && changing === 0 && !isStopped.signal.aborted) {
          home = next;
          changed();
        }
      };
      look = () => void lookNow();
      let stop = (): void => undefined;
      // A folder that is not there cannot be watched.
      void makeFolder(fileSystem, folders.config)
        .catch(() => undefined)
        .then(() => {
          stop = isStopped.signal.aborted ? stop : fileSystem.watch(folders.config, () => look());
        });
      return () => {
        isStopped.abort();
        look = () => undefined;
        stop();
      };
    },
  };
}
