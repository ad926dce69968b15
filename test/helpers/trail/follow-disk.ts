/** Follows the queue on a disk in memory, which remembers the order of all that was ever published on it. */
import { dirname } from 'node:path/posix';
import type { MemoryFileSystem } from '../memory-file-system.js';
import { type TrailReport, watchTrails } from './check-trail.js';
import type { Circumstances } from './protocol.js';
import { readRecord } from './read-trails.js';

export type DiskTrails = {
  /** A copy of the folder was put back in place: what came since never happened, and the histories go on from there. */
  readonly beginAnew: () => void;
  /** Everything that was found until now. */
  readonly report: () => TrailReport;
};

/** @param disk as it was made: nothing may be published yet. */
export function followDisk(disk: MemoryFileSystem, circumstances: Circumstances = {}): DiskTrails {
  const reports: TrailReport[] = [];
  let seen = 0;
  let watch = watchTrails(circumstances);

  const catchUp = (): void => {
    for (; seen < disk.operations.length; seen += 1) {
      const operation = disk.operations[seen]!;
      if (operation.type !== 'names') {
        continue;
      }

      const { set: name } = operation;
      const set =
        name && dirname(name.path).endsWith('/queue')
          ? readRecord(name.path, (disk.disk.content.get(name.node) ?? '').toString())
          : undefined;
      if (set) {
        watch.take(set);
      }

      // Also into another folder: the record of an import that was not finished keeps its number taken there.
      const gone = operation.unset === undefined ? null : /\/queue\/([1-9]\d*)\.0\.json$/.exec(operation.unset);
      if (gone) {
        watch.forget(Number(gone[1]));
      }
    }
  };

  return {
    beginAnew() {
      // The content of what is gone since is gone as well, so this is called before the copy is put back as well as
      // after.
      catchUp();
      reports.push(watch.report());
      watch = watchTrails(circumstances);
      const kept = [...disk.disk.names].flatMap(([path, node]) => {
        const record = dirname(path).endsWith('/queue')
          ? readRecord(path, (disk.disk.content.get(node) ?? '').toString())
          : undefined;
        return record ? [record] : [];
      });
      for (const record of kept.toSorted((a, b) => a.number - b.number || a.step - b.step)) {
        watch.take(record, { isOrdered: false });
      }
    },
    report() {
      catchUp();
      const all = [...reports, watch.report()];
      return {
        violations: all.flatMap(({ violations }) => violations),
        transitions: all.flatMap(({ transitions }) => transitions),
        records: all.reduce((sum, { records }) => sum + records, 0),
      };
    },
  };
}
