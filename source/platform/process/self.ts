import { existsSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { hasCode } from '../files/errno.ts';
import type { Clock } from '../time/clock.ts';

/** How to start this program once more. */
export type Self = { readonly command: string; readonly arguments: readonly string[] };

/** The same Node, with the same options (such as a loader for TypeScript), on the same file. */
export function findSelf(): Self {
  return { command: process.execPath, arguments: [...process.execArgv, process.argv[1] ?? ''] };
}

/** The environment of a child of this program: all but the settings of another service or profile. */
export function environmentOfChild(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'PETSTORE_HOME' || !name.startsWith('PETSTORE_')),
  );
}

declare const PETSTORE_VERSION: string | undefined;

/** The program's version, put in by the build; `0.0.0` if the sources run directly. */
export const version: string = typeof PETSTORE_VERSION === 'string' ? PETSTORE_VERSION : '0.0.0';

/** The sentence for a part of the program that is not there any more. */
export const replacedText =
  'A part of petstore is missing: it was upgraded or removed while it ran. Open it again; your animals are saved.';

/** Whether a file of the program is missing, as after an upgrade: those of each build have other names. */
export function isReplaced(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' &&
    /^Cannot find module '\.\//.test(error.message)
  );
}

/** Tells of an uncaught error and ends the process with 1, as its work is in an unknown state; returns how to stop. */
export function onCrash(tell: (error: unknown) => void): () => void {
  const end = (error: unknown): void => {
    try {
      tell(error);
    } finally {
      process.exit(1);
    }
  };
  process.on('uncaughtException', end);
  return () => process.off('uncaughtException', end);
}

const shell = '/bin/sh';

/**
 * Ends this process, as it ends, even while a thread of it waits: for a name server that is silent, 20 s, or of a command
 * that was interrupted for a pipe to which nobody writes. Neither can be given up, and Node waits for each thread. So a
 * shell takes the place of the process and ends with `code`. Windows waits for no thread.
 */
export function endDespiteThreads(code: number): void {
  const waits = process.getActiveResourcesInfo();
  const isInterrupted = code > 128 && waits.some((name) => name.startsWith('FSReq'));
  const isHeldUp = isInterrupted || waits.includes('GetAddrInfoReqWrap');
  if (isHeldUp && process.platform !== 'win32' && existsSync(shell)) {
    process.execve?.(shell, [shell, '-c', `exit ${code}`], {});
  }
}

/** Output to a file is written whole, or fails: of a disk that takes a part of a piece, and is full, Node says nothing. */
export function writeWhole(stream: typeof process.stdout): void {
  if (stream.constructor.name === 'SyncWriteStream') {
    stream._write = (piece: Buffer, _encoding, done) => {
      try {
        writeFileSync(stream.fd, piece);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
  }
}

/** Who runs this program and where, `ada@shelter`, for records of who did what; under sudo also as whom. */
export function nameActor(sudoUser = process.env['SUDO_USER']): string {
  const user = userName();
  return sudoUser === undefined || sudoUser === '' || sudoUser === user
    ? `${user}@${hostname()}`
    : `${sudoUser}@${hostname()} as ${user}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user has.
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Whether the host of a `URL` is this machine: its traffic cannot be read on the way, and no proxy leads to it. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

/** A number from 0 up to 1, for back-off; not for secrets. */
export const systemRandom = (): number => Math.random();

/** One run of a program on this machine, told apart from every other. */
export type RunIdentity = ReturnType<typeof createRunIdentity>;

/** Starts that lie closer together are taken for one: the calendar clock may have been set meanwhile. */
const sameStartMs = 10 * 60_000;

/**
 * The identity of this run: its process, when the machine was started, and something random.
 * The number of a process that ended is given to another one in time, at once after a restart of the machine, which the
 * time of the start tells apart. A program that got the number otherwise lets a run that is over look as if it went on.
 */
export function createRunIdentity(clock: Clock) {
  const startedAt = clock.now() - clock.uptime();
  let id: string | undefined;
  return {
    // Made when it is asked for, of the global, which loads OpenSSL's half of Node then: no first frame waits for it.
    get id(): string {
      return (id ??= `${process.pid}.${Math.round(startedAt)}.${crypto.randomUUID().slice(0, 8)}`);
    },
    /** Whether the run that has this id is over. Any other id belongs to a program that is not running any more. */
    hasEnded(other: string): boolean {
      const [, pid, start] = /^(\d+)\.(\d+)\.[\da-f]+$/.exec(other) ?? [];
      if (other === id) {
        return false;
      }

      // This process is one run only: the number was another's before.
      return (
        pid === undefined ||
        Number(pid) === process.pid ||
        Math.abs(Number(start) - startedAt) > sameStartMs ||
        !isRunning(Number(pid))
      );
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another person.
    return hasCode(error, 'EPERM');
  }
}
