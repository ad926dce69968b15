/**
 * Text that came from elsewhere, made safe to show on a terminal and measured in cells.
 *
 * - *safe text*: it neither acts on the terminal nor hides text. Every character takes its cells, or sits on one that
 *   does.
 * - *mark*: the sign for a character that would act or hide. C0 controls become their Unicode pictures (`␛`, `␊`, `␉`),
 *   so a person still sees them; all others (C1, bidirectional controls, zero-width and tag characters, soft hyphen,
 *   lone surrogates ...) become `�`. Both take one cell.
 * - *cell*: one column of the terminal. Widths are counted by code point, as terminals do, and not by font.
 *
 * Left out without a mark are only the joiners and variants that belong to their neighbours (a family emoji, a skin
 * tone, a Persian name): terminals disagree on their width, and a column must not. `spellOut` shows them.
 *
 * Right-to-left text stays in its logical order without isolates: they are invisible characters themselves, terminals
 * without bidirectional support count cells for them, and the cells of a column are right either way.
 */

/** For a class of characters: ASCII, European letters, signs of the app. Each takes one cell and joins none. */
export const oneCell =
  '\\u0020-\\u007E\\u00B7\\u00C0-\\u024F\\u2013\\u2014\\u2022\\u2026\\u2190-\\u2193\\u21B5\\u22EE' +
  '\\u2260\\u2500-\\u259F\\u25B2\\u25BC\\u25CB\\u25CF\\u25D0\\u2801-\\u28FF';
const plain = new RegExp(`^[${oneCell}]*$`);

const joiningScripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
  'Malayalam Sinhala Khmer Myanmar';
const joining = `[${joiningScripts
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;
let letterJoiners: RegExp | undefined;

/** Stands before a backtick within a text that somebody typed: a character that no text has. */
export const typedMark = '\uFDD0';

/** A text as somebody typed it. */
export function withoutMarks(text: string): string {
  return text.replaceAll(`${typedMark}\``, '`');
}

/** The text without characters that act on a terminal or hide. Safe text comes back unchanged. */
export function safeText(text: string): string {
  if (plain.test(text)) {
    return text;
  }

  // Made here, because reading patterns of Unicode properties takes a millisecond that plain texts do not need.
  const pictographic = '\\p{Extended_Pictographic}';
  const emojiParts = new RegExp(
    `(?<=${pictographic})(?:[\\uFE0E\\uFE0F\\u{1F3FB}-\\u{1F3FF}]|\\u200D(?=${pictographic}))+` +
      '|(?<=[\\d#*])\\uFE0F?\\u20E3',
    'gu',
  );
  // What acts or hides. Some format characters of Arabic are visible, but no two terminals agree on their width.
  const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
  // More than four marks on one letter are there to paint over other lines.
  const pileOfMarks = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;
  letterJoiners ??= new RegExp(`(?<=${joining})[\\u200C\\u200D](?=${joining})`, 'gu');
  return withoutMarks(text)
    .normalize('NFC')
    .replace(emojiParts, '')
    .replace(letterJoiners, '')
    .replace(unsafe, toMark)
    .replace(pileOfMarks, '$1\uFFFD')
    .replace(/^(?=[\p{Mn}\p{Me}])/u, '\u25CC');
}

function toMark(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) {
    return String.fromCharCode(0x2400 + code);
  }

  return code === 0x7f ? '\u2421' : '\uFFFD';
}

