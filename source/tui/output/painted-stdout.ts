import { toAscii } from '../../text/glyphs.ts';

/**
 * The stdout on which Ink paints. Signs that only a larger character set has are written in ASCII where no more can be
 * drawn: each has one cell in both, so that Ink need not know.
 */
export function paintedStdout(stdout: NodeJS.WriteStream, isAscii: () => boolean): NodeJS.WriteStream {
  const write = (text: string | Uint8Array, ...rest: readonly never[]): boolean =>
    stdout.write(typeof text === 'string' && isAscii() ? toAscii(text) : text, ...rest);
  return new Proxy(stdout, {
    get: (target, name): unknown => (name === 'write' ? write : Reflect.get(target, name)),
  });
}

/** The whole screen is erased, and the cursor at its beginning. */
export const eraseAll = '\u001B[H\u001B[J';
