/**
 * The filter language, of the app and of the shell: `luna cat:dogs -sold id:500..`.
 *
 * - *term*: one condition; an animal is found if all of them hold; `-` before one reverses it.
 * - *word*: occurs in the name, the category or the id, or is a whole status: `l` finds Luna, and not all that are
 *   available.
 * - *field*: `cat:`, `id:`, `is:`, `name:` or `since:` before a value. An unknown field is a word.
 * - `name:lu`, `^lu`: the name begins so.
 * - `since:2h`, `is:new`: known here since then, or new since the last visit.
 *
 * No typed filter is a mistake: while it is being typed, every filter is half of one.
 */
import { type EntryState, entryStates } from '../entry.ts';
import { compareInt64, type Int64, parseInt64 } from '../int64.ts';
import { petStatuses, type PetStatus } from '../pet.ts';
import { foldText } from './fold-text.ts';
import { parseSince } from './since.ts';
import type { CategoryLabels } from '../category-labels.ts';

/** The values after `is:`: a status, `none` for no status, the state of a queued animal, or new since the last visit. */
export type Quality = PetStatus | 'none' | 'new' | EntryState;
/** Every word for `is:`, in the order in which they are offered. */
const words: ReadonlyMap<string, readonly Quality[]> = new Map<string, readonly Quality[]>([
  ...petStatuses.map((status) => [status, [status]] as const),
  ['none', ['none']],
  ['needs-you', ['rejected', 'review']],
  ['not-set', ['none']],
  ['new', ['new']],
  ...entryStates.map((state) => [state, [state]] as const),
]);

/** Whether a word is the status of an animal, and so finds those that have it. */
export const isStatus = (word: string): boolean => petStatuses.some((status) => status === word);

/** Those words. */
export const qualityWords: readonly string[] = [...words.keys()];

/** One condition. `negative`: the animals for which it holds are left out. */
export type Term = { readonly negative: boolean } & (
  | { readonly field: 'word'; readonly text: string; readonly quoted: boolean }
  | { readonly field: 'name'; readonly text: string }
  /** `id` if a number was given: that category and no other, whatever it is called. */
  | { readonly field: 'cat'; readonly text: string; readonly id: Int64 | undefined }
  /** Both ends are included. */
  | { readonly field: 'id'; readonly from: Int64 | undefined; readonly to: Int64 | undefined }
  | { readonly field: 'local-id'; readonly text: string }
  | { readonly field: 'is'; readonly qualities: readonly Quality[] }
  /** ISO 8601. */
  | { readonly field: 'since'; readonly from: string }
);

/** A filter that was read. `isCut`: it has more terms than are looked at. */
export type Query = { readonly terms: readonly Term[]; readonly isCut: boolean };

/** Terms that are looked at: more than anybody types, and few enough for every key to be answered at once. */
export const mostTerms = 64;

// A quoted value ends at the next quote, or with the text: it is being typed. Each part can match in one way only, so
// no text is slow to read.
const termForm =
  /(?<minus>-(?=\S))?(?:(?<field>cat|id|is|name|since):)?(?<mark>\^(?=\S))?(?:"(?<quoted>[^"]*)"?|(?<bare>\S+)|(?=\s|$))/giu;

/** Reads a filter. The same condition twice counts once. `now`: what `since:2h` goes back from. */
export function parseQuery(text: string, now: number): Query {
  const terms = new Map<string, Term>();
  for (const { 0: whole, groups = {} } of text.matchAll(termForm)) {
    const { minus, field, mark, quoted, bare } = groups;
    // A mark at the end is no word yet.
    const value = foldText(quoted ?? bare?.replace(/^[-^]+$/u, '') ?? '').trim();
    if (whole !== '' && value !== '') {
      const word = (): Term => ({
        field: 'word',
        text: field === undefined ? value : foldText(`${field}:${quoted ?? bare ?? ''}`),
        quoted: quoted !== undefined,
        negative: minus !== undefined,
      });
      const name = field?.toLowerCase() ?? (mark === '^' ? 'name' : undefined);
      const term = name === undefined ? word() : (readField(name, value, minus !== undefined, now) ?? word());
      terms.set(JSON.stringify(term), term);
    }
  }

  return { terms: [...terms.values()].slice(0, mostTerms), isCut: terms.size > mostTerms };
}

function readField(field: string, value: string, negative: boolean, now: number): Term | undefined {
  if (field === 'cat') {
    return { field: 'cat', text: value, id: parseInt64(value), negative };
  }

  if (field === 'name') {
    return { field, text: value, negative };
  }

  if (field === 'since') {
    const from = parseSince(value, now);
    return from === undefined ? undefined : { field, from: new Date(from).toISOString(), negative };
  }

  if (field === 'is') {
    const word = value.replaceAll(' ', '-');
    const meant = words.get(word) ?? [...words].flatMap(([each, meanings]) => (each.startsWith(word) ? meanings : []));
    return meant.length === 0 ? undefined : { field: 'is', qualities: meant, negative };
  }

  if (/^q-\d+$/.test(value)) {
    return { field: 'local-id', text: value, negative };
  }

  const [, first = '', dots, last = ''] = /^(-?\d*)(\.\.)?(-?\d*)$/.exec(value) ?? [];
  const [from, to] = [parseInt64(first), parseInt64(dots === undefined ? first : last)];
  const isNumber = (typed: string, id: Int64 | undefined): boolean => typed === '' || id !== undefined;
  return (from !== undefined || to !== undefined) && isNumber(first, from) && isNumber(last, to)
    ? { field: 'id', from, to, negative }
    : undefined;
}

/** Whether it asks what is new since the last visit. */
export function asksForNew({ terms }: Query): boolean {
  return terms.some((term) => term.field === 'is' && term.qualities.includes('new'));
}

/** Whether it asks since when an animal is known, so that somebody has to tell. */
export function asksWhenSeen(query: Query): boolean {
  return asksForNew(query) || query.terms.some(({ field }) => field === 'since');
}

/** Whether everything that a query finds was found by an earlier one, so that only that need be searched. */
export function narrows(query: Query, earlier: Query): boolean {
  return earlier.terms.every((before) => query.terms.some((term) => implies(term, before)));
}

function implies(term: Term, before: Term): boolean {
  if (term.field === 'word' && before.field === 'word' && !term.negative && !before.negative) {
    // A whole status finds what its beginning did not.
    return term.text === before.text || (term.text.includes(before.text) && !isStatus(term.text));
  }

  if (term.field === 'name' && before.field === 'name' && !term.negative && !before.negative) {
    return term.text.startsWith(before.text);
  }

  if (term.field === 'is' && before.field === 'is' && !term.negative && !before.negative) {
    return term.qualities.every((quality) => before.qualities.includes(quality));
  }

  if (term.field === 'id' && before.field === 'id' && !term.negative && !before.negative) {
    const isAbove = before.from === undefined || (term.from !== undefined && compareInt64(term.from, before.from) >= 0);
    return isAbove && (before.to === undefined || (term.to !== undefined && compareInt64(term.to, before.to) <= 0));
  }

  return JSON.stringify(term) === JSON.stringify(before);
}

/** The filter that finds the animals of a category: `cat:"Great Danes"`. */
export function categoryFilter(id: Int64, labels: CategoryLabels): string {
  const name = labels[id] ?? id;
  return `cat:${/[\s"]/u.test(name) ? `"${name.replaceAll('"', '')}"` : name}`;
}
