import type { Home } from '../../app/home.js';
import type { SessionOptions } from '../../app/session/compose-session.js';
import type { Session } from '../../app/workspace.js';
import type { Clock } from '../../platform/time/clock.js';
import type { Environment } from '../../platform/process/environment.js';
import type { Log } from '../../platform/process/log.js';
import type { FramePlace } from '../start/show-kept.js';
import type { Output, Terminal } from './output.js';
import type { TerminalFacts } from '../../app/doctor/check-machine.js';
import { hasPreferences } from '../../app/preferences/preferences.js';

/** The tools of a command. Whatever costs time is opened when it is asked for. */
export type Context = {
  readonly output: Output;
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** The place of the app's frame for the next start, and the one that this start shows; undefined: it is not kept. */
  readonly frame: FramePlace | undefined;
  /** Fires at Ctrl-C and SIGTERM: end soon, and keep the work done. */
  readonly signal: AbortSignal;
  /** From now on SIGHUP does this, and does not end the program. */
  readonly onHangup: (reload: () => void) => void;
  /** Fires as `signal` does, and after `ms` of waiting; time in which the process is suspended does not count. */
  patience(ms: number): AbortSignal;
  /** Settings, profiles and keys; the same one each time. Throws if the configuration is damaged. */
  openHome(options?: { readonly evenIfDamaged: boolean }): Promise<Home>;
  /** The chosen store, closed at the end. Loads all data, the queue alone, or none. `onlyLooks`: it is only read. */
  openSession(options?: { readonly loaded: boolean | 'queue' } & SessionOptions): Promise<Session>;
};

/** The facts about the terminal that the doctor needs. */
export function terminalFactsOf({ terminal, environment, stdout }: Context): TerminalFacts {
  return {
    isTerminal: terminal.stdin && terminal.stdout,
    isDumb: environment.dumbTerminal,
    columns: terminal.columns,
    rows: stdout.rows || 24,
  };
}

/** What of a person's own keys, views and looks is ignored. Loads the key table only if there are some. */
export async function readIgnored(home: Pick<Home, 'config' | 'configFile'>): Promise<readonly string[]> {
  return hasPreferences(home.config) ? (await (await import('../help/help-keys.js')).readOwn(home)).problems : [];
}
