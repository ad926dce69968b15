import type { LogLevel } from '../http/request-log.js';
import { DatabaseError } from '../storage/storage-error.js';

/** What `petstore serve` was asked to do; flags are read, and paths resolved, elsewhere. */
export type ServeSettings = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** A SQLite file or a `postgres:` address. */
  readonly database: string;
  /** A JSON array of NewPet for an empty store. */
  readonly seedFile?: string | undefined;
  /** Print one line of JSON when ready. */
  readonly json: boolean;
  /** PEM files. Both or neither. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  /** The operator says that whoever reaches this port came through TLS. */
  readonly behindTlsProxy: boolean;
  /** A proxy on this machine tells where requests come from. */
  readonly behindLocalProxy?: boolean | undefined;
  /** The least that is logged. */
  readonly logLevel?: LogLevel | undefined;
  readonly removeGetPet: boolean;
  /** Requests a minute for each API key. Default 30 000; 0: no limit. */
  readonly rateLimit?: number | undefined;
  /** Origins of web pages that may use the service, with commas between them, or `*`. */
  readonly allowOrigin?: string | undefined;
  /** A port of this machine for metrics; 0 takes a free one. Absent: without. */
  readonly metricsPort?: number | undefined;
  /** Stop when `io.stdin` ends, as it does when the parent is gone, however it went. */
  readonly endWithStdin?: boolean | undefined;
};

/** The parts of its process that a command of the service touches. */
export type ServiceIo = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Aborted when the service is to stop: SIGTERM, Ctrl-C. */
  readonly signal: AbortSignal;
  /** Has an uncaught error told before the process ends with 1. */
  readonly onCrash?: (tell: (error: unknown) => void) => () => void;
  /** From now on SIGHUP does only this. */
  readonly onHangup?: (reload: () => void) => void;
  /** Its variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Needed for `endWithStdin` only. */
  readonly stdin?: NodeJS.ReadableStream | undefined;
};

/** The exit codes of the service's commands, of the program's table. */
export const exitCodes = { failed: 1, wrongUse: 2, notFound: 3, storeUnusable: 7 } as const;

/** Ends the command with one sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The exit code of a failed command: an unexpected failure is told by its message too. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) {
    return error.exitCode;
  }

  return error instanceof DatabaseError ? exitCodes.storeUnusable : exitCodes.failed;
}
