/** The columns of a table: by its header, or by the cells of its rows. */
import { parseInt64 } from '../../domain/int64.js';
import { isPetStatus, petFieldList, petFieldNames } from '../../domain/pet.js';
import { toShownId } from './check-row.js';
import { type CsvRecord, findDelimiter } from './read-csv.js';

/** Columns by the names of fields, whatever their capitals; else by what people call the fields. */
export function readTitles(cells: readonly string[]): readonly string[] {
  const plain = cells.map((cell) => cell.trim());
  const titles = plain.map(
    (cell) => petFieldNames.find((column) => column.toLowerCase() === cell.toLowerCase()) ?? cell,
  );
  const words = petFieldList.filter(({ field }) => !titles.includes(field));
  return titles.map((title) => words.find(({ word }) => word === title.toLowerCase())?.field ?? title);
}

/** The columns that `queue export` and `list` print as TSV, without a header and quotes. */
const printedTitles: readonly (readonly string[])[] = [petFieldNames, ['id', ...petFieldNames]];

/** Which of them the lines of a file have, though any of these may be broken; undefined: it is another file. */
export function findPrintedTitles(lines: readonly CsvRecord[]): readonly string[] | undefined {
  const first = lines[0]?.source ?? '';
  const titles = readTitles(first.replaceAll('"', '').split(findDelimiter(first)));
  const hasHeader = petFieldNames.some((field) => titles.includes(field));
  // An animal may be called as a field is.
  const rows = hasHeader ? lines.slice(0, 1) : lines;
  const signs: readonly Sign[] = hasHeader ? [isWhole] : [isWhole, hasNumber, hasIdOrStatus];
  for (const isFitting of signs) {
    for (const { cells } of rows) {
      const found = printedTitles.find((each) => isFitting(cells, each));
      if (found) {
        return found;
      }
    }
  }

  return undefined;
}

/** Whether cells look like a row below these titles. */
type Sign = (cells: readonly string[], titles: readonly string[]) => boolean;

const hasNumber: Sign = (cells, titles) =>
  cells.length >= titles.length && parseInt64(cells[titles.indexOf('categoryId')]?.trim() ?? '') !== undefined;

const isWhole: Sign = (cells, titles) => cells.length === titles.length && hasNumber(cells, titles);

const hasIdOrStatus: Sign = (cells, titles) => {
  const status = cells.at(-1)?.trim();
  const isKnown = status === '' || isPetStatus(status) || (titles.includes('id') && toShownId(cells[0]) !== undefined);
  return cells.length === titles.length && isKnown;
};
