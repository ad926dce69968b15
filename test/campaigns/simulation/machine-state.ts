import { createMachineState, type MachineState } from '../../../source/local/machine-state.ts';
import type { Clock } from '../../../source/platform/time/clock.ts';
import { createMemoryFileSystem } from '../../helpers/memory-file-system.ts';

/** What a machine knows of its queues, outside the store's folder, and so outside what a backup of that brings back. */
export function stateOption(clock: Clock): { readonly state: MachineState } {
  return { state: createMachineState(createMemoryFileSystem(), '/state', clock) };
}
