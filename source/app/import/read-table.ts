/** Animals of a table: its separator, its header among the first rows, and which rows below it are animals. */
import { petFieldList } from '../../domain/pet.js';
import { unguardCell } from '../../platform/text/terminal-text.js';
import { shortName, shellWord } from '../../text/hints.js';
import type { ImportRow } from './check-row.js';
import { type CsvRecord, type Delimiter, delimiters, type Misread, readCsv } from './read-csv.js';
import {
  type ColumnChoice,
  type ColumnField,
  findHeader,
  findTitleTwice,
  foldTitle,
  guessHeader,
  type TableHeader,
  mostAbove,
  suggestTitle,
  type UnknownHeader,
} from './read-titles.js';
import { failed, type Read } from './read.js';

/** `recall`: what a person chose for a header with these titles before. */
export type TableChoice = {
  readonly columns: ColumnChoice;
  readonly recall: (titles: readonly string[]) => ColumnChoice | undefined;
};

/** Reads at most `most` rows and one more, so that a file that is too long is noticed. */
export function readTable(text: string, most: number, choice: TableChoice): Read {
  const delimiter = findDelimiter(text, choice);
  const above: CsvRecord[] = [];
  const misreadAbove = readCsv(text, delimiter, (record) => above.push(record) <= mostAbove);
  const header = findHeader(above, choice.columns, choice.recall);
  if (!header) {
    return withoutHeader(above, misreadAbove, choice.columns);
  }

  const headerRecord = above[header.at];
  const lacking = Object.values(choice.columns).find((title) => !has(header.titles, title));
  if (lacking !== undefined) {
    return failed(headerRecord?.line ?? 1, lackingText(lacking, header.titles));
  }

  const twice = findTitleTwice(header);
  if (twice !== undefined) {
    return failed(headerRecord?.line ?? 1, `the header has "${twice}" twice`);
  }

  const body = createBody(header, headerRecord?.cells.length ?? 0, most);
  let at = -1;
  const misread = readCsv(text, delimiter, (record) => {
    at += 1;
    return at <= header.at || body.take(record);
  });
  if (misread) {
    return failed(misread.line, misread.message);
  }

  return {
    ...body.read(),
    header: header.titles,
    columns: Object.fromEntries(
      Object.entries(header.columns).map(([field, column]) => [field, header.titles[column] ?? '']),
    ),
    ignored: header.titles.filter((_, column) => !isUsed(header, column)),
    notes: [...aboveNotes(above.slice(0, header.at)), ...body.notes()],
    toFile: (sources) => `${[headerRecord?.source ?? '', ...sources].join('\n')}\n`,
  };
}

const isUsed = ({ columns }: TableHeader, column: number): boolean =>
  Object.entries(columns).some(([field, at]) => field !== 'id' && at === column);

/** The one whose header is known; else the one that makes most cells of the first rows. */
function findDelimiter(text: string, { columns, recall }: TableChoice): Delimiter {
  // No file needs more to show its separator, and a wrong one could take all of it for one cell.
  const start = text.slice(0, 65_536);
  let best: Delimiter = ',';
  let most = 0;
  for (const delimiter of delimiters) {
    const records: CsvRecord[] = [];
    readCsv(start, delimiter, (record) => records.push(record) < mostAbove);
    const header = findHeader(records, columns, recall);
    const cells = Math.max(1, ...records.map((record) => record.cells.filter((cell) => cell !== '').length));
    const score = (header ? 1e6 : 0) + cells;
    if (score > most) {
      [best, most] = [delimiter, score];
    }
  }

  return best;
}

