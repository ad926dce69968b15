import type { TerminalFacts } from '../../app/doctor/check-machine.js';
import type { Context } from './context.js';

/** What the doctor needs to know about the terminal. */
export function terminalFactsOf({ terminal, environment, stdout }: Context): TerminalFacts {
  return {
    isTerminal: terminal.stdin && terminal.stdout,
    isDumb: environment.dumbTerminal,
    columns: terminal.columns,
    rows: stdout.rows || 24,
  };
}
