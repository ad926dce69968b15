import { createInterface, type Interface } from 'node:readline';
import type { Context } from './context.js';
import { exitCode, Failure, wrongUse } from './failure.js';
import type { Input } from '../parse/command.js';

/** Asks one question after the other. */
export type Asker = ReturnType<typeof createAsker>;

/** A pipe on either side belongs to a script. The input is looked at last: Node takes ten milliseconds to open it. */
export function canAsk({ terminal, output }: Pick<Context, 'terminal' | 'output'>): boolean {
  return output.format === 'table' && terminal.stdout && terminal.stderr && terminal.stdin;
}

/** Opens the input at the first question. Lines that were pasted at once answer one question each. */
export function createAsker(context: Pick<Context, 'stdin' | 'stderr' | 'signal'>) {
  // Text typed ahead is left to the shell if there is no question. Not in raw mode: Ctrl-C must reach the process as it
  // does everywhere else.
  let opened: { readonly reader: Interface; readonly lines: AsyncIterator<string> } | undefined;
  const open = () => {
    const reader = createInterface({ input: context.stdin, terminal: false });
    return { reader, lines: reader[Symbol.asyncIterator]() };
  };
  const interrupted = new Promise<never>((_resolve, reject) => {
    context.signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
  });
  interrupted.catch(() => undefined);
  const ask = async (question: string): Promise<string | undefined> => {
    opened ??= open();
    context.stderr.write(question);
    const line = await Promise.race([opened.lines.next(), interrupted]);
    return line.done === true ? undefined : line.value;
  };
  return {
    /** The line that was typed; undefined if the input ends instead. Fails if the command is interrupted. */
    ask,
    /** Whether the answer is yes; no if the input ends instead. Fails as `ask` does. */
    agrees: async (question: string): Promise<boolean> =>
      /^y(es)?$/i.test((await ask(`${question} [y/N] `))?.trim() ?? ''),
    close: (): void => opened?.reader.close(),
  };
}

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
