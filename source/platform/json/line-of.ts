const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gu;

/**
 * The line, from 1, on which the value under some names begins in a JSON text, such as `['keys', 'hold']`; undefined if
 * it is missing. The last one counts, as for `JSON.parse`.
 */
export function lineOf(text: string, path: readonly string[]): number | undefined {
  /** The names that lead to the current place; an array has no names. */
  const names: (string | undefined)[] = [];
  let found: number | undefined;
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(token)) {
    const [piece] = match;
    if (piece === '{' || piece === '[') {
      names.push(undefined);
    } else if (piece === '}' || piece === ']') {
      names.pop();
    } else if (piece === ':' && last) {
      names[names.length - 1] = JSON.parse(last[0]) as string;
      if (names.length === path.length && names.every((name, index) => name === path[index])) {
        found = text.slice(0, last.index).split('\n').length;
      }
    }

    last = match;
  }

  return found;
}
