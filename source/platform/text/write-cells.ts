import { safeText } from './terminal-text.js';

// Below space, DEL and the C1 controls: they act on a terminal that the output may end up on.
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

// Characters that turn the direction of the rest of a line (UAX #9, 2): they hide the text.
const actsOrHides = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * One TSV line. `cut` and `awk` find the columns whatever the cells hold: a tab, a line break or a backslash is written
 * as `\t`, `\n`, `\r`, `\\`, other controls as `\x1b` (as PostgreSQL's COPY does) or `\u202e`. People paste it into a
 * spreadsheet, so no cell starts a formula, as in CSV.
 */
export function toTsvLine(cells: readonly string[]): string {
  return cells.map((cell) => guard(cell.replaceAll('\\', '\\\\').replace(actsOrHides, escapeControl))).join('\t');
}

function escapeControl(character: string): string {
  const names: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  const code = character.charCodeAt(0).toString(16);
  return names[character] ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`);
}

/** Whether CSV keeps a cell exactly: control characters but tabs and line breaks become pictures. */
export function isKeptByCsv(cell: string): boolean {
  return cell.replace(/[\t\r\n]/g, '').search(controls) < 0;
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