/** The text with every character that is not plainly visible written as `\u{200d}`: how a name is really spelt. */
export function spellOut(text: string): string {
  return text.replace(
    /[^\p{L}\p{N}\p{P}\p{S}\p{M} ]|[\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

const zeroWidth = /[\p{Mn}\p{Me}\u1160-\u11FF\uD7B0-\uD7FB]/u;
/** East Asian wide and full-width characters and emoji. A test compares it with string-width, by which Ink measures. */
const wide = new RegExp(
  '[\\u1100-\\u115F\\u231A\\u231B\\u2329\\u232A\\u2630-\\u2637\\u268A-\\u268F\\u2E80-\\u303E\\u3041-\\u3247' +
    '\\u3250-\\uA4CF\\uA960-\\uA97C\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE10-\\uFE19\\uFE30-\\uFE6F' +
    '\\uFF01-\\uFF60\\uFFE0-\\uFFE6\\u{16FE0}-\\u{18DFF}' +
    '\\u{1AFF0}-\\u{1B2FF}\\u{1D300}-\\u{1D376}\\u{1F200}-\\u{1F265}\\u{20000}-\\u{3FFFD}\\p{Emoji_Presentation}]',
  'u',
);
const regionalIndicator = /[\u{1F1E6}-\u{1F1FF}]/u;

function characterWidth(character: string): number {
  if (character <= '~') {
    return 1;
  }

  if (zeroWidth.test(character)) {
    return 0;
  }

  return wide.test(character) && !regionalIndicator.test(character) ? 2 : 1;
}

/** How many cells a safe text takes. */
export function cellWidth(safe: string): number {
  if (plain.test(safe)) {
    return safe.length;
  }

  let width = 0;
  for (const character of safe) {
    width += characterWidth(character);
  }

  return width;
}

// Made when first needed: the first one a process makes takes about 14 ms.
let segmenter: Intl.Segmenter | undefined;

/** The characters as a person sees them: "é", a flag, a family. */
export function splitGraphemes(text: string): string[] {
  if (plain.test(text)) {
    return text.split('');
  }

  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The text made safe and cut by grapheme to at most `width` cells, the last of them `…` where something was cut. */
export function truncateCells(text: string, width: number): string {
  // Only so much of a long text can matter; the rest would not fit anyway.
  const enough = text.length > 40 * (width + 1) ? text.slice(0, 40 * (width + 1)) : text;
  const safe = safeText(enough);
  if (enough === text && cellWidth(safe) <= width) {
    return safe;
  }

  let cut = '';
  let used = 0;
  for (const grapheme of splitGraphemes(safe)) {
    const next = used + cellWidth(grapheme);
    if (next > width - 1) {
      break;
    }

    cut += grapheme;
    used = next;
  }

  return width > 0 ? `${cut}…` : '';
}

/** The text made safe, cut and padded with spaces to exactly `width` cells. */
export function fitCells(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = truncateCells(text, width);
  const padding = ' '.repeat(Math.max(0, width - cellWidth(cut)));
  return align === 'left' ? cut + padding : padding + cut;
}

// Below space, DEL and the C1 controls: they act on a terminal that the output may end up on.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

// Characters that break a line, or turn the direction of the rest of it (UAX #9, 2): they hide the text.
const actsOrHides = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/**
 * One TSV line. `cut` and `awk` find the columns whatever the cells hold: a tab, a line break or a backslash is written
 * as `\t`, `\n`, `\r`, `\\`, other controls as `\x1b` (as PostgreSQL's COPY does) or `\u202e`. People paste it into a
 * spreadsheet, so no cell starts a formula, as in CSV.
 */
export function toTsvLine(cells: readonly string[]): string {
  return cells.map((cell) => guard(escapeCell(cell))).join('\t');
}

function escapeCell(cell: string): string {
  return cell.replaceAll('\\', '\\\\').replace(actsOrHides, escapeControl);
}

function escapeControl(character: string): string {
  const names: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  const code = character.charCodeAt(0).toString(16);
  return names[character] ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`);
}

/**
 * One CSV line (RFC 4180). A spreadsheet runs a cell that starts with `=`, `+`, `-`, `@`, a tab or a return as a
 * formula, so an apostrophe goes before it; `import` takes it off again. Whole numbers are no formulas.
 */
export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCsvCell).join(',');
}

function toCsvCell(cell: string): string {
  const quiet = guard(cell).replace(controls, (character) =>
    /[\t\r\n]/.test(character) ? character : safeText(character),
  );
  return /[",;\r\n\t]|^\s|\s$/.test(quiet) ? `"${quiet.replaceAll('"', '""')}"` : quiet;
}

function guard(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) && !/^-\d+$/.test(cell) ? `'${cell}` : cell;
}

/** Takes off what `toCsvLine` and `toTsvLine` put before a cell that would start a formula. */
export function unguardCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
