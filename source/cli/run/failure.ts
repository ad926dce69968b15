import type { Problem } from '../../domain/problem.ts';
import type { Connection, ConnectionState } from '../../domain/connection.ts';
import type { Snapshot } from '../../sync/api.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { Environment } from '../../platform/process/environment.ts';
import { createLog, stacksOf } from '../../platform/process/log.ts';
import { isReplaced, replacedText } from '../../platform/process/self.ts';
import { locateFolders } from '../../platform/files/paths.ts';
import { unreadableTexts } from '../../text/queue/queue-text.ts';

/** A reason that can be put to a person: the one way to an exit code other than 0 without output. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /** `lines`: the message, if it takes several. Only we break lines, never the words of others. */
  readonly exit: number;
  readonly problem: Problem;
  readonly lines: readonly string[];

  constructor(exit: number, problem: Problem, lines: readonly string[] = [problem.message]) {
    super(problem.message);
    this.exit = exit;
    this.problem = problem;
    this.lines = lines;
  }
}

/** Wrong use: the command stopped before it did anything. */
export function wrongUse(...lines: readonly string[]): Failure {
  return new Failure(exitCode.wrongUse, { code: 'usage', message: lines.join('\n') }, lines);
}

/** The sentence for a person of an error thrown anywhere below; undefined: unexpected, for the log. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) {
    return error;
  }

  // Whole paths are made of what was given before anything is done with it.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    return wrongUse(
      'The current folder is not there any more. Change to another one, or give whole paths. Nothing was saved or sent.',
    );
  }

  const exit =
    error instanceof Error && 'problem' in error ? exitOf(error.name, (error.problem as Problem).code) : undefined;
  return exit === undefined ? undefined : new Failure(exit, (error as Error & { problem: Problem }).problem);
}

/** The same of an error that need not end the command; one that is unexpected is thrown on. */
export function keepFailure(error: unknown): Failure {
  const failure = toFailure(error);
  if (!failure) {
    throw error;
  }

  return failure;
}

/** By name, because `instanceof` would load the modules of every layer for errors that rarely happen. */
function exitOf(name: string, code: string): number | undefined {
  const known: Readonly<Record<string, number>> = {
    SettingsError: exitCode.wrongUse,
    ActionError: exitsOfActions[code] ?? exitCode.wrongUse,
    StorageError: exitCode.storage,
  };
  return known[name];
}

/** The exit codes, public interface: see `petstore help exit-codes`. */
export const exitCode = {
  done: 0,
  unexpected: 1,
  wrongUse: 2,
  notFound: 3,
  unauthorized: 4,
  unreachable: 5,
  rejected: 6,
  storage: 7,
  waiting: 8,
  interrupted: 130,
  terminated: 143,
} as const;

/** The failure of a command that needed the store, in the exit code its state has. */
export function toConnectionFailure({ state, problem }: Connection, message: string): Failure {
  const exit = state === 'unauthorized' ? exitCode.unauthorized : exitCode.unreachable;
  const code = problem && state === 'online' ? problem.code : state;
  return new Failure(exit, { ...problem, code, message });
}

const failed = {
  unauthorized: exitCode.unauthorized,
  offline: exitCode.unreachable,
  intercepted: exitCode.unreachable,
  error: exitCode.unreachable,
  misconfigured: exitCode.unreachable,
};
/** The problems of a verb that are no wrong use. */
const exitsOfActions: Readonly<Record<string, number>> = { ...failed, not_found: exitCode.notFound };
/** How the store can be reached, as an exit code. */
export const exitOfConnection: Readonly<Record<ConnectionState, number>> = {
  ...failed,
  online: exitCode.done,
  connecting: exitCode.unreachable,
  changed: exitCode.waiting,
  'working-offline': exitCode.waiting,
};

/** The addition to an answer if the queue could not be read whole: more animals may wait than are shown. */
export function troubleOf(snapshot: Pick<Snapshot, 'unreadable' | 'queueTrouble'>) {
  const { unreadable, queueTrouble } = snapshot;
  const lost = queueTrouble ?? unreadable[0]?.problem;
  const files = unreadable.map(({ problem, ...file }) => ({ ...file, ...problem }));
  return {
    json: { ...(lost && { error: lost }), ...(files.length > 0 && { unreadable: files }) },
    exit: lost ? exitCode.storage : exitCode.done,
    texts: unreadableTexts(snapshot),
  };
}

/** Writes an unexpected error to the log file; returns the sentence that a person is told instead. */
export function describeUnexpected(error: unknown, environment: Environment): string {
  const folders = locateFolders(environment.home);
  if (!folders) {
    return `Something unexpected went wrong (${String(error)}); please report it.`;
  }

  const log = createLog(folders.state, systemClock, environment.apiKey);
  log.write('unexpected', { stacks: stacksOf(error) });
  if (isReplaced(error)) {
    return replacedText;
  }

  return (
    'Something unexpected went wrong. Everything saved before is kept. ' +
    `The details are in ${log.path}; please report it.`
  );
}
