/**
 * Questions to a person at the terminal. After Ctrl-Z and `fg` each is asked anew, whole: the terminal has dropped what
 * was typed of the answer, and the shell wrote below the question.
 */
import type { Interface } from 'node:readline';
import { safeText } from '../../platform/text/terminal-text.ts';
import { exitCode, Failure } from './failure.ts';

type Streams = { readonly stdin: NodeJS.ReadStream; readonly stderr: NodeJS.WriteStream };

/** The questions of one command; `close` gives the input back. */
export function createPrompts(program: Streams, signal: AbortSignal) {
  // Opened at the first question: text typed ahead is left to the shell if there is no question. Not in raw mode:
  // Ctrl-C must reach the process as it does everywhere else.
  let input: { readonly reader: Interface; readonly lines: AsyncIterator<string> } | undefined;
  const openInput = async () => {
    const { createInterface } = await import('node:readline');
    const reader = createInterface({ input: program.stdin, terminal: false });
    return { reader, lines: reader[Symbol.asyncIterator]() };
  };

  const say = (question: string): void => void program.stderr.write(safeText(question));
  /** Over itself, if it stands there still. */
  const sayAgain = (question: string): void => {
    program.stderr.write('\r');
    say(question);
  };

  async function put<Answer>(question: string, answer: Promise<Answer>, onContinued?: () => void): Promise<Answer> {
    const goOn = (): void => {
      onContinued?.();
      sayAgain(question);
    };
    const { promise: interrupted, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new Error('interrupted'));
    signal.addEventListener('abort', giveUp, { once: true });
    process.on('SIGCONT', goOn);
    try {
      say(question);
      return await Promise.race([answer, interrupted]);
    } finally {
      process.off('SIGCONT', goOn);
      signal.removeEventListener('abort', giveUp);
    }
  }

  return {
    ask: async (question: string): Promise<string | undefined> => {
      input ??= await openInput();
      // Lines that were pasted at once answer one question each.
      const line = await put(question, input.lines.next());
      return line.done === true ? undefined : line.value;
    },
    askHidden: async (question: string): Promise<string> => {
      const [{ createInterface }, { Writable }] = await Promise.all([import('node:readline'), import('node:stream')]);
      const { stdin, stderr } = program;
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      // Made before anybody is asked: until then the terminal shows what is typed.
      const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
      const typed = new Promise<string>((resolve, reject) => {
        const giveUp = (): void =>
          reject(new Failure(exitCode.interrupted, { code: 'interrupted', message: 'Nothing was saved.' }));
        lines.once('line', resolve).once('SIGINT', giveUp).once('close', giveUp);
      });
      // In raw mode Ctrl-Z is a key. Where no shell stops the program it is asked anew all the same, and not shown.
      lines.on('SIGTSTP', () => {
        lines.write(null, { ctrl: true, name: 'e' });
        lines.write(null, { ctrl: true, name: 'u' });
        stdin.setRawMode(false);
        process.kill(process.pid, 'SIGTSTP');
        stdin.setRawMode(true);
        sayAgain(question);
      });
      // The shell may have set another mode, which Node does not know of.
      const hideAgain = (): void => void stdin.setRawMode(false).setRawMode(true);
      try {
        return await put(question, typed, hideAgain);
      } finally {
        lines.close();
        stderr.write('\n');
      }
    },
    close: (): void => input?.reader.close(),
  };
}
