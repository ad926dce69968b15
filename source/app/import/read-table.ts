/** Animals of a table: csv-parse knows the dialects of spreadsheets, databases and people. The first row is the header. */
import { CsvError, parse } from 'csv-parse/sync';
import { petFieldList } from '../../domain/pet.ts';
import { unguardCell } from '../../platform/text/terminal-text.ts';
import { shellWord, shortName } from '../../text/hints.ts';
import {
  type ColumnChoice,
  type ColumnField,
  findColumns,
  foldTitle,
  missingFields,
  suggestTitle,
  type UnknownHeader,
  withStatusColumn,
} from './columns.ts';
import { recallHeader } from './memory.ts';
import { failed, firstOf, type ImportMemory, type ImportRow, type Read, type Said } from './rows.ts';

/** A record, the line of the file it starts on, from 1, and its text without the line break at its end. */
type CsvRecord = { readonly line: number; readonly cells: readonly string[]; readonly source: string };

/** Reads at most `most` rows and one more, so that a file that is too long is noticed. */
export function readTable(given: string, most: number, { columns: chosen = {}, memories = [] }: Said): Read {
  // The parser counts a CRLF within quotes as two lines. A first line `sep=;` is Excel's, and no row.
  const plain = given.replaceAll(/\r\n?/gu, '\n');
  const [mark = '', named] = /^sep=(.)(?=\n)/iu.exec(plain) ?? [];
  const text = plain.slice(mark.length);
  const delimiter = named ?? findDelimiter(text);
  try {
    const [header, ...records] = parseRecords(text, delimiter, most + 2);
    if (!header) {
      return failed(1, 'the file is empty');
    }

    const memory = recallHeader(memories, titlesOf(header));
    return { ...readBelow(header, records, chosen, memory), ...(memory && { memory }) };
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error;
    }

    // Everything behind it would be misread.
    return error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? failed(lineBelow(text, delimiter, Number(error['records'])), 'a quote is opened and never closed')
      : failed(Number(error['lines']), 'text follows a closing quote');
  }
}

/** The first line with any text below so many records: the parser only tells where the text ends. */
function lineBelow(text: string, delimiter: string, count: number): number {
  const last = count > 0 ? parseRecords(text, delimiter, count).at(-1) : undefined;
  const end = last ? last.line + last.source.split('\n').length - 1 : 0;
  return text.split('\n').findIndex((line, at) => at >= end && line.trim() !== '') + 1;
}

