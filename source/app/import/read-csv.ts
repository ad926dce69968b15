/** CSV as spreadsheets write it (RFC 4180): semicolons or tabs, CRLF, a byte order mark, line breaks in quotes. */

/** A record, the line of the file it starts on, the first being 1, and its text without the line break at its end. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[]; readonly source: string };

/** Thrown for text after a closing quote, and for a quote that never closes: everything behind it would be misread. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** The first `most` records; empty lines do not count. */
export function readCsv(text: string, most: number): readonly CsvRecord[] {
  const delimiter = findDelimiter(text);
  const records: CsvRecord[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length && records.length < most) {
    const start = line;
    const from = at;
    const cells: string[] = [];
    for (let isMore = true; isMore;) {
      const cell = text[at] === '"' ? readQuoted(text, at, line) : readPlain(text, at, delimiter);
      cells.push(cell.value);
      line += cell.breaks;
      at = cell.end;
      isMore = text[at] === delimiter;
      if (isMore) {
        at += 1;
      } else if (at < text.length && !/[\r\n]/.test(text[at] ?? '')) {
        throw new CsvError(line, `text follows a closing quote`);
      }
    }

    const source = text.slice(from, at);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (cells.length > 1 || cells[0]?.trim() !== '') {
      records.push({ line: start, cells, source });
    }
  }

  return records;
}

type Cell = { readonly value: string; readonly end: number; readonly breaks: number };

function readPlain(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') {
    end += 1;
  }

  return { value: text.slice(start, end), end, breaks: 0 };
}

function readQuoted(text: string, start: number, line: number): Cell {
  let value = '';
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) {
      throw new CsvError(line, 'a quote is opened and never closed');
    }

    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      return { value, end: quote + 1, breaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 };
    }

    value += '"';
    at = quote + 2;
  }
}

/** The delimiter, by the first line. */
export function findDelimiter(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
