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
import { wrongUse, exitCode } from './failure.js';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Engine } from '../../sync/api.js';

/** The command line, and the process it runs in. */
export type ContextOptions = {
  readonly input: Input;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly environment: Environment;
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
    const { openDiskHome } = await import('../../app/session/compose-session.js');
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
      const { openSession } = await import('../../app/session/compose-session.js');
      const session = await openSession(await context.openHome(), undefined, access);
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

/**
 * What Ctrl-Z does to a command. Before the first engine no lock is held, so the system's own way of stopping is right.
 */
export function createSuspensions(target: Pick<NodeJS.Process, 'on' | 'off' | 'platform' | 'pid' | 'kill'>) {
  const engines: Pick<Engine, 'suspendDuring'>[] = [];
  const waits = new Set<{ hold(): void; goOn(): void }>();
  let isSuspending = false;

  async function suspend(): Promise<void> {
    // A second Ctrl-Z while the first one is being obeyed has no further effect: one `fg` is to be enough.
    if (isSuspending) {
      return;
    }

    isSuspending = true;
    for (const wait of waits) {
      wait.hold();
    }

    // A stopped command that kept the sender's lock would keep every other petstore from sending.
    const stopProcess = async (): Promise<void> => {
      target.kill(target.pid, 'SIGSTOP');
      // The service may have closed connections meanwhile. That is read before any of them is used again, or the store
      // would be found unreachable: once round the event loop, wherever in it this is.
      await immediate();
      await immediate();
    };
    await engines.reduce((work, engine) => () => engine.suspendDuring(work), stopProcess)();
    for (const wait of waits) {
      wait.goOn();
    }

    isSuspending = false;
  }

  const onStop = (): void => void suspend();
  return {
    /** From now on a suspended process holds no lock, and goes on with this engine's work when it is continued. */
    watch(engine: Pick<Engine, 'suspendDuring'>): void {
      engines.push(engine);
      // Windows cannot suspend a process this way.
      if (engines.length === 1 && target.platform !== 'win32') {
        target.on('SIGTSTP', onStop);
      }
    },
    /** Fires after `ms` of the process's own time: it does not count while it is stopped. */
    patience(ms: number): AbortSignal {
      const over = new AbortController();
      let left = ms;
      let since = 0;
      let timer: NodeJS.Timeout | undefined;
      const wait = {
        hold: () => {
          clearTimeout(timer);
          left -= performance.now() - since;
        },
        goOn: () => {
          since = performance.now();
          timer = setTimeout(() => {
            waits.delete(wait);
            over.abort();
          }, left).unref();
        },
      };
      waits.add(wait);
      wait.goOn();
      return over.signal;
    },
    stop: () => void target.off('SIGTSTP', onStop),
  };
}

// SIGBREAK is Ctrl-Break of a Windows console; SIGHUP is what closing one comes as, and ten seconds later Windows ends
// the process.
const exits: Readonly<Record<string, number>> = {
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
  SIGHUP: 129,
  SIGBREAK: exitCode.interrupted,
};

/** Ctrl-C and its like while a command runs. */
export type Interrupts = ReturnType<typeof listenForInterrupts>;

/** From now on the first signal asks the command to end, and a second one ends the process at once. */
export function listenForInterrupts() {
  const controller = new AbortController();
  const handle = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      process.exit(exits[name]);
    }

    controller.abort(exits[name]);
  };
  const names = Object.keys(exits) as NodeJS.Signals[];
  for (const name of names) {
    process.on(name, handle);
  }

  return {
    /** Fires at the first Ctrl-C, SIGTERM or SIGHUP; its reason is the exit code. */
    signal: controller.signal,
    /** Takes SIGHUP out of these: from now on it does this. Not on Windows: the console is closed there. */
    onHangup: (work: () => void): void => {
      if (process.platform === 'win32') {
        return;
      }

      process.off('SIGHUP', handle);
      process.on('SIGHUP', work);
    },
    stop: (): void => {
      for (const name of names) {
        process.off(name, handle);
      }
    },
  };
}

/** The exit code of the signal that arrived, or undefined. */
export function interruptionOf(signal: AbortSignal): number | undefined {
  return signal.aborted ? (signal.reason as number) : undefined;
}
