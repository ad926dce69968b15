import { exitCodeOf, type ServiceIo } from '../../service/commands/serve-settings.js';
import { onCrash } from '../../platform/process/on-crash.js';
import type { Context } from './context.js';
import { Failure } from './failures/failure.js';

/** Runs a command of the service, which may write by itself. Its failure is told in the chosen format. */
export async function runService<T>(
  { output, stdin, stdout, stderr, signal, onHangup }: Context,
  work: (io: ServiceIo) => T | Promise<T>,
): Promise<T> {
  try {
    return await work({
      stdin,
      signal,
      onCrash,
      environment: process.env,
      // In a terminal it says that the window was closed, and then the service ends as ever.
      ...(stdout.isTTY ? {} : { onHangup }),
      stdout: (text) => stdout.write(output.hints(text)),
      stderr: (text) => stderr.write(text),
    });
  } catch (error) {
    throw new Failure(exitCodeOf(error), {
      code: 'service',
      message: error instanceof Error ? error.message : String(error),
    });
  }
}
