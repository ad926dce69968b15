import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';

/** The output of a program in a terminal, with its time. */
export type Watched = {
  /** Seconds until it wrote the awaited text; undefined: it ended without it. */
  readonly seconds: number | undefined;
  readonly written: string;
};

/**
 * Runs a command in a terminal of 80x24 until it has written something, then presses a key, or without one ends it, and
 * waits for its end. Rejects after ten minutes.
 */
export async function watchProgram(
  command: string,
  {
    cwd,
    env,
    until,
    key,
  }: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly until: RegExp;
    readonly key?: string;
  },
): Promise<Watched> {
  const start = performance.now();
  const pty = spawn('/bin/sh', ['-c', command], { name: 'xterm-256color', cols: 80, rows: 24, cwd, env });
  let seconds: number | undefined;
  let written = '';
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  // A terminal that is closed ends all that runs in it.
  const timer = setTimeout(() => {
    pty.kill();
    reject(new Error(`\`${command}\` did not write ${String(until)} in ten minutes, but: ${written.slice(-500)}`));
  }, 600_000);
  pty.onExit(() => resolve(undefined));
  pty.onData((data) => {
    written += data;
    if (seconds === undefined && until.test(stripVTControlCharacters(written))) {
      seconds = (performance.now() - start) / 1000;
      if (key === undefined) {
        pty.kill();
      } else {
        pty.write(key);
      }
    }
  });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }

  return { seconds, written };
}
