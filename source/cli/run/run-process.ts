import { readEnvironment } from '../../platform/process/environment.js';
import { exitCode } from './failures/failure.js';
import { keepCalledCode } from '../../platform/process/called-code.js';
import { createTextSink } from '../../platform/process/text-sink.js';
import { describeUnexpected } from './failures/log-unexpected.js';
import { main } from './main.js';
import type { FramePlace } from '../start/show-kept.js';

/** How long a command whose reader left goes on by itself, and how long until it has to be over, in milliseconds. */
const finishMs = 1000;
const giveUpMs = 20_000;

/**
 * Runs the program in this process, from its first argument to its exit code.
 *
 * @param frame the kept frame of the start; undefined: it is not kept
 */
export async function runProcess(
  variables: Readonly<Record<string, string | undefined>>,
  frame: FramePlace | undefined,
): Promise<void> {
  const stdout = createTextSink(1, () => process.stdout);
  const stderr = createTextSink(2, () => process.stderr);
  let isCut = false;
  let isLeft = false;
  let isEnded = false;
  // Data that was read is still saved, and work that began is finished; only endless work is told to end.
  const endSoon = (): void => {
    setTimeout(() => {
      isEnded = true;
      process.emit('SIGTERM', 'SIGTERM');
    }, finishMs).unref();
    setTimeout(() => process.exit(exitCode.done), giveUpMs).unref();
  };
  const noteCut = (error: NodeJS.ErrnoException): void => {
    // The reader has all it wanted, as with `| head -1`.
    if (error.code === 'EPIPE' || isLeft) {
      if (!isLeft) {
        isLeft = true;
        endSoon();
      }

      return;
    }

    // Anything else, such as a full disk, means that the output is not whole. The result of the command is told all the
    // same.
    if (!isCut) {
      stderr.write(`petstore: The output could not be written (${error.code ?? error.message}).\n`);
    }

    isCut = true;
  };
  stdout.onError(noteCut);
  // When stderr itself fails, there is no place left to say so.
  stderr.onError(() => undefined);
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
    // Most commands read no input, and making this stream takes 2 ms.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    frame,
  });
  // Writes to a pipe may still be under way; a connection that is still open must not keep the process.
  stdout.write('', (error) => {
    // What failed in the last moment is told here before the stream tells it. A reader that left does not change the
    // end.
    if (error && error.code !== 'EPIPE') {
      noteCut(error);
    }

    const told = isCut && exit === exitCode.done ? exitCode.unexpected : exit;
    if (told === exitCode.done) {
      keepCalledCode();
    }

    process.exit(isEnded ? exitCode.done : told);
  });
}
