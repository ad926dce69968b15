import type { Command } from '../parse/command.js';
import { animalCommands } from './animals.js';
import { createProgramCommands } from './program.js';
import { queueCommands } from './queue.js';
import { serviceCommands } from './service.js';
import { storeCommands } from './store.js';

/** Every command there is. */
export const commandTable: readonly Command[] = [
  ...animalCommands,
  ...queueCommands,
  ...storeCommands,
  ...serviceCommands,
  ...createProgramCommands(() => commandTable),
];
