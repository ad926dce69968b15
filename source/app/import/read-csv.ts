/** The records of a table as spreadsheets, databases and people write it; csv-parse knows the dialects. */
import { CsvError, parse } from 'csv-parse/sync';

/** A record, the line of the file it starts on, the first being 1, and its text without the line break at its end. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[]; readonly source: string };

/** The mistake after which nothing can be read: everything behind it would be misread. */
export type Misread = { readonly line: number; readonly message: string };

/** The separators that are looked for. */
export const delimiters = [',', ';', '\t', '|'] as const;
/** One of them. */
export type Delimiter = (typeof delimiters)[number];

const messages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
};

/** Thrown by a taker that has had enough. */
const enough = new Error('enough');

/**
 * Gives records one by one to `take`, until it returns false. Rows without any content are none. Returns the mistake
 * that ends the reading, or undefined.
 */
export function readCsv(text: string, delimiter: Delimiter, take: (record: CsvRecord) => boolean): Misread | undefined {
  const bytes = Buffer.from(text);
  // The parser's own count takes a CRLF within quotes for two lines.
  let line = 1;
  let from = 0;
  const onRecord = (cells: string[], { bytes: to }: { readonly bytes: number }): null => {
    const start = line;
    line += countBreaks(bytes, from, to);
    const begin = from;
    from = to;
    if (cells.some((cell) => cell.trim() !== '')) {
      const source = bytes.toString('utf8', begin, to).replace(/[\r\n]+$/, '');
      if (!take({ line: start, cells, source })) {
        throw enough;
      }
    }

    // What is kept is kept by the taker.
    return null;
  };
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      // Blanks around a cell are no part of it, so that a quote after one is a quote; quoted blanks stay.
      trim: true,
      // An inch mark within a cell is no quote.
      relax_quotes: true,
      relax_column_count: true,
      on_record: onRecord,
    });
    return undefined;
  } catch (error) {
    if (error === enough) {
      return undefined;
    }

    if (error instanceof CsvError) {
      return { line: line + blankLinesFrom(bytes, from), message: messages[error.code] ?? error.message };
    }

    throw error;
  }
}

const [lineFeed, carriageReturn] = [10, 13];

function countBreaks(bytes: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) {
      breaks += 1;
    }
  }

  return breaks;
}

/** How many line breaks stand before the record that begins there. */
function blankLinesFrom(bytes: Buffer, from: number): number {
  let to = from;
  while (bytes[to] === lineFeed || bytes[to] === carriageReturn) {
    to += 1;
  }

  return countBreaks(bytes, from, to);
}
