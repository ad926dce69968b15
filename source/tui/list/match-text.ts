/** A text cut into pieces that do and do not match one of the words. */
export function splitMatches(text: string, words: readonly string[]): readonly { readonly text: string; readonly match: boolean }[] {
  const folded = text.toLowerCase();
  // A few letters change their length in lower case; positions would then be wrong.
  if (words.length === 0 || folded.length !== text.length) {
    return [{ text, match: false }];
  }

  const pieces: { text: string; match: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    const next = nextMatch(folded, words, at);
    pieces.push(...[{ text: text.slice(at, next.start), match: false }, { text: text.slice(next.start, next.end), match: true }].filter((piece) => piece.text !== ''));
    at = next.end;
  }

  return pieces;
}

function nextMatch(folded: string, words: readonly string[], from: number): { readonly start: number; readonly end: number } {
  let best = { start: folded.length, end: folded.length };
  for (const word of words) {
    const start = folded.indexOf(word, from);
    if (start !== -1 && (start < best.start || (start === best.start && start + word.length > best.end))) {
      best = { start, end: start + word.length };
    }
  }

  return best;
}
