/** Animals from CSV, TSV, JSON or NDJSON, told apart by how the text begins. All is checked before any is used. */
import type { CategoryLabels } from '../../domain/category-labels.js';
import { type NewPet, petFieldList, petFieldNames } from '../../domain/pet.js';
import { parseJson } from '../../platform/json/json.js';
import { readTsvCell, unguardCell } from '../../platform/text/terminal-text.js';
import {
  createRowCheck,
  type ImportRow,
  isObject,
  type NamedAnimal,
  type RowMistake,
  type RowPlace,
} from './check-row.js';
import { CsvError, type CsvRecord, findDelimiter, readCsv } from './read-csv.js';
import { findPrintedTitles, readTitles } from './read-titles.js';

/** The content of a file: animals, or all its mistakes. */
export type Animals = {
  readonly pets: readonly NewPet[];
  /** Where each of them stands. */
  readonly places: readonly RowPlace[];
  /** Those of them that the file gives an id: they may be on the store already. */
  readonly named: readonly NamedAnimal[];
  readonly mistakes: readonly RowMistake[];
  /** Columns of a CSV file, or fields of JSON, that do not describe a new animal. */
  readonly ignored: readonly string[];
  /** The bad rows as a file of their own. Undefined: every row is good, or the file as a whole is wrong. */
  readonly badRows: string | undefined;
};

/** `most`: a file with more gets a single mistake. `labels`: what categories may be called in it. */
export function readAnimals(
  text: string,
  { most, labels }: { readonly most: number; readonly labels: CategoryLabels },
): Animals {
  const body = unwrap(text.replace(/^\uFEFF/, ''));
  const first = /\S/.exec(body)?.[0];
  const readJson = first === '[' ? readArray : readNdjson;
  const read = first === '[' || first === '{' ? readJson : readTable;
  const { rows, broken, ignored, toFile } = read(body, most);
  // Broken ones count, or as many would be left at the end without a word.
  const all: readonly Pick<ImportRow, 'line' | 'item'>[] = [...rows, ...broken];
  const tooMany = all.toSorted((a, b) => a.line - b.line)[most];
  if (tooMany) {
    const { line, item } = tooMany;
    const message = `this is animal number ${most + 1}, and at most ${most} can be imported at once`;
    const mistake = { line, ...(item === undefined ? {} : { item }), field: undefined, message };
    return { pets: [], places: [], named: [], mistakes: [mistake], ignored: [], badRows: undefined };
  }

  const check = createRowCheck(labels);
  const checked = rows.map((row) => ({ ...check(row), row }));
  const bad = [...broken, ...checked.flatMap(({ pet, row }) => (pet ? [] : [row]))].sort((a, b) => a.line - b.line);
  return {
    pets: checked.flatMap(({ pet }) => (pet ? [pet] : [])),
    places: checked.flatMap(({ pet, row: { line, item } }) =>
      pet ? [{ line, ...(item === undefined ? {} : { item }) }] : [],
    ),
    named: checked.flatMap(({ pet, id }) => (pet && id !== undefined ? [{ id, pet }] : [])),
    mistakes: [
      ...broken.map(({ line, message }) => ({ line, field: undefined, message })),
      ...checked.flatMap((each) => each.mistakes),
    ].sort((a, b) => a.line - b.line),
    ignored,
    badRows: bad.length === 0 ? undefined : toFile?.(bad.map(({ source }) => source)),
  };
}

/** The animals of an answer of `queue export --json` or `list --json` as one array; each line keeps its number. */
function unwrap(text: string): string {
  const blank = (found: string): string => found.replaceAll(/\S/g, ' ');
  const [, head, waiting = '', end = ''] = /^(\s*\{\s*"entries":\s*)(\[.*\])(\s*\}\s*)$/s.exec(text) ?? [];
  if (head !== undefined) {
    return blank(head) + waiting + blank(end);
  }

  // No text in JSON holds a quotation mark as it is, so that no animal's name can be taken for these members.
  const [, start, pets = '', between = '', queued = '', rest = ''] =
    /^(\s*\{\s*"pets":\s*)\[(.*)\](\s*,\s*"queued":\s*)\[(.*)\](\s*,\s*"source":.*\}\s*)$/s.exec(text) ?? [];
  const comma = pets.trim() === '' || queued.trim() === '' ? '' : ',';
  return start === undefined ? text : `${blank(start)}[${pets}${blank(between)}${comma}${queued}]${blank(rest)}`;
}

/** A line that is no row at all. */
type Broken = { readonly line: number; readonly source: string; readonly message: string };

type Read = {
  readonly rows: readonly ImportRow[];
  readonly broken: readonly Broken[];
  readonly ignored: readonly string[];
  readonly toFile: ((sources: readonly string[]) => string) | undefined;
};

function readArray(text: string): Read {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const { line, message } = toJsonMistake(text, error as Error);
    return failed(line, message);
  }

  const elements = findElements(text);
  const items = value as unknown[];
  return {
    rows: items.map((each, index) => ({ line: 1, source: '', ...elements[index], item: index + 1, value: each })),
    broken: [],
    ignored: findIgnored(items),
    toFile: (sources) => `[\n${sources.join(',\n')}\n]\n`,
  };
}

function readNdjson(text: string, most: number): Read {
  const rows: ImportRow[] = [];
  const broken: Broken[] = [];
  for (const [index, source] of text.split(/\r\n|\n/).entries()) {
    const line = index + 1;
    if (source.trim() !== '' && rows.length + broken.length <= most) {
      try {
        rows.push({ line, source, value: parseJson(source) });
      } catch (error) {
        broken.push({ line, source, message: toJsonMistake(source, error as Error).message });
      }
    }
  }

  return {
    rows,
    broken,
    ignored: findIgnored(rows.map((row) => ('value' in row ? row.value : undefined))),
    toFile: (sources) => `${sources.join('\n')}\n`,
  };
}

