import type { Home } from '../../app/home.js';
import type { Session } from '../../app/workspace.js';
import { systemClock } from '../../platform/time/clock.js';
import type { Environment } from '../../platform/process/environment.js';
import { createLog, type Log } from '../../platform/process/log.js';
import { type Folders, locateMarks, findPathMistake, locateFolders } from '../../platform/files/paths.js';
import type { TextSink } from '../../platform/process/text-sink.js';
import { systemRandom, findSelf } from '../../platform/process/self.js';
import type { FramePlace } from '../start/show-kept.js';
import type { Context } from './context.js';
import type { Input } from '../parse/command.js';
import type { Output, Terminal } from './output.js';
import { createSuspensions } from './suspend.js';
import { wrongUse } from './failure.js';

/** The command line, and the process it runs in. */
export type ContextOptions = {
  readonly input: Input;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** The streams, each made if a command needs it. */
  readonly program: {
    readonly stdin: NodeJS.ReadStream;
    readonly stdout: TextSink;
    readonly stderr: TextSink;
    /** The kept frame of the start; absent: it is not kept. */
    readonly frame?: FramePlace | undefined;
  };
  readonly signal: AbortSignal;
  readonly onHangup: Context['onHangup'];
};

/** The real context: sessions of a command are closed by `close`. */
export function createContext(options: ContextOptions): Context & { close(): Promise<void> } {
  const { input, output, terminal, environment, program, signal } = options;
  // Asked for only by commands that keep files on this machine: without a home a person may still read the help.
  let kept: { readonly folders: Folders; readonly log: Log } | undefined;
  const openFolders = (): { readonly folders: Folders; readonly log: Log } => {
    if (!kept) {
      const folders = requireFolders(environment);
      kept = { folders, log: createLog(folders.state, systemClock) };
      if (environment.apiKey !== undefined) {
        kept.log.conceal(environment.apiKey);
      }
    }

    return kept;
  };

  const suspensions = createSuspensions(process);
  const sessions: Session[] = [];
  let home: Promise<Home> | undefined;
  const openHome = async (): Promise<Home> => {
    const { folders, log } = openFolders();
    const { openDiskHome } = await import('./open-store.js');
    const flags = {
      profile: input.text('profile'),
      noColor: input.has('no-color'),
      screenReader: input.has('screen-reader'),
    };
    const options = {
      folders,
      marksFolder: locateMarks(environment.marks),
      environment,
      flags,
      clock: systemClock,
      random: systemRandom,
      log,
      self: findSelf(),
    };
    return openDiskHome(options, output);
  };

  const context: Context = {
    output,
    terminal,
    environment,
    clock: systemClock,
    get log() {
      return openFolders().log;
    },
    get stdin() {
      return program.stdin;
    },
    get stdout() {
      return program.stdout.stream;
    },
    get stderr() {
      return program.stderr.stream;
    },
    frame: program.frame,
    signal,
    onHangup: options.onHangup,
    patience: (ms) => AbortSignal.any([signal, suspensions.patience(ms)]),
    async openHome({ evenIfDamaged } = { evenIfDamaged: false }) {
      const opened = await (home ??= openHome());
      if (opened.damage && !evenIfDamaged) {
        throw opened.damage;
      }

      return opened;
    },
    async openSession({ loaded, ...access } = { loaded: true }) {
      const { openChosenStore } = await import('./open-store.js');
      const session = await openChosenStore(await context.openHome(), access);
      sessions.push(session);
      suspensions.watch(session.engine);
      const { profile, key } = session;
      options.output.detail(
        `Profile ${profile.name}: ${profile.baseUrl}. Key: ${key?.source ?? 'none'}. Log: ${context.log.path}.`,
      );
      if (loaded) {
        await session.engine.load(loaded === 'queue' ? 'queue' : 'all');
      }

      return session;
    },
  };
  return Object.assign(context, {
    close: async () => {
      await Promise.all(sessions.map((session) => session.close()));
      suspensions.stop();
    },
  });
}

/** Without a home, or with a relative one, there is no place in which entered animals would be found again. */
export function requireFolders({ home, marks }: Environment): Folders {
  const mistake =
    findPathMistake('PETSTORE_HOME', home) ?? findPathMistake('PETSTORE_MARKS', marks === 'off' ? undefined : marks);
  if (mistake !== undefined) {
    throw wrongUse(mistake);
  }

  const folders = locateFolders(home);
  if (!folders) {
    throw wrongUse(
      'There is no home folder: HOME is not an absolute path, and the system has no record of this user. ' +
        'Set HOME, or PETSTORE_HOME, to a folder of yours. Nothing was saved or sent.',
    );
  }

  return folders;
}
