import type { Problem } from '../../../domain/problem.js';

/**
 * A command that cannot go on, for a reason that can be put to a person; the one way to end with an exit code other
 * than 0 and without output.
 */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly exit: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** Wrong use: the command stopped before it did anything. */
export function wrongUse(message: string): Failure {
  return new Failure(exitCode.wrongUse, { code: 'usage', message });
}

/** The sentence for a person of an error thrown anywhere below; undefined: unexpected, for the log. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) {
    return error;
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

/**
 * The errors are told apart by name, because `instanceof` would load the modules of every layer for errors that rarely
 * happen.
 */
function exitOf(name: string, code: string): number | undefined {
  switch (name) {
    case 'SettingsError':
      return exitCode.wrongUse;
    case 'StorageError':
      return exitCode.storage;
    case 'ActionError':
      return exitOfAction(code);
    default:
      return undefined;
  }
}

function exitOfAction(code: string): number {
  switch (code) {
    case 'not_found':
      return exitCode.notFound;
    case 'unauthorized':
      return exitCode.unauthorized;
    case 'offline':
    case 'intercepted':
    case 'error':
    case 'misconfigured':
      return exitCode.unreachable;
    default:
      return exitCode.wrongUse;
  }
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
