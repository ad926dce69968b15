import { readEnvironment } from '../platform/environment.js';
import { exitCode } from './exit-code.js';
import { describeUnexpected } from './log-unexpected.js';
import { main } from './main.js';

/** Runs the program in this process, from its first argument to its exit code. */
export async function runProcess(variables: Readonly<Record<string, string | undefined>>): Promise<void> {
  const { stdout, stderr } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has what it wanted (`| head -1`); anything else, such as a full disk, means that the output is not whole.
    if (error.code !== 'EPIPE') {
      stderr.write(`petstore: The output could not be written (${error.code ?? error.message}).\n`);
    }

    process.exit(error.code === 'EPIPE' ? exitCode.done : exitCode.unexpected);
  });
  // Nobody to tell.
  stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    // The app listens too, and puts the terminal right before it ends.
    if (process.listenerCount('uncaughtException') > 1) {
      return;
    }

    stderr.write(`petstore: ${describeUnexpected(error, readEnvironment(variables))}\n`);
    process.exit(exitCode.unexpected);
  });

  const exit = await main({
    argv: process.argv.slice(2),
    variables,
    // Most commands read nothing, and making this stream takes 2 ms.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
  });
  // Writes to a pipe may still be under way; a connection that is still open must not keep the process.
  stdout.write('', () => process.exit(exit));
}
