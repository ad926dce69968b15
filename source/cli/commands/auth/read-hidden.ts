import type { Context } from '../../run/context.js';
import { exitCode, Failure } from '../../run/failures/failure.js';

/** Reads one line from the terminal without showing it. Ctrl-C gives up. */
export async function readHidden(
  prompt: string,
  { stdin, stderr, signal }: Pick<Context, 'stdin' | 'stderr' | 'signal'>,
): Promise<string> {
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let line = '';
  try {
    return await new Promise<string>((resolve, reject) => {
      const giveUp = (): void =>
        reject(new Failure(exitCode.interrupted, { code: 'interrupted', message: 'Nothing was saved.' }));
      signal.addEventListener('abort', giveUp, { once: true });
      stdin.on('end', giveUp).on('data', (text: string) => {
        // A pasted key arrives as one chunk, some terminals put it between ESC[200~ and ESC[201~.
        for (const character of text.replace(/\u001b\[20[01]~/g, '')) {
          if (character === '\r' || character === '\n') {
            resolve(line);
            return;
          }

          if (character === '\u0003' || (character === '\u0004' && line === '')) {
            giveUp();
          }

          line = edit(line, character);
        }
      });
    });
  } finally {
    stdin.setRawMode(false);
    stdin.removeAllListeners('data').pause();
    stderr.write('\n');
  }
}

/** Backspace takes a character away, Ctrl-U all of them. */
function edit(line: string, character: string): string {
  if (character === '\u0015') {
    return '';
  }

  return character === '\u007f' || character === '\b' ? line.slice(0, -1) : line + character;
}
