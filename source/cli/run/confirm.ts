import { createInterface } from 'node:readline/promises';
import type { Context } from './context.js';
import { exitCode } from './failures/exit-code.js';
import { Failure, wrongUse } from './failures/failure.js';
import type { Input } from '../parse/input.js';

/** Goes on only where `--yes` was given or a person at a terminal says so; the answer by default is no. */
export async function confirm(question: string, input: Input<'yes'>, { terminal, stdin, stderr, signal }: Context): Promise<void> {
  if (input.has('yes')) {
    return;
  }

  if (!terminal.stdin || !terminal.stderr) {
    throw wrongUse(`${question} There is no terminal to ask on: use --yes. Nothing was changed.`);
  }

  // Not in raw mode: Ctrl-C must reach the process as it does everywhere else.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) {
      throw new Failure(exitCode.wrongUse, { code: 'not_confirmed', message: 'Nothing was changed.' });
    }
  } finally {
    lines.close();
  }
}
