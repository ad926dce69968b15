import type { LogLevel } from '../http/logger.ts';
import type { ServiceOptions } from '../server.ts';
import { DatabaseError } from '../storage/storage-error.ts';

/** What `petstore serve` was asked to do; flags are read, and paths resolved, elsewhere. */
export type ServeSettings = Pick<ServiceOptions, 'database' | 'removeGetPet' | 'rateLimit'> & {
  readonly logLevel?: LogLevel | undefined;
  readonly host: string;
  readonly port: number;
  readonly seedFile?: string | undefined;
  readonly json: boolean;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly behindTlsProxy: boolean;
  readonly allowOrigin?: string | undefined;
  readonly metricsPort?: number | undefined;
  readonly endWithStdin?: boolean | undefined;
};

/** The parts of its process that a command of the service touches. */
export type ServiceIo = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly signal: AbortSignal;
  readonly onCrash?: (tell: (error: unknown) => void) => () => void;
  /** From now on a signal does this alone. */
  readonly onSignal?: (name: NodeJS.Signals, work: () => void) => void;
  readonly stdin?: NodeJS.ReadableStream | undefined;
};

/** The exit codes of the service's commands, of the program's table. */
export const exitCodes = { failed: 1, wrongUse: 2, notFound: 3, storeUnusable: 7 } as const;

/** Ends the command with one sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  readonly exitCode: number;

  constructor(exitCode: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** One whose flags or files cannot be right. */
export function misuse(message: string, cause?: unknown): CommandError {
  return new CommandError(exitCodes.wrongUse, message, cause);
}

/** The exit code of a failed command: an unexpected failure is told by its message too. */
export function exitCodeOf(error: unknown): number {
  const other = error instanceof DatabaseError ? exitCodes.storeUnusable : exitCodes.failed;
  return error instanceof CommandError ? error.exitCode : other;
}
