import { toAscii } from '../../text/glyphs.ts';

/** The whole screen is erased, and the cursor at its beginning. */
export const eraseAll = '\u001B[H\u001B[J';
const alternateScreen = '\u001B[?1049h';

/**
 * The stdout on which Ink paints. Signs that only a larger character set has are written in ASCII where no more can be
 * drawn: each has one cell in both, so that Ink need not know. Nor does it know that the alternate screen may hold what
 * a program that was killed left there, which tmux shows again.
 */
export function paintedStdout(stdout: NodeJS.WriteStream, isAscii: () => boolean): NodeJS.WriteStream {
  const paint = (text: string): string => {
    const cleared = text.replace(alternateScreen, `$&${eraseAll}`);
    return isAscii() ? toAscii(cleared) : cleared;
  };
  const write = (text: string | Uint8Array, ...rest: readonly never[]): boolean =>
    stdout.write(typeof text === 'string' ? paint(text) : text, ...rest);
  return new Proxy(stdout, {
    get: (target, name): unknown => (name === 'write' ? write : Reflect.get(target, name)),
  });
}
