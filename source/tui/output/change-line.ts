import { styledCharsFromTokens, styledCharsToString, tokenize } from '@alcalzone/ansi-tokenize';

type StyledCharacter = ReturnType<typeof styledCharsFromTokens>[number];

const blank: StyledCharacter = { type: 'char', value: ' ', fullWidth: false, styles: [] };
const eraseRest = '\u001B[K';
const plainAscii = /^[ -~]*$/;
const style = /\u001B\[[\d;]*m/g;

/**
 * What turns a line that is shown into another one, as little as can be; `row` is counted from 1. Leaves the cursor anywhere.
 *
 * Columns are only counted where every terminal counts alike, which is ASCII: from the first other character on, whose
 * width may be disputed, the rest of the line is written.
 */
export function changeLine(before: string, after: string, row: number): string {
  if (before === after) {
    return '';
  }

  if (before === '' && !after.includes('\u001B')) {
    const text = after.trimStart();
    return `\u001B[${row};${after.length - text.length + 1}H${text}`;
  }

  const fresh = toCharacters(after);
  const old = padded(toCharacters(before), fresh.length);
  const isPlain = plainAscii.test(before.replace(style, '')) && plainAscii.test(after.replace(style, ''));
  let start = 0;
  while (start < fresh.length && isSame(old[start], fresh[start]) && isAscii(fresh[start])) {
    start += 1;
  }

  const to = `\u001B[${row};${start + 1}H`;
  if (!isPlain) {
    return to + (old.length > start ? eraseRest : '') + styledCharsToString(fresh.slice(start));
  }

  let end = fresh.length;
  while (end > start && fresh.length === old.length && isSame(old[end - 1], fresh[end - 1])) {
    end -= 1;
  }

  return to + styledCharsToString(fresh.slice(start, end)) + (old.length > fresh.length ? eraseRest : '');
}

/** Behind the end of what is shown there are spaces. */
function padded(characters: readonly StyledCharacter[], length: number): readonly StyledCharacter[] {
  const missing = length - characters.length;
  return missing > 0 ? [...characters, ...Array<StyledCharacter>(missing).fill(blank)] : characters;
}

function toCharacters(line: string): readonly StyledCharacter[] {
  return styledCharsFromTokens(tokenize(line));
}

function isAscii(character: StyledCharacter | undefined): boolean {
  return character !== undefined && plainAscii.test(character.value);
}

function isSame(one: StyledCharacter | undefined, other: StyledCharacter | undefined): boolean {
  return one?.value === other?.value && one?.styles.length === other?.styles.length && (one?.styles.every(({ code }, index) => code === other?.styles[index]?.code) ?? false);
}
