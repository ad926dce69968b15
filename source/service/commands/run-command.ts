import { CommandError, exitCodes } from './serve-settings.js';
import { DatabaseError } from '../storage/storage-error.js';

/**
 * Runs a command's work and turns its failure into one sentence on stderr and an exit code. What is not expected keeps its message
 * but not its stack.
 */
export async function runServiceCommand(stderr: (text: string) => void, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    stderr(`${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof CommandError) {
      return error.exitCode;
    }

    return error instanceof DatabaseError ? exitCodes.storeUnusable : exitCodes.failed;
  }
}
