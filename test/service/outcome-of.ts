import { exitCodeOf } from '../../source/service/commands/serve-settings.ts';

/**
 * What a command of the service came to, as the shell tells it: the exit code, what it answered, and the sentence of a
 * failure.
 */
export async function outcomeOf(
  work: () => unknown,
): Promise<{ readonly exit: number; readonly said: Record<string, unknown>; readonly stderr: string }> {
  try {
    return { exit: 0, said: ((await work()) ?? {}) as Record<string, unknown>, stderr: '' };
  } catch (error) {
    return { exit: exitCodeOf(error), said: {}, stderr: `${(error as Error).message}\n` };
  }
}