/** Takes the records below the header, which has `width` cells, blank ones too, and tells which are animals. */
function createBody(header: TableHeader, width: number, most: number) {
  const { titles, columns } = header;
  const rows: ImportRow[] = [];
  const broken: { line: number; source: string; message: string }[] = [];
  const again: number[] = [];
  const cellOf = ({ cells }: CsvRecord, field: ColumnField): string => {
    const column = columns[field];
    return column === undefined ? '' : unguardCell(cells[column] ?? '');
  };
  return {
    take(record: CsvRecord): boolean {
      const { line, cells, source } = record;
      const filled = cells.findLastIndex((cell) => cell !== '') + 1;
      if (titles.every((title, column) => title === (cells[column] ?? ''))) {
        again.push(line);
      } else if (filled > width) {
        broken.push({ line, source, message: `it has ${filled} cells, the header ${width}` });
      } else if (isTotal(cells, columns.name)) {
        const text = cells.filter((cell) => cell !== '').join(', ');
        broken.push({ line, source, message: `"${shortName(text)}" is a total and no animal; take the line out` });
      } else {
        const values = petFieldList.map(({ field, word }) => [field, cellOf(record, word)] as const);
        rows.push({ line, source, cells: { ...Object.fromEntries(values), id: cellOf(record, 'id') } });
      }

      return rows.length + broken.length <= most;
    },
    read: () => ({ rows, broken }),
    notes: () =>
      again.length === 0
        ? []
        : [
            `Line ${again.slice(0, 3).join(', ')}${again.length > 3 ? ' and others' : ''}: ` +
              'the header once more, not read.',
          ],
  };
}

/** A report's last line, such as `Total,3,` or `Total animals: 212`. */
function isTotal(cells: readonly string[], name: number | undefined): boolean {
  const total = /^(?:grand\s+|sub-?\s*)?totals?(?:\s*:.*|\s+(?:animals?|count|number|pets|records?|rows)\b.*)?$/iu;
  return [name === undefined ? '' : (cells[name] ?? ''), cells.find((cell) => cell !== '') ?? ''].some((cell) =>
    total.test(cell),
  );
}

function aboveNotes(above: readonly CsvRecord[]): readonly string[] {
  const [first, last] = [above[0], above.at(-1)];
  if (!first || !last) {
    return [];
  }

  const lines = first === last ? `Line ${first.line} stands` : `Lines ${first.line} to ${last.line} stand`;
  return [`${lines} above the header, not read.`];
}

function withoutHeader(above: readonly CsvRecord[], misread: Misread | undefined, chosen: ColumnChoice): Read {
  if (above.length === 0) {
    return misread ? failed(misread.line, misread.message) : failed(1, 'the file is empty');
  }

  const unknown = guessHeader(above, chosen);
  const [only, ...others] = unknown.titles;
  if (only !== undefined && others.length === 0) {
    const found = `only one column was found: ${shortName(only)}`;
    return failed(
      unknown.line,
      `${found}. Put , or ; or | or a tab between the cells of each line, and titles above them`,
    );
  }

  return { ...failed(unknown.line, unknownHeaderText(unknown, chosen)), unknown };
}

/** What is needed, what was found, and what a person can say. */
function unknownHeaderText({ titles, missing }: UnknownHeader, chosen: ColumnChoice): string {
  const lacking = Object.values(chosen).find((title) => !has(titles, title));
  if (lacking !== undefined) {
    return lackingText(lacking, titles);
  }

  const needs = missing.map((field) => (field === 'category' ? 'category or categoryId' : field)).join(', and none ');
  const flags = missing.map((field) => {
    const title = suggestTitle(field, titles);
    return `--column ${field}=${title === undefined ? 'TITLE' : shellWord(title)}`;
  });
  return `no column is called ${needs}; found: ${listed(titles)}. Say which it is: \`${flags.join(' ')}\``;
}

const has = (titles: readonly string[], title: string): boolean =>
  titles.some((each) => foldTitle(each) === foldTitle(title));

const lackingText = (title: string, titles: readonly string[]): string =>
  `no column is called "${shortName(title)}"; found: ${listed(titles)}`;

const mostTitles = 12;

function listed(titles: readonly string[]): string {
  const named = titles.map((title) => (title === '' ? '(no title)' : shortName(title)));
  const more = named.length - mostTitles;
  return named.slice(0, mostTitles).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
