import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client';
import type { LastBackup } from '../storage/upkeep-notes.ts';

/** What the metrics of a store's upkeep are read from. */
export type UpkeepPorts = {
  readonly lastBackup: () => Promise<LastBackup>;
  /** In bytes; undefined: the database is on a server, whose disk is not seen from here. */
  readonly diskFree: () => number | undefined;
};

/** Below the 10 s that Prometheus waits for a scrape, in milliseconds. */
const answersWithin = 5000;

/** Asked at each scrape, which waits for it. Without an answer it has the value `late`, or else the last one. */
export function createAskedGauges(registers: Registry<OpenMetricsContentType>[]) {
  return (name: string, help: string, read: () => Promise<number>, late?: number): void => {
    let known: number | undefined;
    new Gauge({
      name: `petstore_${name}`,
      help,
      registers,
      async collect() {
        const answer = read().catch(() => undefined);
        const tooLate = delay(answersWithin, undefined, { ref: false });
        known = (await Promise.race([answer, tooLate])) ?? late ?? known;
        if (known === undefined) {
          // It would be 0, which is an alarm.
          this.remove();
        } else {
          this.set(known);
        }
      },
    });
  };
}

/** Times are in seconds since 1970. */
export function watchUpkeep(gauge: ReturnType<typeof createAskedGauges>, { lastBackup, diskFree }: UpkeepPorts): void {
  const when = async (): Promise<number> => (await lastBackup()).at / 1000;
  gauge('backup_timestamp_seconds', 'When the newest backup was made, or 0.', when);
  gauge('backup_animals', 'How many animals the newest backup holds.', async () => (await lastBackup()).animals);
  if (diskFree() !== undefined) {
    gauge('database_disk_free_bytes', 'Room on the disk of the SQLite file.', () => Promise.try(() => diskFree() ?? 0));
  }
}
