/** The tools of a command, the questions that it may put to a person included. */
import type { TerminalFacts } from '../../app/doctor/check-machine.ts';
import type { Home } from '../../app/home.ts';
import type { SessionOptions } from '../../app/session/compose-session.ts';
import type { FlagSettings } from '../../app/settings/setting-definitions.ts';
import type { Session } from '../../app/session/compose-session.ts';
import { type Folders, findPathMistake, locateFolders } from '../../platform/files/paths.ts';
import type { Environment } from '../../platform/process/environment.ts';
import { createLog, type Log } from '../../platform/process/log.ts';
import { systemRandom, findSelf } from '../../platform/process/self.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { exitCode, Failure, wrongUse } from './failure.ts';
import type { Output, Terminal } from './output.ts';
import { createPrompts } from './prompts.ts';
import { createSuspensions } from './signals.ts';

/** The streams of the process. */
export type Program = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Called when animals were saved: an answer that cannot be written then is only told. */
  readonly onSaved?: () => void;
};

/** The command line, and the process it runs in. */
export type ContextOptions = {
  readonly output: Output;
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly program: Program;
  readonly flags: FlagSettings;
  /** Fires at Ctrl-C and SIGTERM: end soon, and keep the work done. */
  readonly signal: AbortSignal;
  /** From now on a signal does this, and does not end the program. */
  readonly onSignal: (name: NodeJS.Signals, work: () => void) => void;
};

/** The tools of a command. Whatever costs time is opened when it is asked for. */
export type Context = Omit<ReturnType<typeof createContext>, 'close'>;

/** The real one. */
export function createContext(options: ContextOptions) {
  const { flags, ...given } = options;
  const { output, environment, signal, program } = given;
  // Asked for only by commands that keep files on this machine: without a home a person may still read the help.
  let kept: { readonly folders: Folders; readonly log: Log } | undefined;
  const openFolders = (): { readonly folders: Folders; readonly log: Log } => {
    if (!kept) {
      const folders = requireFolders(environment);
      kept = { folders, log: createLog(folders.state, systemClock, environment.apiKey) };
    }

    return kept;
  };

  const suspensions = createSuspensions(process, () => output.repeatProgress());
  const sessions: Session[] = [];
  let home: Promise<Home> | undefined;
  const openHome = async (): Promise<Home> => {
    const machine = { clock: systemClock, random: systemRandom, self: findSelf(), ...openFolders() };
    const { openDiskHome } = await import('../../app/session/compose-session.ts');
    return openDiskHome({ ...machine, environment, flags }, output);
  };

  const prompts = createPrompts(program, signal);
  const openHomeOnce = async ({ evenIfDamaged } = { evenIfDamaged: false }): Promise<Home> => {
    const found = await (home ??= openHome());
    if (found.damage && !evenIfDamaged) {
      throw found.damage;
    }

    return found;
  };
  return {
    ...given,
    clock: systemClock,
    get log() {
      return openFolders().log;
    },
    /** Fires as `signal` does, and after `ms` of waiting; time in which the process is suspended does not count. */
    patience: (ms: number): AbortSignal => AbortSignal.any([signal, suspensions.patience(ms)]),
    /** The line that a person typed; undefined if the input ends instead. Fails if the command is interrupted. */
    ask: prompts.ask,
    /** The same for a secret, which the terminal does not show; an input that ends is an interruption. */
    askHidden: prompts.askHidden,
    /** Settings, profiles and keys; the same one each time. Throws if the configuration is damaged. */
    openHome: openHomeOnce,
    /** The chosen store with its data, closed at the end. */
    async openSession(access?: SessionOptions): Promise<Session> {
      const { openSession } = await import('../../app/session/compose-session.ts');
      const session = await openSession(await openHomeOnce(), undefined, access);
      sessions.push(session);
      suspensions.watch(session.engine);
      const { profile, key } = session;
      output.detail(
        `Profile ${profile.name}: ${profile.baseUrl}. Key: ${key?.source ?? 'none'}. Log: ${openFolders().log.path}.`,
      );
      await session.engine.load();
      return session;
    },
    /** Closes the sessions of its command. */
    close: async (): Promise<void> => {
      prompts.close();
      await Promise.all(sessions.map((session) => session.close()));
      suspensions.stop();
    },
  };
}

/** Without a home, or with a relative one, there is no place in which entered animals would be found again. */
export function requireFolders({ home }: Environment): Folders {
  const mistake = findPathMistake('PETSTORE_HOME', home);
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

/** A pipe on either side belongs to a script. The input is looked at last: Node takes ten milliseconds to open it. */
export function canAsk({ terminal, output }: Pick<Context, 'terminal' | 'output'>): boolean {
  return output.format === 'table' && terminal.stdout && terminal.stderr && terminal.stdin;
}

/** Whether a person says yes; no if the input ends instead. Fails as `ask` does. */
export async function agrees(question: string, context: Pick<Context, 'ask'>): Promise<boolean> {
  return /^y(es)?$/i.test((await context.ask(`${question} [y/N] `))?.trim() ?? '');
}

/** Goes on only if `--yes` was given or a person at a terminal says so; the answer by default is no. */
export async function confirm(question: string, isAgreed: boolean, context: Context): Promise<void> {
  if (isAgreed) {
    return;
  }

  if (!context.terminal.stdin || !context.terminal.stderr) {
    throw wrongUse(`${question} There is no terminal to ask on: use --yes. Nothing was changed.`);
  }

  if (!(await agrees(question, context))) {
    throw new Failure(exitCode.wrongUse, { code: 'not_confirmed', message: 'Nothing was changed.' });
  }
}

/** The facts about the terminal that the doctor needs. */
export function terminalFactsOf({ terminal, environment, program }: Context): TerminalFacts {
  const isTerminal = terminal.stdin && terminal.stdout;
  return {
    isTerminal,
    isDumb: environment.dumbTerminal,
    columns: terminal.columns,
    rows: program.stdout.rows || 24,
  };
}

/** Why a person's own keys do not count. Loads the key table only if there are some. */
export async function readKeyProblem({ config: { keys } }: Pick<Home, 'config'>): Promise<string | undefined> {
  return keys === undefined ? undefined : (await import('./own-keys.ts')).findKeyProblem(keys);
}
