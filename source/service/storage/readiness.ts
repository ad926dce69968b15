import type { Clock } from '../../platform/time/clock.ts';

/**
 * Whether the next animal could be committed; rejects if not. Asked once for all who ask meanwhile, and kept for a
 * while: probes need no key, so that they must not become work for the database.
 */
export function createReadiness(ping: () => Promise<void>, clock: Pick<Clock, 'uptime'>, keptFor: number) {
  let asked: Promise<void> | undefined;
  let keptUntil = 0;
  return (): Promise<void> => {
    if (asked === undefined || clock.uptime() >= keptUntil) {
      keptUntil = Infinity;
      asked = ping().finally(() => {
        keptUntil = clock.uptime() + keptFor;
      });
    }

    return asked;
  };
}
