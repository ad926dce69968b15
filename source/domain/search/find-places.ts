import { foldText } from './fold-text.js';
import type { Query } from './query.js';

/** A piece of a text, and whether it is a match. */
export type Piece = { readonly text: string; readonly match: boolean };

/** What to look for in a text that is shown, so that a person sees why it was found. */
export function shownWords({ terms }: Query): readonly string[] {
  return terms.flatMap((term) => (term.negative || (term.field !== 'word' && term.field !== 'cat') ? [] : [term.text]));
}

/** A text cut into pieces that do and do not match one of the words, which are folded. */
export function splitMatches(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) {
    return [{ text, match: false }];
  }

  const { folded, starts } = foldWithPlaces(text);
  const pieces: Piece[] = [];
  let at = 0;
  while (at < folded.length) {
    const { start, end } = nextMatch(folded, words, at);
    pieces.push(
      { text: text.slice(starts[at], starts[start]), match: false },
      { text: text.slice(starts[start], starts[end]), match: true },
    );
    at = end;
  }

  return pieces.filter((piece) => piece.text !== '');
}

/** A folded text, and where in the original each of its characters begins; the last place is its end. */
function foldWithPlaces(text: string): { readonly folded: string; readonly starts: readonly number[] } {
  let folded = '';
  const starts: number[] = [];
  let place = 0;
  for (const character of text) {
    const each = foldText(character);
    folded += each;
    starts.push(...Array.from({ length: each.length }, () => place));
    place += character.length;
  }

  return { folded, starts: [...starts, place] };
}

function nextMatch(
  folded: string,
  words: readonly string[],
  from: number,
): { readonly start: number; readonly end: number } {
  let best = { start: folded.length, end: folded.length };
  for (const word of words) {
    const start = folded.indexOf(word, from);
    if (start !== -1 && (start < best.start || (start === best.start && start + word.length > best.end))) {
      best = { start, end: start + word.length };
    }
  }

  return best;
}
