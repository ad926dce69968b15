/**
 * A real session: a program in a pseudo-terminal, its output drawn by a terminal emulator.
 *
 * `screen()` is what a person would see; `waitFor` polls it with a deadline and fails with the last frame, so a test
 * never sleeps and a failure shows what was there.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import type { ExecutionContext } from 'ava';
import { cellsOf, createEmulator, draw, linesOf, type Cell } from './emulator.ts';
import { programEnvironment, programPath } from './program.ts';
import { until } from './until.ts';

export type TerminalOptions = {
  readonly command: string;
  readonly args?: readonly string[];
  /**
   * Added to this process's environment; undefined removes a variable. `CI` is always removed: Ink paints nothing under
   * it.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
};

/** What to wait for: a text anywhere on the screen, a pattern over all lines, or a predicate. */
export type Expectation = string | RegExp | ((lines: readonly string[]) => boolean);

export type TerminalSession = {
  readonly pid: number;
  /** The visible lines, without trailing spaces. */
  screen(): string[];
  /** Resolves with the screen once a whole frame shows what is expected; throws with the last one after 60 s. */
  waitFor(expected: Expectation, deadlineMs?: number): Promise<string[]>;
  /** Resolves when all that the program wrote so far is drawn. */
  drawn(): Promise<void>;
  /** The visible cells, row by row, with their looks: for pictures. */
  cells(): Cell[][];
  /** Writes each text as one chunk, as a terminal sends keys: `press('jjjj')`, `press(keys.down)`. */
  press(...chunks: readonly string[]): void;
  resize(cols: number, rows: number): void;
  /** Where the cursor is, from 0, and whether it can be seen. */
  cursor(): { readonly x: number; readonly y: number; readonly visible: boolean };
  /** Whether the alternate screen is shown. */
  alternate(): boolean;
  /** Forgets what was written so far, drawn or not. */
  mark(): void;
  /** Everything drawn that the program wrote since the mark, escape sequences included. */
  written(): string;
  signal(name: NodeJS.Signals): void;
  /** Settles when the program has ended and all that it wrote is drawn; rejects with the last frame after 60 s. */
  readonly exit: Promise<{ readonly code: number; readonly signal: number | undefined }>;
  /** Ends the program if it still runs, and waits for it. */
  close(): Promise<void>;
};

/** What keys send in a terminal. */
export const keys = {
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  pageUp: '\u001B[5~',
  pageDown: '\u001B[6~',
  delete: '\u001B[3~',
  enter: '\r',
  escape: '\u001B',
  tab: '\t',
  shiftTab: '\u001B[Z',
  backspace: '\u007F',
  ctrl: (letter: string) => String.fromCharCode(letter.toLowerCase().charCodeAt(0) - 96),
  paste: (text: string) => `\u001B[200~${text}\u001B[201~`,
} as const;

export function openTerminal(options: TerminalOptions): TerminalSession {
  const { command, args = [], cwd = process.cwd(), cols = 80, rows = 24 } = options;
  const env: Record<string, string | undefined> = { ...process.env, TERM: 'xterm-256color', ...options.env };
  for (const name of ['CI', ...Object.keys(env).filter((key) => env[key] === undefined)]) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- an undefined value would reach the child as a text.
    delete env[name];
  }

  const pty = spawn(command, [...args], { name: 'xterm-256color', cols, rows, cwd, env });
  const terminal = createEmulator(cols, rows);

  let written = '';
  let marks = 0;
  let ended = false;
  let cursorVisible = true;
  let isWhole = true;
  // The emulator draws a moment after it was given something. What counts as written is drawn, so that both always agree.
  pty.onData((data) => {
    const since = marks;
    terminal.write(data, () => {
      written = since === marks ? written + data : written;
    });
  });
  terminal.onData((answer) => {
    if (!ended) {
      pty.write(answer);
    }
  });
  for (const [final, isOn] of [
    ['h', true],
    ['l', false],
  ] as const) {
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
      cursorVisible = parameters.includes(25) ? isOn : cursorVisible;
      // A frame begins and ends with synchronized output.
      isWhole = parameters.includes(2026) ? !isOn : isWhole;
      return false;
    });
  }

  const exited = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      ended = true;
      void draw(terminal, '').then(() => resolve({ code: exitCode, signal: signal === 0 ? undefined : signal }));
    });
  });

  const screen = (): string[] => linesOf(terminal);

  return {
    pid: pty.pid,
    screen,
    drawn: () => draw(terminal, ''),
    cells: () => cellsOf(terminal),
    // A program that goes on would otherwise hold the whole run up, whose own limit begins again at each chunk it prints.
    get exit() {
      const noted = new AbortController();
      const late = wait(60_000, undefined, { signal: noted.signal }).then(() => {
        throw new Error(`goes on after 60 s\nlast frame:\n${frame(screen(), terminal.cols)}`);
      });
      return Promise.race([exited, late]).finally(() => noted.abort());
    },
    async waitFor(expected, deadlineMs = 60_000) {
      let lines = screen();
      await until(
        () =>
          `${String(expected)}${ended ? ' (the program has ended)' : ''}\nlast frame:\n${frame(lines, terminal.cols)}`,
        () => {
          lines = screen();
          return (isWhole || ended) && isMet(expected, lines);
        },
        deadlineMs,
      );
      return lines;
    },
    press(...chunks) {
      for (const chunk of chunks) {
        pty.write(chunk);
      }
    },
    resize(nextCols, nextRows) {
      terminal.resize(nextCols, nextRows);
      pty.resize(nextCols, nextRows);
    },
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY, visible: cursorVisible }),
    alternate: () => terminal.buffer.active.type === 'alternate',
    mark() {
      marks += 1;
      written = '';
    },
    written: () => written,
    signal: (name) => pty.kill(name),
    async close() {
      if (!ended) {
        pty.kill('SIGKILL');
      }

      await exited;
      terminal.dispose();
    },
  };
}

/** The built program in a home, with nothing else in its environment but what is given; closed after the test. */
export function openProgram(
  t: Pick<ExecutionContext, 'teardown'>,
  home: string,
  { args = [], env = {}, ...options }: Omit<TerminalOptions, 'command'> = {},
): TerminalSession {
  const terminal = openTerminal({
    command: process.execPath,
    args: [programPath, ...args],
    env: programEnvironment(home, env),
    ...options,
  });
  t.teardown(() => terminal.close());
  return terminal;
}

function isMet(expected: Expectation, lines: readonly string[]): boolean {
  if (typeof expected === 'function') {
    return expected(lines);
  }

  return typeof expected === 'string' ? lines.some((line) => line.includes(expected)) : expected.test(lines.join('\n'));
}

/** A screen as a framed picture, for failures. */
export function frame(lines: readonly string[], cols: number): string {
  const edge = `+${'-'.repeat(cols)}+`;
  return [edge, ...lines.map((line) => `|${line}`), edge].join('\n');
}
