import { createMachineState, type MachineState } from '../../source/local/machine-state.ts';
import { type Clock, systemClock } from '../../source/platform/time/clock.ts';
import { createMemoryFileSystem } from './memory-file-system.ts';

/** What a machine knows of its queues, outside the store's folder, and so outside what a backup of that brings back. */
export function createMemoryState(clock: Clock = systemClock): MachineState {
  return createMachineState(createMemoryFileSystem(), '/state', clock);
}
