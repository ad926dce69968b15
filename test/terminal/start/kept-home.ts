/** A home in which the built program was opened and left, so that it has a kept frame; and starts from there. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { hashIdentity } from '../../../source/app/profiles/profiles.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import { createListCache } from '../../../source/local/list-cache.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { programEnvironment, programPath } from '../../helpers/program.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { openTerminal, type TerminalOptions, type TerminalSession } from '../../helpers/terminal.js';

/** Nobody listens there. */
export const baseUrl = 'http://127.0.0.1:9/v1';

const preload = join(import.meta.dirname, 'hold-start.cjs');

/** What tells of the terminal, where a test says nothing else. */
const usual = {
  LANG: 'C.UTF-8',
  LC_ALL: undefined,
  LC_CTYPE: undefined,
  TZ: 'UTC',
  COLORTERM: undefined,
  FORCE_COLOR: undefined,
};

export type StartOptions = {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly size?: readonly [columns: number, rows: number];
  readonly args?: readonly string[];
  readonly program?: string;
  /** Runs it by this command (`onFullDisk`). */
  readonly by?: readonly string[];
  /** What the terminal says of its colours. */
  readonly colours?: TerminalOptions['colours'];
};

export type KeptHome = {
  readonly home: string;
  /** Where this home keeps its frame. */
  readonly framePath: string;
  readonly storeFolder: string;
  /** Starts the program. */
  readonly start: (options?: StartOptions) => TerminalSession;
  /** Starts it, and has it stand still before it loads what it is made of, until `release` is called. */
  readonly hold: (options?: StartOptions) => TerminalSession & { readonly release: () => void };
  /** What a start writes before it loads what it is made of: all of it, terminal given back. */
  readonly begin: (options?: StartOptions) => Promise<string>;
  /** Opens the app and leaves it, which keeps its frame. */
  readonly visit: (options?: StartOptions) => Promise<void>;
};

/** Saves so many pets of a store that cannot be reached, and opens and leaves the app. */
export async function keepHome(t: ExecutionContext, count = 30, options: StartOptions = {}): Promise<KeptHome> {
  const kept = await savedHome(t, count);
  await kept.visit(options);
  if (!existsSync(kept.framePath)) {
    throw new Error('The app was left and kept no frame.');
  }

  return kept;
}

/** The same without a frame. */
export async function savedHome(t: ExecutionContext, count = 30, home = temporaryFolder(t)): Promise<KeptHome> {
  const storeFolder = join(home, 'data', 'stores', hashIdentity(baseUrl));
  mkdirSync(storeFolder, { recursive: true });
  mkdirSync(join(home, 'config'), { recursive: true });
  writeFileSync(
    join(home, 'config', 'config.json'),
    JSON.stringify({ profile: 'shelter', profiles: { shelter: { baseUrl } }, motion: false }),
  );
  await savePets(storeFolder, count);
  const start = (options: StartOptions = {}) => {
    const {
      env = {},
      size: [cols, rows] = [80, 24],
      args = [],
      program = programPath,
      by = [],
      colours = {},
    } = options;
    const { TERM = 'xterm-256color', ...others } = env;
    const [command, ...before] = [...by, '/usr/bin/env'];
    const terminal = openTerminal({
      command,
      args: [...before, `TERM=${TERM}`, process.execPath, '--require', preload, program, ...args],
      env: { ...programEnvironment(home), ...usual, ...others },
      cols,
      rows,
      colours,
    });
    t.teardown(() => terminal.close());
    return terminal;
  };
  let held = 0;
  return {
    home,
    framePath: join(home, 'state', 'frame.json'),
    storeFolder,
    start,
    hold(options = {}) {
      held += 1;
      const path = join(home, `release-${held}`);
      const terminal = start({ ...options, env: { ...options.env, HOLD_START: path } });
      return Object.assign(terminal, { release: () => writeFileSync(path, '') });
    },
    async begin(options = {}) {
      const terminal = start({ ...options, env: { ...options.env, END_START: '1' } });
      await terminal.exit;
      await terminal.drawn();
      return terminal.written();
    },
    async visit(options) {
      const terminal = start(options);
      await terminal.waitFor('? help');
      await terminal.waitFor(/offline (?:since )?\d\d:\d\d/);
      terminal.press('q');
      await terminal.exit;
    },
  };
}

/** Puts a saved copy of so many pets into a store's folder. */
export async function savePets(storeFolder: string, count: number): Promise<void> {
  const pets = Array.from({ length: count }, (_, index): Pet => ({
    id: String(index + 1) as Int64,
    name: `Pet number ${index + 1}`,
    categoryId: '3' as Int64,
    status: 'available',
  }));
  await createListCache(diskFileSystem, storeFolder).write({
    resets: 0,
    pets,
    lists: { all: { fetchedAt: '2026-11-20T08:00:00.000Z', complete: true } },
    lookedUp: [],
  });
}
