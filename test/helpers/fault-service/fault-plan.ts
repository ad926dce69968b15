import { faults, type Fault, type FaultName, type FaultOptions } from './faults.ts';
import { createRandom } from './seeded-random.ts';

export type Chaos = {
  /** The share of `POST`s that go wrong, 0 to 1. */
  readonly rate: number;
  readonly faults: readonly FaultName[];
  readonly seed: number;
  /** Milliseconds after which what is late happens. Default 50. */
  readonly ms?: number;
};

export type PlannedFault = Fault & { readonly name: FaultName; readonly options: FaultOptions };

/** Which fault the next request meets: first what was commanded, then chance. */
export function createFaultPlan() {
  const commanded: { name: FaultName; options: FaultOptions; left: number }[] = [];
  let chaos: (Chaos & { readonly random: () => number }) | undefined;

  return {
    /** The next matching request (or `times` of them) goes wrong. Commands queue up. */
    next: (name: FaultName, options: FaultOptions = {}): void => {
      commanded.push({ name, options, left: options.times ?? 1 });
    },
    /** A share of all posts goes wrong, decided by a seed; undefined ends it. */
    setChaos: (settings: Chaos | undefined): void => {
      chaos = settings && { ...settings, random: createRandom(settings.seed) };
    },
    /** Forgets every commanded fault and all chaos; what is late stays late. */
    clearFaults: (): void => {
      commanded.length = 0;
      chaos = undefined;
    },
    /** Takes the fault for one request; undefined: it goes well. */
    take: (method: string): PlannedFault | undefined => {
      const index = commanded.findIndex(({ options, left }) => left > 0 && (options.method ?? 'POST') === method);
      const order = commanded[index];
      if (order) {
        order.left -= 1;
        if (order.left === 0) {
          commanded.splice(index, 1);
        }
        return { ...faults[order.name], name: order.name, options: order.options };
      }

      if (chaos && method === 'POST' && chaos.random() < chaos.rate) {
        const name = chaos.faults[Math.floor(chaos.random() * chaos.faults.length)]!;
        return { ...faults[name], name, options: { ms: chaos.ms ?? 50 } };
      }
      return undefined;
    },
  };
}

export type FaultPlan = ReturnType<typeof createFaultPlan>;