function parseRecords(text: string, delimiter: string, most: number): readonly CsvRecord[] {
  const parsed = parse(text, {
    delimiter,
    record_delimiter: '\n',
    info: true,
    raw: true,
    to: most,
    // Blanks around a cell are no part of it, so that a quote after one is a quote; quoted blanks stay.
    trim: true,
    // An inch mark within a cell is no quote.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }) as unknown as readonly { readonly info: { lines: number }; readonly record: string[]; readonly raw: string }[];
  return parsed.map(({ info, record, raw }) => ({
    line: info.lines - (raw.trim().split('\n').length - 1),
    cells: record,
    source: raw.replaceAll(/^\n+|\n+$/gu, ''),
  }));
}

/** The separator that makes most cells of the header. */
function findDelimiter(text: string): string {
  const cellsBy = (delimiter: string): number => {
    try {
      return parseRecords(text, delimiter, 1)[0]?.cells.length ?? 0;
    } catch {
      // A quote may only make sense with another one.
      return 0;
    }
  };
  return [',', ';', '\t', '|'].toSorted((a, b) => cellsBy(b) - cellsBy(a))[0] ?? ',';
}

/** Rows may end in separators that stand for nothing. */
const titlesOf = ({ cells }: CsvRecord): readonly string[] => cells.slice(0, countFilled(cells));
const countFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '') + 1;

function readBelow(
  header: CsvRecord,
  records: readonly CsvRecord[],
  named: ColumnChoice,
  memory: ImportMemory | undefined,
): Read {
  const { line } = header;
  const chosen = { ...memory?.columns, ...named };
  const titles = titlesOf(header);
  const folded = titles.map(foldTitle);
  const lacking = Object.values(chosen).find((title) => !folded.includes(foldTitle(title)));
  if (lacking !== undefined) {
    return failed(line, `no column is called "${shortName(lacking)}"; found: ${listed(titles)}`);
  }

  const titled = findColumns(titles, chosen);
  // Who named the columns of this header once has said that none is a status.
  const columns = memory ? titled : withStatusColumn(titled, titles, (at) => cellsBelow(records, at));
  const missing = missingFields(columns);
  const asked = { line, missing, offers: titles.map((title, at) => ({ title, samples: samplesOf(records, at) })) };
  if (missing.length > 0) {
    return { ...failed(line, unknownText(titles, missing)), ...(titles.length > 1 ? { unknown: asked } : {}) };
  }

  const twice = Object.values(columns).find(
    (at) => folded.indexOf(folded[at] ?? '') !== folded.lastIndexOf(folded[at] ?? ''),
  );
  if (twice !== undefined) {
    return failed(line, `the header has "${titles[twice] ?? ''}" twice`);
  }

  const toRow = ({ line: at, cells, source }: CsvRecord): ImportRow => {
    const cellOf = (field: ColumnField): string => unguardCell(cells[columns[field] ?? -1] ?? '');
    const values = petFieldList.map(({ field, word }) => [field, cellOf(word)] as const);
    const broken = brokenText(cells, header.cells.length, { name: cellOf('name'), id: cellOf('id') });
    return broken === undefined
      ? { line: at, source, cells: { ...Object.fromEntries(values), id: cellOf('id') } }
      : { line: at, source, broken };
  };
  const used = Object.entries(columns).filter(([field]) => field !== 'id');
  return {
    rows: records.map(toRow),
    ignored: titles.filter((_, at) => used.every(([, column]) => column !== at)),
    header: titles,
    columns: Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, titles[at] ?? ''])),
    toFile: (sources) => `${[header.source, ...sources].join('\n')}\n`,
  };
}

/** Why a row is no animal. */
function brokenText(
  cells: readonly string[],
  width: number,
  { name, id }: { readonly name: string; readonly id: string },
): string | undefined {
  const filled = countFilled(cells);
  if (filled > width) {
    return `it has ${filled} cells, the header ${width}`;
  }

  // A report's last line, such as `Total,3,` or `Total animals: 212`: what is on the store cannot be deleted. It has no id
  // but that word; what has one is an animal, such as in our own export.
  const total = /^(?:grand\s+|sub-?\s*)?totals?(?:\s*:.*|\s+(?:animals?|count|number|pets|records?|rows)\b.*)?$/iu;
  const telling = id === '' ? [name, cells.find((cell) => cell !== '') ?? ''] : [id];
  return telling.some((cell) => total.test(cell))
    ? `"${shortName(cells.filter((cell) => cell !== '').join(', '))}" is a total and no animal; take the line out`
    : undefined;
}

const cellsBelow = (records: readonly CsvRecord[], at: number): readonly string[] =>
  records.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '');

function samplesOf(records: readonly CsvRecord[], at: number): readonly string[] {
  return [...new Set(cellsBelow(records.slice(0, 20), at))].slice(0, 3);
}

/** What is needed, what was found, and what a person can say. */
function unknownText(titles: readonly string[], missing: UnknownHeader['missing']): string {
  if (titles.length === 1) {
    return (
      `only one column was found: ${listed(titles)}. Put , or ; or | or a tab between the cells of each line, ` +
      'and their titles into the first line'
    );
  }

  const needs = missing.map((field) => (field === 'category' ? 'category or categoryId' : field)).join(', and none ');
  const flags = missing.map((field) => `--column ${field}=${shellWord(suggestTitle(field, titles) ?? 'TITLE')}`);
  return `no column is called ${needs}; found: ${listed(titles)}. Say which it is: \`${flags.join(' ')}\``;
}

function listed(titles: readonly string[]): string {
  const named = titles.map((title) => (title === '' ? '(no title)' : shortName(title)));
  return firstOf(named, 12).join(', ');
}
