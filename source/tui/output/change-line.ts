import { styledCharsFromTokens, tokenize } from '@alcalzone/ansi-tokenize';
import stringWidth from 'string-width';
import { dividers, oneCellSigns } from '../../text/glyphs.js';

type StyledCharacter = ReturnType<typeof styledCharsFromTokens>[number];
type Characters = readonly StyledCharacter[];
const blank: StyledCharacter = { type: 'char', value: ' ', fullWidth: false, styles: [] };
const eraseRest = '\u001B[K';
/** ASCII, and the letters of European languages, each of one code point. */
const plain = /^(?:[ -~]*|[\u00C0-\u024F])$/;

/**
 * The fewest sequences that turn a shown line into another one; `row` is counted from 1. Leaves the cursor anywhere.
 *
 * Columns are counted only over characters that have one width in all terminals: ASCII, Latin letters and the signs
 * that the app itself draws. From the first other character on the rest of the line is written. The line of a pane and
 * all behind it go to the column that Ink gave it, however wide the terminal drew the names before it.
 */
export function changeLine(before: string, after: string, row: number): string {
  if (before === after) {
    return '';
  }

  if (before === '' && !after.includes('\u001B') && !/[│┃]/u.test(after)) {
    const text = after.trimStart();
    return `\u001B[${row};${after.length - text.length + 1}H${text}`;
  }

  const fresh = toCharacters(after);
  const old = padded(toCharacters(before), fresh.length);
  if (old.every(isOneCell) && fresh.every(isOneCell)) {
    return changePart(old, fresh, row, 1);
  }

  const at = fresh.findIndex(({ value }) => dividers.has(value));
  const [left, pane] = at === -1 ? [fresh, []] : [fresh.slice(0, at), fresh.slice(at)];
  const isLeftSame = at !== -1 && left.every((character, index) => isSame(old[index], character));
  if (isLeftSame && dividers.has(old[at]?.value ?? '') && pane.every(isOneCell) && old.slice(at).every(isOneCell)) {
    return changePart(old.slice(at), pane, row, columnOf(fresh, at));
  }

  const behind = at === -1 ? '' : `\u001B[${row};${columnOf(fresh, at)}H${eraseRest}${draw(pane)}`;
  if (isLeftSame) {
    return behind;
  }

  let start = 0;
  while (start < fresh.length && isSame(old[start], fresh[start]) && isOneCell(fresh[start])) {
    start += 1;
  }

  const rest = left.slice(start);
  return `\u001B[${row};${start + 1}H${old.length > start ? eraseRest : ''}${draw(rest, (index) => isBlank(rest[index]))}${behind}`;
}

/** The same for characters of one cell. Blanks at the end are erased: whoever copies the line gets none. */
function changePart(old: Characters, fresh: Characters, row: number, column: number): string {
  const isThere = (index: number): boolean => isSame(old[index] ?? blank, fresh[index] ?? blank);
  const filled = fresh.findLastIndex((character) => !isBlank(character)) + 1;
  const start = fresh.findIndex((_, index) => !isThere(index));
  const end = fresh.findLastIndex((_, index) => index < filled && !isThere(index)) + 1;
  const to = (index: number): string => `\u001B[${row};${column + index}H`;
  const drawn = end === 0 ? '' : to(start) + draw(fresh.slice(start, end), (index) => isThere(start + index));
  const isEmptied = old.some((character, index) => index >= filled && !isBlank(character));
  return drawn + (isEmptied ? (end === filled && end > 0 ? '' : to(filled)) + eraseRest : '');
}

/** The column, from 1, that Ink gave a character. */
function columnOf(characters: Characters, at: number): number {
  return characters.slice(0, at).reduce((column, { value }) => column + Math.max(1, stringWidth(value)), 1);
}

/** So many cells and more are moved over, or erased and moved over; fewer are written, which takes no longer. */
const fewest = { skipped: 5, erasedLast: 6, erased: 11 };

/**
 * Draws characters from the cursor on, from plain looks and back to plain. The cursor is moved over long runs of those
 * that are there already, and long blanks are erased.
 */
function draw(characters: Characters, isThere = (_: number): boolean => false): string {
  let text = '';
  let looks: Styles = [];
  for (let index = 0; index < characters.length;) {
    const character = characters[index] ?? blank;
    const there = countRun(characters, index, isThere);
    const blanks = isErasable(character)
      ? countRun(characters, index, (place) => isSame(characters[place], character))
      : 0;
    const isLast = index + blanks === characters.length;
    if (there >= fewest.skipped) {
      text += index + there === characters.length ? '' : `\u001B[${there}C`;
      index += there;
      continue;
    }

    text += changeLooks(looks, character.styles);
    looks = character.styles;
    if (blanks >= (isLast ? fewest.erasedLast : fewest.erased)) {
      text += `\u001B[${blanks}X${isLast ? '' : `\u001B[${blanks}C`}`;
      index += blanks;
    } else {
      text += character.value;
      index += 1;
    }
  }

  return text + changeLooks(looks, []);
}

function countRun(characters: Characters, from: number, isSo: (index: number) => boolean): number {
  let end = from;
  while (end < characters.length && isSo(end)) {
    end += 1;
  }

  return end - from;
}

/** A blank, of no looks or on a tint: terminals that tell their colours erase in the colour of the ground. */
function isErasable({ value, styles }: StyledCharacter): boolean {
  return value === ' ' && styles.every(({ code }, place) => place === 0 && code.startsWith('\u001B[48;5;'));
}

type Styles = StyledCharacter['styles'];
const parameterOf = (code: string): string => code.slice(2, -1);
/** It ends bold and faint, which may be on together; every other end is that of one look. */
const endOfTwo = '\u001B[22m';

/** The one sequence that makes looks of others: what ends and what begins, or all of them anew. */
function changeLooks(from: Styles, to: Styles): string {
  const isIn = (styles: Styles, code: string): boolean => styles.some((style) => style.code === code);
  const ended = from
    .filter(
      ({ code, endCode }) => !isIn(to, code) && (endCode === endOfTwo || !to.some((each) => each.endCode === endCode)),
    )
    .map(({ endCode }) => endCode);
  const begun = to.filter(({ code, endCode }) => !isIn(from, code) || ended.includes(endCode)).map(({ code }) => code);
  const change = [...new Set([...ended, ...begun])].map(parameterOf);
  const anew = to.length === 0 ? '' : `0;${to.map(({ code }) => parameterOf(code)).join(';')}`;
  const shortest = change.join(';').length < anew.length ? change.join(';') : anew;
  return change.length === 0 ? '' : `\u001B[${shortest}m`;
}

function isBlank(character: StyledCharacter | undefined): boolean {
  return character?.value === ' ' && character.styles.length === 0;
}

/** Behind the end of a shown line there are spaces. */
function padded(characters: Characters, length: number): Characters {
  const missing = length - characters.length;
  return missing > 0 ? [...characters, ...Array<StyledCharacter>(missing).fill(blank)] : characters;
}

function toCharacters(line: string): Characters {
  return styledCharsFromTokens(tokenize(line));
}

function isOneCell(character: StyledCharacter | undefined): boolean {
  return character !== undefined && (plain.test(character.value) || oneCellSigns.has(character.value));
}

function isSame(one: StyledCharacter | undefined, other: StyledCharacter | undefined): boolean {
  return (
    one?.value === other?.value &&
    one?.styles.length === other?.styles.length &&
    (one?.styles.every(({ code }, index) => code === other?.styles[index]?.code) ?? false)
  );
}
