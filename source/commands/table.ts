import type { Command } from './command.js';
import { animalCommands } from './table/animals.js';
import { createProgramCommands } from './table/program.js';
import { queueCommands } from './table/queue.js';
import { serviceCommands } from './table/service.js';
import { storeCommands } from './table/store.js';

/** Every command there is. */
export const commandTable: readonly Command[] = [...animalCommands, ...queueCommands, ...storeCommands, ...serviceCommands, ...createProgramCommands(() => commandTable)];
