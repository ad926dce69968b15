/** An element of a JSON array: the line on which it starts, the first being 1, and its text. */
export type ArrayElement = { readonly line: number; readonly source: string };

/** The elements of a JSON array as they stand in its text, which must be valid. */
export function findElements(text: string): readonly ArrayElement[] {
  const elements: ArrayElement[] = [];
  let depth = 0;
  let line = 1;
  let isAwaited = false;
  let begun: { readonly line: number; readonly at: number } | undefined;
  const end = (at: number): void => {
    if (begun) {
      elements.push({ line: begun.line, source: text.slice(begun.at, at).trimEnd() });
      begun = undefined;
    }
  };

  // Strings are taken whole, so that brackets and commas in them do not count.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s[\]{},"]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }

    if (isAwaited && token !== ']') {
      begun = { line, at: index };
      isAwaited = false;
    }

    if (token === '[' || token === '{') {
      depth += 1;
      isAwaited = depth === 1;
    } else if (token === ']' || token === '}') {
      depth -= 1;
      if (depth === 0) {
        end(index);
      }
    } else if (token === ',' && depth === 1) {
      end(index);
      isAwaited = true;
    }
  }

  return elements;
}
