/** The first thing a start of the app does: it shows the kept frame. This may load only Node's own modules. */
import { join } from 'node:path';
import {
  isAsBefore,
  lookAt,
  frameName,
  type KeptFrame,
  readKeptFrame,
  toLine,
} from '../../platform/frame/kept-frame.js';
import { locateFolders } from '../../platform/files/paths.js';
import { readEnvironment } from '../../platform/process/environment.js';
import { version } from '../../platform/process/self.js';
import { safeText } from '../../platform/text/terminal-text.js';

/** The process as the start needs it; pass `process`. */
type StartProcess = Pick<NodeJS.Process, 'argv' | 'env' | 'platform' | 'stdin' | 'stdout' | 'exit'> & {
  readonly getuid?: (() => number) | undefined;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
};

type ShownFrame = {
  readonly kept: KeptFrame;
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** From now on somebody else ends the program at a signal. */
  handSignals(): void;
  /** From now on somebody else gives the terminal back. */
  handOver(): void;
  /** Gives the terminal back, unless somebody else does by now: something is to be said in the shell. */
  leave(): void;
};

/** The place of the frame for starts like this one, and the kept one. */
export type FramePlace = {
  readonly path: string;
  /** Everything but files that a frame depends on, for a window of so many cells. */
  madeFor(columns: number, rows: number): string;
  readonly shown: ShownFrame | undefined;
};

/** Synchronised output (2026), the alternate screen (1049), and the cursor (25). */
const enter = '\u001B[?1049h\u001B[?2026h\u001B[?25l\u001B[H\u001B[J';
const whole = '\u001B[?2026l';
const backToShell = '\u001B[?25h\u001B[?1049l';

/** What ends a program, and its exit code then. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Shows the kept frame if no file has changed. Undefined: a start like this keeps no frame. */
export function showKept(target: StartProcess): FramePlace | undefined {
  const place = findPlace(target);
  if (!place) {
    return undefined;
  }

  const kept = readKeptFrame(place.path, target.getuid?.());
  const lines = kept?.madeFrom.every(isAsBefore) === true ? toSafeLines(kept) : undefined;
  if (!kept || !lines) {
    return { ...place, shown: undefined };
  }

  const { columns, rows } = target.stdout;
  const isFitting = kept.madeFor === place.madeFor(columns, rows) && lines.length <= rows;
  return { ...place, shown: isFitting ? show(target, { kept, lines, columns, rows }) : undefined };
}

/** A terminal of Windows takes no bytes as they are. */
function findPlace({ argv, env, platform }: StartProcess): Omit<FramePlace, 'shown'> | undefined {
  const environment = readEnvironment(env);
  const { dumbTerminal, accessible, apiKey, apiKeyFile } = environment;
  if (platform === 'win32' || dumbTerminal || accessible || apiKey !== undefined || apiKeyFile) {
    return undefined;
  }

  const { isatty } = process.getBuiltinModule('node:tty');
  const folders = locateFolders(environment.home);
  if (!folders || !isatty(0) || !isatty(1)) {
    return undefined;
  }

  // As it is now: by the time at which a frame is kept another build may have taken its place.
  const program = lookAt(argv[1] ?? '', 'whole');
  return {
    path: join(folders.state, frameName),
    madeFor: (columns, rows) => describeStart(env, [program, folders, columns, rows]),
  };
}

/** Variables that Ink, chalk and sorting go by, beside those that the program reads itself. */
const looks = [
  'FORCE_COLOR',
  'COLORTERM',
  'CI',
  'TEAMCITY_VERSION',
  'TF_BUILD',
  'AGENT_NAME',
  'LC_ALL',
  'LC_MESSAGES',
  'LC_CTYPE',
  'LANG',
  'LANGUAGE',
  'TZ',
];

/** A proxy may have a password in it, and does not affect saved data. */
function describeStart(variables: StartProcess['env'], facts: readonly unknown[]): string {
  const { httpsProxy: _proxy, noProxy: _noProxy, apiKey: _key, ...environment } = readEnvironment(variables);
  return JSON.stringify([
    version,
    process.versions.node,
    ...facts,
    environment,
    looks.map((name) => variables[name] ?? null),
  ]);
}

/** As shown; undefined if a text is not as the screens would show it. */
function toSafeLines({ rows }: KeptFrame): readonly string[] | undefined {
  return rows.every((row) => row.every(([text]) => safeText(text) === text)) ? rows.map(toLine) : undefined;
}

function show(target: StartProcess, frame: Pick<ShownFrame, 'kept' | 'lines' | 'columns' | 'rows'>): ShownFrame {
  const { stdin, stdout } = target;
  let isOurs = true;
  const leave = (): void => {
    if (isOurs) {
      isOurs = false;
      handSignals();
      try {
        stdout.write(backToShell);
        stdin.setRawMode(false);
      } catch {
        // A terminal that went away needs no restoring.
      }
    }
  };
  const enders = Object.entries(signals).map(([name, code]) => {
    const end = (): void => {
      leave();
      target.exit(code);
    };
    return [name, end] as const;
  });
  const handSignals = (): void => enders.forEach(([name, end]) => void target.off(name, end));
  enders.forEach(([name, end]) => void target.on(name, end));
  target.on('exit', leave);
  // Before whoever tells of it: the sentence is to stand in the shell.
  target.on('uncaughtExceptionMonitor', leave);
  // First, so that keys typed from here on are neither echoed into the frame nor lost, and make no signal.
  stdin.setRawMode(true);
  stdout.write(enter + frame.lines.map((line, row) => `\u001B[${row + 1};1H${line}`).join('') + whole);
  return {
    ...frame,
    leave,
    handSignals,
    handOver: () => {
      isOurs = false;
    },
  };
}
