import { type CategoryLabels, categoryText } from '../category-labels.ts';
import type { EntryState } from '../entry.ts';
import { compareInt64, type Int64 } from '../int64.ts';
import type { NewPet } from '../pet.ts';
import { foldText } from './fold-text.ts';
import type { SeenAnimals } from '../first-seen.ts';
import { isStatus, type Quality, type Query, type Term } from './query.ts';

/** A pet or an entry, as it is searched. */
export type Searched = NewPet & {
  readonly id?: Int64;
  readonly localId?: string;
  readonly petId?: Int64;
  readonly state?: EntryState;
  readonly createdAt?: string;
};

/** Whether an animal is found. `text` is what `toSearchText` made of it. */
type Matcher = (animal: Searched, text: string) => boolean;

/** What words are looked for in, folded: name, category as shown and id, each in its line. */
export function toSearchText(id: string, pet: NewPet, labels: CategoryLabels): string {
  return foldText(`${pet.name}\n${categoryText(pet.categoryId, labels)}\n${id}`);
}

/** Whether a matcher of it looks at the text: making that of 100 000 animals takes longer than matching. */
export function readsText({ terms }: Query): boolean {
  return terms.some(({ field }) => field === 'word' || field === 'name');
}

/** `seen`: since when those of the store are known, if the query asks (`asksWhenSeen`). */
export function createMatcher({ terms }: Query, labels: CategoryLabels, seen?: SeenAnimals): Matcher {
  const checks = terms.map((term) => ({
    negative: term.negative,
    holds: createCheck(term, labels, seen),
  }));
  // Asked 100 000 times for a key, so without a closure around each check.
  return (animal, text) => {
    for (const { negative, holds } of checks) {
      if (holds(animal, text) === negative) {
        return false;
      }
    }

    return true;
  };
}

function createCheck(term: Term, labels: CategoryLabels, seen: SeenAnimals | undefined): Matcher {
  switch (term.field) {
    case 'word':
      if (isStatus(term.text)) {
        return ({ status }, text) => status === term.text || text.includes(term.text);
      }

      return (_, text) => text.includes(term.text);
    case 'name':
      return (_, text) => text.startsWith(term.text);
    case 'cat': {
      const { id } = term;
      const named = new Set(categoriesNamed(term.text, labels));
      return ({ categoryId }) => (id === undefined ? named.has(categoryId) : categoryId === id);
    }
    case 'id':
      return ({ id, petId = id }) =>
        petId !== undefined &&
        (term.from === undefined || compareInt64(petId, term.from) >= 0) &&
        (term.to === undefined || compareInt64(petId, term.to) <= 0);
    case 'local-id':
      return ({ localId }) => localId?.toLowerCase() === term.text;
    case 'is': {
      const wanted = new Set<Quality>(term.qualities);
      // Being sent is the way on from being queued.
      return ({ id, status, state }) =>
        wanted.has(status ?? 'none') ||
        (wanted.has('new') && id !== undefined && seen?.get(id)?.isNew === true) ||
        (state !== undefined && (wanted.has(state) || (state === 'sending' && wanted.has('queued'))));
    }
    case 'since':
      // What was entered here is known since then.
      return ({ id, createdAt = id && seen?.get(id)?.at }) => createdAt !== undefined && createdAt >= term.from;
  }
}

/** The categories whose name contains a text, which is folded. */
function categoriesNamed(text: string, labels: CategoryLabels): readonly Int64[] {
  return (Object.keys(labels) as Int64[]).filter((category) => foldText(labels[category] ?? '').includes(text));
}

/** The values of `cat:` that are no category: no animal has one of them. */
export function unnamedCategories({ terms }: Query, labels: CategoryLabels): readonly string[] {
  return terms.flatMap((term) =>
    term.field === 'cat' && !term.negative && term.id === undefined && categoriesNamed(term.text, labels).length === 0
      ? [term.text]
      : [],
  );
}

type Piece = { readonly text: string; readonly match: boolean };

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

function nextMatch(folded: string, words: readonly string[], from: number) {
  let best = { start: folded.length, end: folded.length };
  for (const word of words) {
    const start = folded.indexOf(word, from);
    if (start !== -1 && (start < best.start || (start === best.start && start + word.length > best.end))) {
      best = { start, end: start + word.length };
    }
  }

  return best;
}
