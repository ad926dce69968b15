import type { MachineState } from '../../source/local/machine-state.ts';

/** What a machine of its own knows of its queues, in memory. */
export function createMemoryState(): MachineState {
  const queues = new Map<string, { readonly attempts: number; readonly next: number }>();
  return {
    look: (id) => {
      const noted = queues.get(id);
      return Promise.resolve(noted ? { type: 'noted', ...noted } : { type: 'unknown' });
    },
    note: (id, queue) => Promise.resolve(void queues.set(id, queue)),
    highest: () => Promise.resolve(Math.max(0, ...[...queues.values()].map(({ next }) => next - 1))),
  };
}
