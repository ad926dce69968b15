import type { TerminalFacts } from '../../app/doctor/check-machine.js';
import type { Context } from './context.js';

/** The facts about the terminal that the doctor needs. */
export function terminalFactsOf({ terminal, environment, stdout }: Context): TerminalFacts {
  return {
    isTerminal: terminal.stdin && terminal.stdout,
    isDumb: environment.dumbTerminal,
    columns: terminal.columns,
    rows: stdout.rows || 24,
  };
}
