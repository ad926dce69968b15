/**
 * The changes that a service may make to a stored name: escape its signs, drop or replace its accents, mask a word with
 * asterisks, read digits as a number, cut it off.
 *
 * A service that keeps one name as it was sent need not keep another one, so that what its answers show is counted by
 * *kind of name*. A *skeleton* is the rest of a name after all of that, so two skeletons tell whether one name may be
 * the other as the service wrote it.
 */
import type { NewPet } from './pet.js';

const kindForms = {
  plain: /^/u, // every name
  signs: /['"`&<>\\%;$]/u, // with signs that HTML, SQL or a shell escape
  accents: /[^\p{ASCII}]/u, // with characters beyond ASCII
  emoji: /[\u{10000}-\u{10FFFF}]/u, // with characters beyond the first 65 536 (the BMP), which some databases cut off
} as const;
/** One kind of name. */
export type NameKind = keyof typeof kindForms;
/** Every kind. */
export const nameKinds = Object.keys(kindForms) as readonly NameKind[];

/** Every kind that a name is of. */
export function kindsOf(name: string): readonly NameKind[] {
  return nameKinds.filter((kind) => kindForms[kind].test(name));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Names with HTML's escapes undone; twice, as some are escaped twice. */
function unescapeName(name: string): string {
  const once = (text: string): string =>
    text.replaceAll(/&(?:#(\d{1,7})|#(x[\da-f]{1,6})|(\w{2,6}));/giu, (whole: string, ...found: readonly string[]) => {
      const [decimal, hex, word = ''] = found;
      // `0x41` is a number to JavaScript, as `65` is.
      const code = Number(decimal ?? `0${hex ?? ''}`);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : (entities[word.toLowerCase()] ?? whole);
    });
  return once(once(name));
}

/** A question mark, or the sign of a character that could not be decoded, in the place of one beyond ASCII. */
const lostCharacter = /[?\u{FFFD}]/gu;

/** Letters and digits of a name, without case and accents; `?` for each that may have been lost, `*` for any number. */
function skeletonOf(name: string): string {
  return unescapeName(name)
    .replaceAll(/<[^<>]*>/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(lostCharacter, '?')
    .replaceAll(/[^\p{L}\p{N}?*]/gu, '')
    .replaceAll(/(?<!\d)0+(?=\d)/gu, '');
}

/** The same without what was lost. */
function lettersOf(name: string): string {
  return skeletonOf(name).replaceAll(/[?*]/gu, '');
}

/** A shorter beginning than this is shared by too many names. */
const shortestBeginning = 3;

/** A tag or an escape that a name was cut off in. */
const cutIn = /[<&][^<>;]*$/u;

/** With other case, accents, spaces or punctuation, escaped, with `?` or `*` for characters, or cut off. */
export function mayBeRewritten(sent: string, found: string): boolean {
  return isWrittenAs(sent, found) || (cutIn.test(found) && isWrittenAs(sent, found.replace(cutIn, '')));
}

function isWrittenAs(sent: string, found: string): boolean {
  const letters = Array.from(lettersOf(sent));
  const left = Array.from(skeletonOf(found));
  const places = [...letters.keys(), letters.length];
  // Each `?` is a letter or empty, and each `*` any letters, so there may be several ways to read the same name.
  let ends = new Set([0]);
  for (const character of left) {
    if (character === '*') {
      const first = Math.min(...ends);
      ends = new Set(places.filter((at) => at >= first));
    } else {
      const next = [...ends].flatMap((at) => {
        if (character === '?') {
          return [at, at + 1];
        }

        return letters[at] === character ? [at + 1] : [];
      });
      ends = new Set(next.filter((at) => at <= letters.length));
    }
  }

  return ends.has(letters.length) || (ends.size > 0 && (left.length >= shortestBeginning || left.length === 0));
}

/** Whether two names are the same but for case, accents, spaces, punctuation and escapes. */
function isSameButForSigns(one: string, other: string): boolean {
  const letters = lettersOf(one);
  return letters === lettersOf(other) && (letters !== '' || one === other);
}

/**
 * Whether a listed animal could be an entered one: as it was sent, as the store wrote it, or with the category that
 * somebody gave it since.
 */
export function couldBe(entry: NewPet, pet: NewPet): boolean {
  return pet.categoryId === entry.categoryId
    ? mayBeRewritten(entry.name, pet.name)
    : isSameButForSigns(entry.name, pet.name);
}

/** Those of many listed animals that could be an entered one. Ten thousand entries ask the result. */
export function couldBeAmong<P extends NewPet>(pets: readonly P[]): (entry: NewPet) => readonly P[] {
  const unknown = '?';
  const bySkeleton = Map.groupBy(pets, ({ name }) => {
    const skeleton = skeletonOf(name);
    return /[?*]/u.test(skeleton) || cutIn.test(name) ? unknown : skeleton;
  });
  return (entry) => {
    const letters = Array.from(lettersOf(entry.name));
    const beginnings = letters.map((_, at) => letters.slice(0, at + 1).join(''));
    return [unknown, '', ...beginnings].flatMap((skeleton) =>
      (bySkeleton.get(skeleton) ?? []).filter((pet) => couldBe(entry, pet)),
    );
  };
}

/** Whether a name is another one and a number, as stores tell two animals of one name apart: `Rex (2)`, `Rex-2`. */
export function isNumbered(sent: string, found: string): boolean {
  const letters = skeletonOf(sent);
  const longer = skeletonOf(found);
  return letters !== '' && longer.startsWith(letters) && /^\d{1,4}$/.test(longer.slice(letters.length));
}
