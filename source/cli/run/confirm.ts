import { createAsker } from './ask.js';
import type { Context } from './context.js';
import { exitCode } from './failures/exit-code.js';
import { Failure, wrongUse } from './failures/failure.js';
import type { Input } from '../parse/input.js';

/** Goes on only where `--yes` was given or a person at a terminal says so; the answer by default is no. */
export async function confirm(question: string, input: Input<'yes'>, context: Context): Promise<void> {
  if (input.has('yes')) {
    return;
  }

  if (!context.terminal.stdin || !context.terminal.stderr) {
    throw wrongUse(`${question} There is no terminal to ask on: use --yes. Nothing was changed.`);
  }

  const asker = createAsker(context);
  try {
    if (!(await asker.agrees(question))) {
      throw new Failure(exitCode.wrongUse, { code: 'not_confirmed', message: 'Nothing was changed.' });
    }
  } finally {
    asker.close();
  }
}
