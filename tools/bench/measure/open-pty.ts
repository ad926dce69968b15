import { spawn } from '@lydell/node-pty';

export type Pty = {
  readonly pid: number;
  /** Bytes written so far. */
  written(): number;
  /** All that was written so far. */
  text(): string;
  /** Settles, with the milliseconds since the start, once everything written so far holds a text. */
  seen(text: string): Promise<number>;
  /** Writes a key; settles with the milliseconds until the program wrote anything. */
  press(key: string): Promise<number>;
  /** Ends the program, by a key where it has one, and waits for it. */
  close(key?: string): Promise<void>;
  /** Settles when the program has ended by itself. */
  readonly ended: Promise<void>;
};

const deadlineMs = 30_000;

/**
 * Node in a real pseudo-terminal, of 80x24 unless told otherwise. No emulator draws its output here, as that would cost
 * more than what is measured; what is waited for are texts as they arrive.
 */
export function openPty(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  [cols, rows]: readonly [columns: number, rows: number] = [80, 24],
): Pty {
  const start = performance.now();
  const pty = spawn(process.execPath, [...args], {
    name: 'xterm-256color',
    cols,
    rows,
    // Without CI, under which Ink paints nothing.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  });
  let written = '';
  let bytes = 0;
  let arrived: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => pty.onExit(() => resolve()));
  pty.onData((data) => {
    written += data;
    bytes += Buffer.byteLength(data);
    arrived();
  });

  const until = async (isThere: () => boolean): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new Error(
              `${args.join(' ')} did not show what was waited for; it wrote ${JSON.stringify(written.slice(-500))}`,
            ),
          ),
        deadlineMs,
      );
      arrived = () => {
        if (isThere()) {
          clearTimeout(timer);
          arrived = () => undefined;
          resolve();
        }
      };
      arrived();
    });
  };

  return {
    pid: pty.pid,
    written: () => bytes,
    text: () => written,
    ended,
    async seen(text) {
      await until(() => written.includes(text));
      return performance.now() - start;
    },
    async press(key) {
      const before = written.length;
      const pressed = performance.now();
      pty.write(key);
      await until(() => written.length > before);
      return performance.now() - pressed;
    },
    async close(key) {
      if (key === undefined) {
        pty.kill();
      } else {
        pty.write(key);
      }

      await ended;
    },
  };
}
