import type { NewPet } from '../../domain/pet.js';
import type { CategoryLabels } from './order-pets.js';

/** A filter's words, as they are compared: all of them must occur. */
export function toWords(filter: string): readonly string[] {
  return fold(filter).split(/\s+/u).filter(Boolean);
}

/** What an animal is searched in: name, category (number and label), status and id. */
export function toHaystack(id: string, { name, categoryId, status }: NewPet, labels: CategoryLabels): string {
  return fold(`${name} ${categoryId} ${labels[categoryId] ?? ''} ${status ?? ''} ${id}`);
}

export function matches(haystack: string | undefined, words: readonly string[]): boolean {
  return haystack !== undefined && words.every((word) => haystack.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

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
