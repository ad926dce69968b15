/** Animals from a file: CSV, a JSON array or NDJSON, told apart by how the text begins. Everything is checked before anything is used. */
import { type NewPet, petFieldList, petFieldNames } from '../../../domain/pet.js';
import { parseJson } from '../../../platform/json/json.js';
import { checkRow, type RowMistake, type NamedAnimal, type ImportRow } from './check-row.js';
import { findElementLines } from './element-lines.js';
import { CsvError, type CsvRecord, readCsv } from './read-csv.js';
import { unguardCsvCell } from '../../print/write-cells.js';

/** What a file holds: animals, or everything that is wrong with it. */
export type Animals = {
  readonly pets: readonly NewPet[];
  /** Those of them that the file gives an id: they may be on the store already. */
  readonly named: readonly NamedAnimal[];
  readonly mistakes: readonly RowMistake[];
  /** Columns of a CSV file, or fields of JSON, that are there and say nothing about a new animal. */
  readonly ignored: readonly string[];
};

/** `most`: how many animals there may be; a file with more gets a single mistake. */
export function readAnimals(text: string, most: number): Animals {
  const body = text.replace(/^\uFEFF/, '');
  const first = /\S/.exec(body)?.[0];
  const read = first === '[' ? readArray : first === '{' ? readNdjson : readTable;
  const { rows, mistakes, ignored } = read(body, most);
  const tooMany = rows[most];
  if (tooMany) {
    return { pets: [], named: [], mistakes: [{ line: tooMany.line, field: undefined, message: `this is animal number ${most + 1}, and at most ${most} can be imported at once` }], ignored: [] };
  }

  const checked = rows.map((row) => checkRow(row));
  return {
    pets: checked.flatMap(({ pet }) => (pet ? [pet] : [])),
    named: checked.flatMap(({ pet, id }) => (pet && id !== undefined ? [{ id, pet }] : [])),
    mistakes: [...mistakes, ...checked.flatMap((each) => each.mistakes)].sort((a, b) => a.line - b.line),
    ignored,
  };
}

type Read = { readonly rows: readonly ImportRow[]; readonly mistakes: readonly RowMistake[]; readonly ignored: readonly string[] };

function readArray(text: string): Read {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return failed(1, `this is not JSON (${(error as Error).message})`);
  }

  const lines = findElementLines(text);
  return { rows: (value as unknown[]).map((item, index) => ({ line: lines[index] ?? 1, item })), mistakes: [], ignored: findIgnored(value as unknown[]) };
}

function readNdjson(text: string, most: number): Read {
  const rows: ImportRow[] = [];
  const mistakes: RowMistake[] = [];
  for (const [index, line] of text.split(/\r\n|\n/).entries()) {
    if (line.trim() !== '' && rows.length + mistakes.length <= most) {
      try {
        rows.push({ line: index + 1, item: parseJson(line) });
      } catch (error) {
        mistakes.push({ line: index + 1, field: undefined, message: `this is not JSON (${(error as Error).message})` });
      }
    }
  }

  return { rows, mistakes, ignored: findIgnored(rows.map((row) => ('item' in row ? row.item : undefined))) };
}

/** An id is the only field that exports of ours have and an import does not use. */
function findIgnored(items: readonly unknown[]): readonly string[] {
  return items.some((item) => typeof item === 'object' && item !== null && Object.hasOwn(item, 'id')) ? ['id'] : [];
}

function readTable(text: string, most: number): Read {
  try {
    // The header, and one row more than is allowed, so that a file that is too long is noticed.
    const [header, ...records] = readCsv(text, most + 2);
    if (!header) {
      return failed(1, 'the file is empty');
    }

    const titles = header.cells.map((cell) => petFieldNames.find((column) => column.toLowerCase() === cell.trim().toLowerCase()) ?? cell.trim());
    const missing = petFieldList.filter(({ field, isOptional }) => !isOptional && !titles.includes(field)).map(({ field }) => field);
    const twice = petFieldNames.find((column) => titles.indexOf(column) !== titles.lastIndexOf(column));
    if (missing.length > 0 || twice !== undefined) {
      return failed(header.line, twice === undefined ? `the header lacks ${missing.join(' and ')}; it must be ${petFieldNames.join()}` : `the header has ${twice} twice`);
    }

    const isWide = ({ cells }: CsvRecord): boolean => cells.length > titles.length;
    return {
      rows: records.filter((record) => !isWide(record)).map(({ line, cells }) => ({ line, cells: Object.fromEntries(titles.map((title, index) => [title, unguardCsvCell(cells[index] ?? '')])) })),
      mistakes: records.filter(isWide).map(({ line, cells }) => ({ line, field: undefined, message: `it has ${cells.length} cells, the header ${titles.length}` })),
      ignored: titles.filter((title) => !petFieldNames.some((column) => column === title)),
    };
  } catch (error) {
    if (error instanceof CsvError) {
      return failed(error.line, error.message);
    }

    throw error;
  }
}

function failed(line: number, message: string): Read {
  return { rows: [], mistakes: [{ line, field: undefined, message }], ignored: [] };
}
