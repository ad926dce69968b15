/** The candidate a mistyped word was probably meant to be, or undefined if all are far off. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const limit = word.length < 4 ? 1 : 2;
  const near = candidates
    .map((candidate) => ({
      candidate,
      distance: candidate.startsWith(word) && word.length > 1 ? 0 : distance(word, candidate),
    }))
    .filter((each) => each.distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.candidate;
}

/** The sentences that end a message about a word that is not known. */
export function hint(suggestion: string | undefined, help: string): string {
  return suggestion === undefined ? `See \`${help}\`.` : `Did you mean "${suggestion}"? See \`${help}\`.`;
}

/** Edits between two words; two swapped neighbours count as one (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const cost = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
      rows[row]?.push(cost);
    }
  }

  return at(a.length, b.length);
}
