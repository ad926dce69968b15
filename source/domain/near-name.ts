/**
 * Whether a listed name may be an entered one as a store wrote it: with signs escaped or read in another character set,
 * in other case, without accents or punctuation, with `?` for what it could not write or `*` for what it would not, with
 * a number behind it, or cut off. Nothing is learnt of a store: a newcomer with such a name is a question.
 */
import type { NewPet } from './pet.ts';

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
  return name.includes('&') ? once(once(name)) : name;
}

/**
 * A name as a store shows it that takes UTF-8 for Western European text (`ZoÃ«`): by windows-1252, which databases call
 * latin1, and by the standard of that name.
 */
function misreadingsOf(sent: string): readonly string[] {
  const bytes = Buffer.from(sent);
  // Of ASCII alone there is nothing to misread.
  return bytes.length === sent.length ? [] : [new TextDecoder('windows-1252').decode(bytes), bytes.toString('latin1')];
}

/**
 * Letters and digits without case and accents; `?` for each character that a store may have lost, `*` for a masked one.
 */
function skeletonOf(name: string): string {
  return (
    unescapeName(name)
      .replaceAll(/<[^<>]*>/gu, '')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('\u{FFFD}', '?')
      .replaceAll(/[^\p{L}\p{N}?*]/gu, '')
      // A store that takes digits for a number.
      .replaceAll(/(?<!\d)0+(?=\d)/gu, '')
  );
}

/** Whether the letters read as the skeleton, each `?` of which is one of them or none, and each `*` any of them. */
function reads(letters: string, skeleton: string): boolean {
  const form = skeleton.replaceAll('?', '.?').replaceAll(/\*+/gu, '.*');
  return new RegExp(`^${form}$`, 'su').test(letters);
}

/** A number behind a name that has none tells two of one name apart: `Rex (2)`. */
function isNumbered(letters: string, skeleton: string): boolean {
  return skeleton.startsWith(letters) && /^\d{1,4}$/.test(skeleton.slice(letters.length)) && !/\d$/.test(letters);
}

/** A shorter beginning is shared by too many names. In UTF-16, by which some stores cut: of signs beyond it, fewer. */
const shortestBeginning = 10;
/** Some databases cut a text off at the first of these. */
const beyondTheBmp = /^\s*[\u{10000}-\u{10FFFF}]/u;

/** Whether a store wrote no more than the beginning of a name. */
function isCutOff(sent: string, found: string): boolean {
  const [whole, part] = [sent.toLowerCase(), unescapeName(found).toLowerCase()];
  const rest = whole.slice(part.length);
  const isBeginning = part.trim() !== '' && rest !== '' && whole.startsWith(part);
  return isBeginning && (part.length >= shortestBeginning || beyondTheBmp.test(rest));
}

/** Whether one name may be the other as a store wrote it. */
export function isNearName(sent: string, found: string): boolean {
  return nearNamesOf(sent)(found);
}

/** The same for one name that is held against many. */
export function nearNamesOf(sent: string): (found: string) => boolean {
  const letters = skeletonOf(sent).replaceAll(/[?*]/gu, '');
  const misread = misreadingsOf(sent);
  return (found) => {
    if (misread.includes(unescapeName(found))) {
      return true;
    }

    const skeleton = skeletonOf(found);
    if (skeleton === letters) {
      return letters !== '' || sent.trim() === found.trim();
    }

    return (
      (/[?*]/u.test(skeleton) && reads(letters, skeleton)) ||
      (letters !== '' && isNumbered(letters, skeleton)) ||
      isCutOff(sent, found)
    );
  };
}

/** Whether a listed animal could be an entered one: of its category, under its name or a near one. */
export function couldBe(entry: NewPet, pet: NewPet): boolean {
  return pet.categoryId === entry.categoryId && isNearName(entry.name, pet.name);
}
