import type { ServiceIo } from '../../service/commands/serve-settings.js';
import { onCrash } from '../../platform/process/on-crash.js';
import type { Context } from './context.js';
import { exitCode } from './failures/exit-code.js';
import { Failure } from './failures/failure.js';

/**
 * Runs a command of the service, which writes by itself. Its last words before it fails become the failure, so that they
 * are told in the format that was asked for; its log, JSON lines, goes on to stderr.
 */
export async function runService({ stdin, stdout, stderr, signal, onHangup }: Context, work: (io: ServiceIo) => Promise<number>): Promise<number> {
  let words = '';
  const exit = await work({
    stdin,
    signal,
    onCrash,
    // In a terminal it says that the window was closed, and then the service ends as ever.
    ...(stdout.isTTY ? {} : { onHangup }),
    stdout: (text) => stdout.write(text),
    stderr: (text) => {
      if (text.startsWith('{')) {
        stderr.write(text);
      } else {
        words = text.trim();
      }
    },
  });
  if (exit !== exitCode.done) {
    throw new Failure(exit, { code: 'service', message: words });
  }

  return exit;
}
