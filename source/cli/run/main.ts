import { type Environment, readEnvironment } from '../../platform/process/environment.ts';
import { endDespiteThreads, version, writeWhole } from '../../platform/process/self.ts';
import { type ContextOptions, createContext, type Program } from './context.ts';
import { type Interrupts, interruptionOf, listenForInterrupts } from './signals.ts';
import { exitCode, Failure, toFailure, describeUnexpected } from './failure.ts';
import { formats, createOutput, type Output, type Terminal } from './output.ts';
import { toHelp } from '../help/help-text.ts';
import { parseCommandLine, type Parsed, findValue, readWords } from '../parse/parse.ts';
import { commandTable, innerCommands } from '../table/table.ts';

type Start = Program & {
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** Runs one command line and returns the exit code. */
export async function main(program: Start): Promise<number> {
  const { argv, stdout, stderr } = program;
  const terminal: Terminal = {
    get stdin() {
      return program.stdin.isTTY;
    },
    stdout: stdout.isTTY,
    stderr: stderr.isTTY,
    columns: stdout.columns || stderr.columns || 80,
  };
  const flags = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  // Before the command line is parsed, so that mistakes in it are told in the format that was asked for.
  const named = findValue(flags, 'format');
  const profile = findValue(flags, 'profile');
  const output = createOutput({
    stdout,
    stderr,
    terminal,
    format: flags.includes('--json') ? 'json' : formats.find((format) => format === named),
    quiet: flags.includes('--quiet'),
    verbose: flags.includes('--verbose'),
    store: { profile },
  });
  const environment = readEnvironment(program.variables);
  const parts = { program, terminal, output, environment };
  if (flags.includes('--version') || flags.includes('-V')) {
    await output.printText(version, { version });
    return exitCode.done;
  }

  try {
    if (flags.includes('--help') || flags.includes('-h')) {
      const help = toHelp(readWords(flags, commandTable), commandTable);
      await output.printText(help, { help });
      return exitCode.done;
    }

    const table = argv[0]?.startsWith('__') === true ? innerCommands : commandTable;
    return await run(parts, parseCommandLine(argv, table, program.variables));
  } catch (error) {
    return await end(error, output, environment);
  }
}

type Parts = Pick<ContextOptions, 'program' | 'terminal' | 'output' | 'environment'>;

async function run(parts: Parts, { command, input }: Parsed): Promise<number> {
  const interrupts = listenForInterrupts();
  const work = command ? await command.load() : (await import('../commands/open-app.ts')).openAppOrList;
  const flags = { profile: input.text('profile'), noColor: input.has('no-color') };
  const context = createContext({ ...parts, flags, signal: interrupts.signal, onSignal: interrupts.onSignal });
  try {
    const exit = await orInterrupted(work(input, context), interrupts, command?.endsBySignal === true ? 15_000 : 2000);
    const interrupted = command?.endsBySignal === true ? undefined : interruptionOf(interrupts.signal);
    return interrupted ?? exit ?? exitCode.done;
  } catch (error) {
    const interrupted = interruptionOf(interrupts.signal);
    if (interrupted !== undefined) {
      context.log.write('interrupted', { error: String(error) });
      return interrupted;
    }

    throw error;
  } finally {
    await orInterrupted(context.close(), interrupts, 2000);
    interrupts.stop();
  }
}

/** The work's own end or, once a signal arrived, `patience` milliseconds at most: Ctrl-C never waits for a network. */
async function orInterrupted<T>(work: Promise<T>, { signal }: Interrupts, patience: number): Promise<T | number> {
  const { promise: impatience, resolve } = Promise.withResolvers<number>();
  const onSignal = (): void => {
    setTimeout(() => resolve(signal.reason as number), patience).unref();
  };
  signal.addEventListener('abort', onSignal, { once: true });
  try {
    return await Promise.race([work, impatience]);
  } finally {
    signal.removeEventListener('abort', onSignal);
  }
}

async function end(error: unknown, output: Output, environment: Environment): Promise<number> {
  const failure =
    toFailure(error) ??
    new Failure(exitCode.unexpected, { code: 'unexpected', message: describeUnexpected(error, environment) });
  await output.fail(failure);
  return failure.exit;
}

/** How long a command whose reader left goes on by itself, and how long until it has to be over, in milliseconds. */
const finishMs = 1000;
const giveUpMs = 20_000;

/** From the first argument to the exit code. */
export async function runProcess(variables: Readonly<Record<string, string | undefined>>): Promise<void> {
  const { stdout, stderr } = process;
  let isCut = false;
  let isLeft = false;
  let isEnded = false;
  let isSaved = false;
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
  process.on('exit', endDespiteThreads);
  writeWhole(stdout);
  stdout.on('error', noteCut);
  // When stderr itself fails, there is no place left to say so.
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
    // Most commands read no input, and making this stream takes 2 ms.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    onSaved: () => (isSaved = true),
  });
  // Writes to a pipe may still be under way; a connection that is still open must not keep the process.
  stdout.write('', (error: NodeJS.ErrnoException | null | undefined) => {
    // What failed in the last moment is told here before the stream tells it. A reader that left does not change the
    // end.
    if (error && error.code !== 'EPIPE') {
      noteCut(error);
    }

    // A script that tries again until it ends well would enter the animal once more.
    const told = isCut && exit === exitCode.done && !isSaved ? exitCode.unexpected : exit;
    process.exit(isEnded ? exitCode.done : told);
  });
}
