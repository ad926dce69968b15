/** The line on which each element of a JSON array starts; the first line is 1. The text must be a valid array. */
export function findElementLines(text: string): readonly number[] {
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  let isAwaited = false;
  // Strings are taken whole, so that brackets and commas in them count for nothing.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s[\]{},"]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }

    if (isAwaited && token !== ']') {
      lines.push(line);
      isAwaited = false;
    }

    if (token === '[' || token === '{') {
      depth += 1;
      isAwaited = depth === 1;
    } else if (token === ']' || token === '}') {
      depth -= 1;
    } else if (token === ',' && depth === 1) {
      isAwaited = true;
    }
  }

  return lines;
}
