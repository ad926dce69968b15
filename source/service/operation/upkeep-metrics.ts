import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client';
import type { LastUpkeep, NotedUpkeep } from '../storage/upkeep-notes.js';

/** What the metrics of a store's upkeep are read from. */
export type UpkeepPorts = {
  readonly lastUpkeep: (action: NotedUpkeep) => Promise<LastUpkeep>;
  /** In bytes; undefined: the database is on a server, whose disk is not seen from here. */
  readonly diskFree: () => number | undefined;
};

/** Below the 10 s that Prometheus waits for a scrape, in milliseconds. */
const answersWithin = 5000;

/** Asked at each scrape; while the database is away, the last answer stays. Times are in seconds since 1970. */
export function watchUpkeep(
  registers: Registry<OpenMetricsContentType>[],
  { lastUpkeep, diskFree }: UpkeepPorts,
): void {
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    let known: number | undefined;
    new Gauge({
      name: `petstore_${name}`,
      help,
      registers,
      async collect() {
        const late = delay(answersWithin, undefined, { ref: false });
        known = (await Promise.race([read().catch(() => undefined), late])) ?? known;
        if (known === undefined) {
          // It would be 0, which is an alarm.
          this.remove();
        } else {
          this.set(known);
        }
      },
    });
  };
  gauge('backup_timestamp_seconds', 'When the newest backup was made, or 0.', async () => {
    const { at } = await lastUpkeep('backup');
    return at / 1000;
  });
  gauge('backup_animals', 'How many animals the newest backup holds.', async () => {
    const { animals } = await lastUpkeep('backup');
    return animals;
  });
  gauge('restore_trial_timestamp_seconds', 'When a backup was last restored on trial, or 0.', async () => {
    const { at } = await lastUpkeep('restore trial');
    return at / 1000;
  });
  if (diskFree() !== undefined) {
    gauge('database_disk_free_bytes', 'Room on the disk of the SQLite file.', () => Promise.try(() => diskFree() ?? 0));
  }
}
