import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import test from 'ava';
import {
  cellWidth,
  fitCells,
  safeText,
  spellOut,
  splitGraphemes,
  truncateCells,
} from '../../../source/platform/text/terminal-text.ts';

/** The one that Ink measures with. */
const { default: stringWidth } = createRequire(resolve('node_modules/ink/package.json'))('string-width') as {
  readonly default: (text: string) => number;
};
const acts = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;

const hostile = {
  'OSC 52 (clipboard)': '\u001B]52;c;cm0gLXJmIC8=\u0007',
  'OSC 8 (link)': '\u001B]8;;https://example.org\u001B\\Rex\u001B]8;;\u001B\\',
  'OSC 0 (title)': '\u001B]0;owned\u0007',
  'CSI 2J (erase)': '\u001B[2J\u001B[H',
  'SGR (colour)': '\u001B[31mRex\u001B[0m',
  'C1 CSI': '\u009B2J',
  'a bidirectional override': 'Rex \u202Exer',
  'bidirectional isolates': '\u2066Rex\u2069',
  'a zero-width space': 'Re\u200Bx',
  'a byte order mark': '\uFEFFRex',
  'a soft hyphen': 'Re\u00ADx',
  'tag characters': 'Rex\u{E0048}\u{E0069}',
  'a Hangul filler': '\u3164Rex',
  'a Braille blank': '\u2800Rex',
  'a tab and newlines': 'Rex\tLuna\r\nCoco',
  'a lone surrogate': 'Rex\uD83D',
  'delete and backspace': 'Rex\u007F\u0008',
};

for (const [what, text] of Object.entries(hostile)) {
  test(`${what} can neither act nor hide`, (t) => {
    const safe = safeText(text);
    t.notRegex(safe, acts);
    t.notRegex(safe, invisible);
    t.true(safe.isWellFormed());
    t.true(Array.from(safe).length >= Array.from(text).length, 'every character left a trace');
  });
}

test('a control character shows what it was', (t) => {
  t.is(safeText('a\tb\nc\u001B[2Jd\u007F'), 'a␉b␊c␛[2Jd␡');
});

test('what people write comes through as it is', (t) => {
  for (const text of ['Luna', 'Zoë', 'שלום', 'رکس', 'ポチ', 'नमस्ते', '🐶', '🇫🇷', 'O’Malley — the cat']) {
    t.is(safeText(text), text.normalize('NFC'));
  }
});

test('joiners and variants that belong where they stand are dropped, so that columns agree', (t) => {
  t.is(safeText('👨‍👩‍👧'), '👨👩👧');
  t.is(safeText('👍🏽'), '👍');
  t.is(safeText('❤️'), '❤');
  t.is(safeText('1️⃣'), '1');
  t.is(safeText('نی‌م'), 'نیم');
  t.is(safeText('Lu\u200Dna'), 'Lu�na');
});

test('a spelling shows what columns leave out', (t) => {
  t.is(spellOut('Luna Zoë 🐶'), 'Luna Zoë 🐶');
  t.is(spellOut('Lu\u200Dna\u001B'), 'Lu\\u{200d}na\\u{1b}');
});

test('marks cannot pile up over other lines, and one alone gets something to stand on', (t) => {
  t.is(cellWidth(safeText(`e${'\u0330'.repeat(500)}`)), 2);
  t.is(safeText('\u0301x'), '◌\u0301x');
});

test('safe text stays as it is when made safe again', (t) => {
  for (const text of Object.values(hostile)) {
    t.is(safeText(safeText(text)), safeText(text));
  }
});

test('every character is as wide here as where Ink measures it', (t) => {
  const different: string[] = [];
  for (let code = 0x20, step = 1; code < 0x11_00_00; code += step) {
    const character = String.fromCodePoint(code);
    // Of the long blocks, in which all are alike, some are enough.
    step = /[\p{Ideographic}\p{Co}\p{Cn}]/u.test(character) ? 16 : 1;
    // Lone vowels and finals of Hangul take no cell on terminals; newer Unicode data in string-width knows more
    // letters.
    if (/[\p{Cn}\p{Cs}\u1160-\u11FF\uD7B0-\uD7FB]/u.test(character) || safeText(character) !== character) {
      continue;
    }

    if (cellWidth(character) !== stringWidth(character)) {
      different.push(`U+${code.toString(16)}`);
    }
  }

  t.deepEqual(different, []);
});

const columns: [string, string][] = [
  ['Rex', 'Rex       '],
  ['Bartholomew', 'Bartholom…'],
  ['ポチとタマの家', 'ポチとタ… '],
  ['family 👨‍👩‍👧', 'family 👨…'],
  ['Zoe\u0308', 'Zoë       '],
  ['שלום', 'שלום      '],
  ['\u001B[2J', '␛[2J      '],
  ['', '          '],
];

for (const [text, expected] of columns) {
  test(`"${safeText(text)}" fits a column of ten cells exactly`, (t) => {
    t.is(fitCells(text, 10), expected);
    t.is(cellWidth(fitCells(text, 10)), 10);
  });
}

test('a column can be aligned to the right, and be too narrow for anything', (t) => {
  t.is(fitCells('Q-7', 6, 'right'), '   Q-7');
  t.is(fitCells('Luna', 1), '…');
  t.is(fitCells('ポチ', 2), '… ');
  t.is(fitCells('Luna', 0), '');
});

test('a name of 5 000 characters is cut without being walked', (t) => {
  t.is(truncateCells('ab'.repeat(2500), 6), 'ababa…');
  t.is(truncateCells('é'.repeat(5000), 6), 'ééééé…');
});

test('characters are split as people see them', (t) => {
  t.deepEqual(splitGraphemes('ab'), ['a', 'b']);
  t.deepEqual(splitGraphemes('👨‍👩‍👧é🇫🇷'), ['👨‍👩‍👧', 'é', '🇫🇷']);
});
