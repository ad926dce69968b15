import { type Environment, readEnvironment } from '../../platform/process/environment.js';
import { version } from '../../platform/process/self.js';
import { type ContextOptions, createContext } from './create-context.js';
import { exitCode, Failure, toFailure } from './failures/failure.js';
import { type Format, formats } from '../print/answer.js';
import { toHelp } from '../help/help-text.js';
import { type Interrupts, interruptionOf, listenForInterrupts } from './suspend.js';
import { describeUnexpected } from './failures/log-unexpected.js';
import type { TextSink } from '../../platform/process/text-sink.js';
import { createOutput, type Output, type Terminal } from './output.js';
import { parseCommandLine, type Parsed, readWords } from '../parse/parse.js';
import { createInput } from '../parse/input.js';
import { commandTable } from '../table/table.js';

/** The process as the program sees it. */
export type Program = ContextOptions['program'] & {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** Runs one command line and returns the exit code. */
export async function main(program: Program): Promise<number> {
  const { argv, stdout, stderr } = program;
  const terminal: Terminal = {
    get stdin() {
      return program.stdin.isTTY;
    },
    stdout: stdout.isTTY,
    stderr: stderr.isTTY,
    columns: stdout.columns || 80,
  };
  const flags = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const profile = readValue(flags, 'profile');
  // Sentences go to the shell, and not into the kept frame.
  const said =
    <Sink extends Pick<TextSink, 'write'>>(sink: Sink): Sink['write'] =>
    (...text) => {
      program.frame?.shown?.leave();
      sink.write(...text);
    };
  const output = createOutput({
    stdout: { write: said(stdout), drained: () => stdout.drained() },
    stderr: { write: said(stderr) },
    terminal,
    format: readFormat(flags),
    quiet: isQuiet(flags),
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
      const help = toHelp(readWords(flags, commandTable), commandTable, { isShort: !flags.includes('--help') });
      await output.printText(help, { help });
      return exitCode.done;
    }

    return await run(parts, await parse(program, parts, profile));
  } catch (error) {
    return await end(error, output, environment);
  }
}

/** `list` has had `-q` for its query for longer. */
function isQuiet(flags: readonly string[]): boolean {
  return flags.includes('--quiet') || (flags.includes('-q') && readWords(flags, commandTable)[0] !== 'list');
}

/**
 * Reads the format before the command line is parsed, so that mistakes in it are reported in the format that was asked
 * for.
 */
function readFormat(flags: readonly string[]): Format | undefined {
  const named = readValue(flags, 'format');
  return flags.includes('--json') ? 'json' : formats.find((format) => format === named);
}

/** The value of a flag in a command line that may hold mistakes. */
function readValue(flags: readonly string[], name: string): string | undefined {
  return flags
    .map((flag, index) => {
      if (flag === `--${name}`) {
        return flags[index + 1];
      }

      return flag.startsWith(`--${name}=`) ? flag.slice(name.length + 3) : undefined;
    })
    .findLast((value) => value !== undefined);
}

/** What every context of a process has. */
type Parts = Pick<ContextOptions, 'program' | 'terminal' | 'output' | 'environment'>;

/** A command line with a mistake opens no home, and only that tells whether hints have to name the profile. */
async function parse(program: Program, parts: Parts, profile: string | undefined): Promise<Parsed> {
  try {
    return parseCommandLine(program.argv, commandTable, program.variables);
  } catch (error) {
    if (profile !== undefined) {
      const input = createInput([], new Map([['profile', profile]]));
      const { signal } = new AbortController();
      const context = createContext({ ...parts, input, signal, onHangup: () => undefined });
      await context.openHome({ evenIfDamaged: true }).catch(() => undefined);
    }

    throw error;
  }
}

async function run(parts: Parts, { command, input }: Parsed): Promise<number> {
  const interrupts = listenForInterrupts();
  const work = command ? await command.load() : (await import('../commands/open-app.js')).openAppOrList;
  const context = createContext({ ...parts, input, signal: interrupts.signal, onHangup: interrupts.onHangup });
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

/** The one place that turns errors into exit codes. */
async function end(error: unknown, output: Output, environment: Environment): Promise<number> {
  const known = toFailure(error);
  if (known) {
    await output.fail(known);
    return known.exit;
  }

  await output.fail(
    new Failure(exitCode.unexpected, { code: 'unexpected', message: describeUnexpected(error, environment) }),
  );
  return exitCode.unexpected;
}