/** Where a text stops being JSON, by the parser's words, whose own line would be one beside that of the file. */
function toJsonMistake(text: string, { message }: Error): { readonly line: number; readonly message: string } {
  const [, words = message, given] = /^(.*?) (?:in JSON )?at position (\d+)/s.exec(message) ?? [];
  // Of an unexpected character it quotes the surroundings instead, from ten characters before it or from the start.
  const [, token = '', dots = '', quoted = ''] =
    /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/su.exec(message) ?? [];
  const start = text.indexOf(quoted);
  const isOnce = token !== '' && start === text.lastIndexOf(quoted);
  const found = isOnce ? start + (dots === '' ? quoted.lastIndexOf(token) : 10) : undefined;
  const place = given === undefined ? found : Number(given);
  const why = ']}'.includes(token) ? '; there may be a comma too many before it' : '';
  const what = token === '' ? words : `unexpected "${token}"${why}`;
  if (place === undefined) {
    return { line: 1, message: `this is not JSON (${what})` };
  }

  const before = text.slice(0, place).split('\n');
  return {
    line: before.length,
    message: `this is not JSON (at character ${(before.at(-1)?.length ?? 0) + 1} of the line: ${what})`,
  };
}

/** All that is no field of a pet; also a category's name beside its number, which counts. */
function findIgnored(items: readonly unknown[]): readonly string[] {
  const objects = items.filter(isObject);
  const isNumbered = objects.some((item) => 'categoryId' in item && 'category' in item);
  const used: readonly string[] = isNumbered ? petFieldNames : [...petFieldNames, 'category'];
  return [...new Set(objects.flatMap((item) => Object.keys(item)))].filter((name) => !used.includes(name));
}

function readTable(text: string, most: number): Read {
  const lines = (text.includes('\t') ? text : '')
    .split(/\r?\n/)
    .map((source, index) => ({ line: index + 1, cells: source.split('\t'), source }))
    .filter(({ cells }) => cells.length > 1 || cells[0]?.trim() !== '');
  const printed = findPrintedTitles(lines);
  if (printed) {
    return toRead(printed, lines.slice(0, most + 1), readTsvCell, []);
  }

  try {
    // The header, and one row more than is allowed, so that a file that is too long is noticed.
    const [header, ...records] = readCsv(text, most + 2);
    if (!header) {
      return failed(1, 'the file is empty');
    }

    const titles = readTitles(header.cells);
    const twice = petFieldNames.find((column) => titles.indexOf(column) !== titles.lastIndexOf(column));
    if (twice !== undefined) {
      return failed(header.line, `the header has ${twice} twice`);
    }

    const missing = petFieldList.filter(({ field, isOptional }) => !isOptional && !titles.includes(field));
    if (missing.length > 0) {
      const names = missing.map(({ field }) => field).join(' and ');
      return failed(header.line, `the header lacks ${names}; it must be ${petFieldNames.join()}`);
    }

    return toRead(titles, records, findDelimiter(text) === '\t' ? readTsvCell : unguardCell, [header.source]);
  } catch (error) {
    if (error instanceof CsvError) {
      return failed(error.line, error.message);
    }

    throw error;
  }
}

function toRead(
  titles: readonly string[],
  records: readonly CsvRecord[],
  readCell: (cell: string) => string,
  header: readonly string[],
): Read {
  const isWide = ({ cells }: CsvRecord): boolean => cells.length > titles.length;
  const printedModel = records[0]?.cells.length === titles.length ? 'the first line' : 'a whole row';
  const model = header.length > 0 ? 'the header' : printedModel;
  return {
    rows: records
      .filter((record) => !isWide(record))
      .map(({ line, cells, source }) => ({
        line,
        source,
        cells: Object.fromEntries(titles.map((title, index) => [title, readCell(cells[index] ?? '')])),
      })),
    broken: records.filter(isWide).map(({ line, source, cells }) => ({
      line,
      source,
      message: `it has ${cells.length} cells, ${model} ${titles.length}`,
    })),
    ignored: titles.filter((title) => !petFieldNames.some((column) => column === title)),
    toFile: (sources) => `${[...header, ...sources].join('\n')}\n`,
  };
}

function failed(line: number, message: string): Read {
  return { rows: [], broken: [{ line, source: '', message }], ignored: [], toFile: undefined };
}

type ArrayElement = { readonly line: number; readonly source: string };

function findElements(text: string): readonly ArrayElement[] {
  const elements: ArrayElement[] = [];
  let depth = 0;
  let line = 1;
  let isAwaited = false;
  let begun: { readonly line: number; readonly at: number } | undefined;
  const end = (at: number): void => {
    if (begun) {
      elements.push({ line: begun.line, source: text.slice(begun.at, at).trimEnd() });
      begun = undefined;
    }
  };

  // Strings are taken whole, so that brackets and commas in them do not count.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s[\]{},"]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }

    if (isAwaited && token !== ']') {
      begun = { line, at: index };
      isAwaited = false;
    }

    if (token === '[' || token === '{') {
      depth += 1;
      isAwaited = depth === 1;
    } else if (token === ']' || token === '}') {
      depth -= 1;
      if (depth === 0) {
        end(index);
      }
    } else if (token === ',' && depth === 1) {
      end(index);
      isAwaited = true;
    }
  }

  return elements;
}
