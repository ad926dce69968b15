import type { Snapshot } from './api.js';

/** The one snapshot, who watches it, and the one way to change it. */
export type SnapshotSource = {
  readonly snapshot: () => Snapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes changes in and tells everybody, unless nothing differs. */
  readonly update: (patch: Partial<Snapshot>) => void;
};

/** Listeners are called after the snapshot was replaced. */
export function createSnapshotSource(initial: Snapshot): SnapshotSource {
  const listeners = new Set<() => void>();
  let snapshot = initial;
  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(patch) {
      const keys = Object.keys(patch) as (keyof Snapshot)[];
      if (keys.every((key) => snapshot[key] === patch[key])) {
        return;
      }

      snapshot = { ...snapshot, ...patch };
      for (const listener of listeners) {
        listener();
      }
    },
  };
}
