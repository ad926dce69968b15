import { fileURLToPath } from 'node:url';
import { processorTime } from './processor-time.ts';
import { startNode, type Load, type Side } from './side.ts';

export type Settings = { readonly seconds: number; readonly rounds: number; readonly connections: number };

/**
 * What one side did in one round: requests a second, the milliseconds within which half and 99 of 100 were answered, and
 * those of processor time that each cost.
 */
export type Rate = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly cost: number };

/** Of each side, by round. */
export type Rates = readonly (readonly Rate[])[];

/**
 * Sends every side its load, one side after the other and round after round, so that whatever else the machine does
 * meets all of them alike. A first, short round only warms them up.
 *
 * @throws {Error} where a side answers anything but 2xx: such a rate says nothing
 */
export async function measure(sides: readonly Side[], { seconds, rounds, connections }: Settings): Promise<Rates> {
  const rates: Rate[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ofRound: Rate[] = [];
    for (const { name, load, pid, database } of sides) {
      const before = processorTime(pid, database);
      const { perSecond, p50, p99, wrong } = await send({ ...load, seconds: round === 0 ? 1 : seconds, connections });
      if (wrong > 0 || perSecond === 0) {
        throw new Error(`${name} failed ${wrong} requests of ${load.method ?? 'GET'} ${load.url}`);
      }

      ofRound.push({ perSecond, p50, p99, cost: (processorTime(pid, database) - before) / (perSecond * seconds) });
    }

    rates.push(ofRound);
  }

  return rates.slice(1);
}

/** Sends one load for so many seconds, from a process of its own. */
export async function send(
  load: Load & { readonly seconds: number; readonly connections: number },
): Promise<Omit<Rate, 'cost'> & { readonly wrong: number }> {
  const { line, stop } = await startNode([
    fileURLToPath(new URL('servers/send-load.ts', import.meta.url)),
    JSON.stringify(load),
  ]);
  await stop();
  return JSON.parse(line) as Omit<Rate, 'cost'> & { wrong: number };
}
